import type { Deps } from '#src/platform/deps.ts'
import type { Database } from '#src/platform/database/database.ts'
import type { JobHandlers } from '#src/platform/jobs/jobs.ts'
import { traced, type Tracing } from './tracing.ts'

/** A span for each turn at a connection, with the statements and the waiting in it. */
export const tracedDatabase = (tracing: Tracing, db: Database): Database =>
  traced(tracing, db, {
    name: 'database',
    kind: 'client',
    methods: ['read', 'write', 'writeLocked', 'directory', 'directoryWrite'],
  })

/** A span for each question to somebody else's service. */
export function tracedGateways<
  D extends Pick<Deps, 'sms' | 'mail' | 'identity' | 'bank' | 'cashiers' | 'invoicing' | 'tracing'>,
>(deps: D): D {
  const { sms, mail, identity, bank, cashiers, invoicing, tracing } = deps
  return {
    ...deps,
    sms: traced(tracing, sms, { name: 'sms', kind: 'client', methods: ['send', 'receipt'] }),
    mail: traced(tracing, mail, { name: 'mail', kind: 'client', methods: ['send'] }),
    identity: traced(tracing, identity, { name: 'identity', kind: 'client', methods: keysOf(identity) }),
    bank: traced(tracing, bank, { name: 'bank', kind: 'client', methods: ['pay', 'arrived'] }),
    cashiers: cashiers.map((cashier) =>
      traced(tracing, cashier, {
        name: cashier.channel,
        kind: 'client',
        methods: ['open', 'ask', 'close', 'giveBack'],
      }),
    ),
    invoicing: traced(tracing, invoicing, { name: 'invoicing', kind: 'client', methods: ['issue'] }),
  }
}

/** A span for each question to the authority that may be somebody else's. */
export const tracedAuthority = (tracing: Tracing, authority: Deps['authority']): Deps['authority'] =>
  traced(tracing, authority, { name: 'authority', kind: 'client', methods: ['partyKey', 'timestamps', 'revocation'] })

/** A span for each run of a job. */
export const tracedJobs = (tracing: Tracing, handlers: JobHandlers): JobHandlers =>
  traced(tracing, handlers, { name: 'job', methods: keysOf(handlers) })

const keysOf = (object: object): string[] => Object.keys(object)

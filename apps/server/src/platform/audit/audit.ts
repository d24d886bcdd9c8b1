import type { DetachedTrust } from '@moqi/verify/check-detached'
import { sql } from 'kysely'
import type { Config } from '#src/platform/config.ts'
import { type Database, inTenant } from '#src/platform/database/database.ts'
import type { Keyed } from '#src/platform/keys/keyed-hash.ts'
import { type AuditFault, checkAudit, headsOutside, type KeptHead } from './check-audit.ts'
import { checkJournal } from './check-journal.ts'
import { checkRows, type RowFault } from './check-rows.ts'
import type { ChainEnd } from './journal-line.ts'
import { endOutside } from './sequence-journal.ts'

/** Whoever reads all tenants' rows. */
export type Reading = Pick<Database, 'directory' | 'read'>

/** What is kept beside the database of its log and journal. */
export type Outside = { heads: KeptHead[]; end: ChainEnd | null }

/** What an audit needs beside the rows. */
export type Auditing = Keyed & { trust: DetachedTrust }

/** Everything that does not agree. */
export type Findings = { faults: AuditFault[]; rows: RowFault[] }

/** Audits the database as it stands at one moment, whatever a server writes meanwhile. */
export async function auditNow(
  db: Database,
  { config, ...auditing }: Auditing & { config: Pick<Config, 'dataDir'> },
): Promise<Findings> {
  // Before the database is looked at: it is written first, and may only be further on.
  const outside = await keptOutside(config)
  return atOneMoment(db, (reading) => audit(reading, { ...auditing, outside }))
}

/** What is kept beside the database by now. */
export const keptOutside = async (config: Pick<Config, 'dataDir'>): Promise<Outside> => ({
  heads: await headsOutside(config),
  end: await endOutside(config),
})

/** Audits what `db` sees. */
export async function audit(
  db: Reading,
  { outside: { heads, end }, trust, derivationKey }: Auditing & { outside: Outside },
): Promise<Findings> {
  const faults = await checkAudit({ db, heads, trust })
  faults.push(...(await checkJournal({ db, derivationKey }, end)))
  return { faults, rows: await checkRows({ db, derivationKey }) }
}

/** Reads everything as it stands at one moment. */
export const atOneMoment = <T>(db: Database, work: (reading: Reading) => Promise<T>): Promise<T> =>
  db.directoryWrite(async (tx) => {
    await sql`set transaction isolation level repeatable read, read only`.execute(tx)
    return work({ directory: (read) => read(tx), read: (tenantId, read) => inTenant(tx, tenantId, () => read(tx)) })
  })

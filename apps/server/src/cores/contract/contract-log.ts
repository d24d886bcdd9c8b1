import type { LogEvent } from '@moqi/domain/labels/log-verbs'
import { lineText } from '@moqi/evidence/audit-chain'
import { sql } from 'kysely'
import type { Caller, Person } from '#src/platform/actor.ts'
import { compiledOnce } from '#src/platform/database/compiled-once.ts'
import type { Db } from '#src/platform/database/database.ts'
import type { Entry } from './entry.ts'

/** Who did it; the system when there is no account. */
export type LogActor = { accountId: string | null; name: string; address?: string; userAgent?: string }

/** The signed-in person as the log knows them. */
export const logActor = ({
  accountId,
  nickName,
  address,
  userAgent,
}: Pick<Person, 'accountId' | 'nickName' | 'address' | 'userAgent'>): LogActor => ({
  accountId,
  name: nickName,
  address,
  userAgent,
})

/** Who changes contracts: a person's request, or the system for a job. */
export type Actor = LogActor & Pick<Caller, 'repeat'>

/** The signed-in person as whoever changes a contract. */
export const actorOf = (person: Person): Actor => ({ ...logActor(person), repeat: person.repeat ?? null })

type Place = Pick<Entry, 'homeTenantId' | 'contractId'>

/** Adds one line to the contract's log, numbered without gaps. Runs in the home tenant. */
export async function addLog(
  tx: Db,
  place: Place,
  at: number,
  actor: LogActor,
  line: { verb: LogEvent; detail?: string | null },
): Promise<void> {
  await addLine(tx, place, logLine(place, at, actor, line))
}

/** Adds a line that is spelt out already. Runs in the home tenant. */
export async function addLine(tx: Db, { homeTenantId, contractId }: Place, line: LogLine): Promise<void> {
  await numberedLine(tx, { ...line, homeTenantId, contractId })
}

/** A line's columns, ready to be given to a statement; `at` in ms since epoch, `text` what is hashed. */
export type LogLine = Record<'name' | 'verb' | 'text', string> &
  Record<'accountId' | 'detail' | 'address' | 'userAgent', string | null> & { at: number }

/** Spells a line out. */
export function logLine(
  { homeTenantId: tenantId, contractId }: Place,
  at: number,
  actor: LogActor,
  { verb, detail = null }: { verb: LogEvent; detail?: string | null },
): LogLine {
  const { accountId, name, address = null, userAgent = null } = actor
  const text = lineText({ tenantId, contractId, at, accountId, who: name, verb, detail, address, userAgent })
  return { at, accountId, name, verb, detail, address, userAgent, text }
}

/**
 * The end of a statement whose part `numbered` has moved the contract's `next_log` on and gives tenant_id, contract_id
 * and the log_no that became free. The line's hash (evidence/audit-chain.ts) is what the journal answers for; its place
 * on its tenant's chain it gets behind the commit, by the sequencer, so that one tenant's lines wait for nothing.
 */
export const insertLine = (line: LogLine) => sql`,
    hashed as (
      select numbered.*, sha256(convert_to(log_no || ' ' || ${line.text}::text, 'UTF8')) as line_hash from numbered)
    insert into contract_log
      (tenant_id, contract_id, log_no, at, account_id, who, verb, detail, address, user_agent, line_hash)
    select tenant_id, contract_id, log_no, ${line.at}::bigint, ${line.accountId}::uuid, ${line.name}, ${line.verb},
      ${line.detail}, ${line.address}, ${line.userAgent}, line_hash
    from hashed`

const numberedLine = compiledOnce(
  (_, line: LogLine & Place) => sql`
    with numbered as (
      update contract set next_log = next_log + 1
      where tenant_id = ${line.homeTenantId} and contract_id = ${line.contractId}
      returning tenant_id, contract_id, next_log - 1 as log_no)
    ${insertLine(line)}`,
)

import type { LogEvent } from '@moqi/domain/labels/log-verbs'
import { sql } from 'kysely'
import type { Person } from '#src/platform/actor.ts'
import { compiledOnce } from '#src/platform/database/compiled-once.ts'
import type { Db } from '#src/platform/database/database.ts'
import type { Entry } from './entry.ts'

/** Who did it; the system when there is no account. */
export type LogActor = { accountId: string | null; name: string; address?: string; userAgent?: string }

/** The signed-in person as the log knows them. */
export const logActor = ({ accountId, nickName, address, userAgent }: Person): LogActor => ({
  accountId,
  name: nickName,
  address,
  userAgent,
})

type Place = Pick<Entry, 'homeTenantId' | 'contractId'>

/** Adds one line to the contract's log, numbered without gaps. Runs in the home tenant. */
export async function addLog(
  tx: Db,
  place: Place,
  at: number,
  actor: LogActor,
  line: { verb: LogEvent; detail?: string | null },
): Promise<void> {
  await numberedLine(tx, {
    ...logLine(at, actor, line),
    homeTenantId: place.homeTenantId,
    contractId: place.contractId,
  })
}

/** A line's columns, ready to be given to a statement; `at` in ms since epoch. */
export type LogLine = Record<'name' | 'verb', string> &
  Record<'accountId' | 'detail' | 'address' | 'userAgent', string | null> & { at: number }

/** Spells a line out. */
export const logLine = (at: number, actor: LogActor, line: { verb: LogEvent; detail?: string | null }): LogLine => ({
  at,
  accountId: actor.accountId,
  name: actor.name,
  verb: line.verb,
  detail: line.detail ?? null,
  address: actor.address ?? null,
  userAgent: actor.userAgent ?? null,
})

/**
 * The end of a statement whose part `numbered` has moved the contract's `next_log` on and gives tenant_id, contract_id
 * and the log_no that became free.
 */
export const insertLine = (line: LogLine) => sql`
    insert into contract_log (tenant_id, contract_id, log_no, at, account_id, who, verb, detail, address, user_agent)
    select tenant_id, contract_id, log_no, ${line.at}::bigint, ${line.accountId}::uuid, ${line.name}, ${line.verb},
      ${line.detail}, ${line.address}, ${line.userAgent}
    from numbered`

const numberedLine = compiledOnce(
  (_, line: LogLine & Place) => sql`
    with numbered as (
      update contract set next_log = next_log + 1
      where tenant_id = ${line.homeTenantId} and contract_id = ${line.contractId}
      returning tenant_id, contract_id, next_log - 1 as log_no)
    ${insertLine(line)}`,
)

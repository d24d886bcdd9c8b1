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

/** Adds one line to the contract's log, numbered without gaps. Runs in the home tenant. */
export async function addLog(
  tx: Db,
  place: Pick<Entry, 'homeTenantId' | 'contractId'>,
  at: number,
  actor: LogActor,
  line: { verb: LogEvent; detail?: string | null },
): Promise<void> {
  await numberedLine(tx, {
    homeTenantId: place.homeTenantId,
    contractId: place.contractId,
    at,
    accountId: actor.accountId,
    name: actor.name,
    verb: line.verb,
    detail: line.detail ?? null,
    address: actor.address ?? null,
    userAgent: actor.userAgent ?? null,
  })
}

type NumberedLine = Record<'homeTenantId' | 'contractId' | 'name' | 'verb', string> &
  Record<'accountId' | 'detail' | 'address' | 'userAgent', string | null> & { at: number }

const numberedLine = compiledOnce(
  (_, line: NumberedLine) => sql`
    with numbered as (
      update contract set next_log = next_log + 1
      where tenant_id = ${line.homeTenantId} and contract_id = ${line.contractId}
      returning tenant_id, contract_id, next_log - 1 as log_no)
    insert into contract_log (tenant_id, contract_id, log_no, at, account_id, who, verb, detail, address, user_agent)
    select tenant_id, contract_id, log_no, ${line.at}::bigint, ${line.accountId}::uuid, ${line.name}, ${line.verb},
      ${line.detail}, ${line.address}, ${line.userAgent}
    from numbered`,
)

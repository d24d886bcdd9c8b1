import type { LogEvent } from '@moqi/domain/labels/log-verbs'
import { sql } from 'kysely'
import type { Person } from '#src/platform/actor.ts'
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
  const { homeTenantId, contractId } = place
  await sql`
    with numbered as (
      update contract set next_log = next_log + 1
      where tenant_id = ${homeTenantId} and contract_id = ${contractId} returning next_log - 1 as log_no)
    insert into contract_log (tenant_id, contract_id, log_no, at, account_id, who, verb, detail, address, user_agent)
    select ${homeTenantId}::uuid, ${contractId}::uuid, log_no, ${at}::bigint, ${actor.accountId}::uuid, ${actor.name},
      ${line.verb}, ${line.detail ?? null}, ${actor.address ?? null}, ${actor.userAgent ?? null} from numbered`.execute(
    tx,
  )
}

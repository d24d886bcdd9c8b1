import type { MemberLogEvent } from '@moqi/domain/spaces/member-log-verbs'
import type { Person } from '#src/platform/actor.ts'
import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'

/** Adds a line to the company's log of members, in the transaction of what it tells. */
export async function addMemberLog(
  { now, newId }: Pick<Deps, 'now' | 'newId'>,
  tx: Db,
  who: Pick<Person, 'nickName' | 'address'> & { accountId: string | null; isProvider?: true },
  { tenantId, verb, detail }: { tenantId: string; verb: MemberLogEvent; detail: string | null },
): Promise<void> {
  await tx
    .insertInto('member_log')
    .values({
      tenant_id: tenantId,
      log_id: newId(),
      at: now(),
      // What a company's provider did, nobody's account did.
      account_id: who.isProvider ? null : who.accountId,
      who: who.nickName,
      verb,
      detail,
      address: who.address,
    })
    .execute()
}

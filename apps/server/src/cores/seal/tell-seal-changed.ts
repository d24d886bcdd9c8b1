import type { Member } from '#src/platform/actor.ts'
import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'
import { notify } from '#src/platform/messages/notify.ts'

type Telling = Pick<Deps, 'config' | 'now' | 'newId' | 'sms'>

/** Tells a company's other administrators that a seal, or who may use it, was changed, and by whom (domain 8). */
export async function tellSealChanged(
  deps: Telling,
  tx: Db,
  { tenantId, accountId, nickName, space }: Pick<Member, 'tenantId' | 'accountId' | 'nickName' | 'space'>,
  seal: string,
): Promise<void> {
  if (space.kind !== 'company') return
  const others = await tx
    .selectFrom('membership')
    .where('tenant_id', '=', tenantId)
    .where('is_owner', '=', true)
    .where('state', '=', 'accepted')
    .where('account_id', '<>', accountId)
    .select('account_id')
    .execute()
  for (const { account_id } of others) {
    const to = { accountId: account_id, tenantId }
    await notify(deps, tx, { kind: 'sealChanged', to, facts: { seal, name: nickName } })
  }
}

import type { Member } from '#src/platform/actor.ts'
import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'
import { notify } from '#src/platform/messages/notify.ts'

type Telling = Pick<Deps, 'config' | 'now' | 'newId' | 'sms' | 'derivationKey'>

/** Tells a company's other administrators that a seal was changed, and by whom (domain 8). */
export async function tellSealChanged(
  deps: Telling,
  tx: Db,
  { tenantId, accountId, nickName, space }: Pick<Member, 'tenantId' | 'accountId' | 'nickName' | 'space'>,
  seal: string,
): Promise<void> {
  if (space.kind !== 'company') return
  await tellOfSeal(deps, tx, { tenantId, seal, by: { accountId, name: nickName }, alsoTell: [] })
}

/** The accounts that administer a company's space. */
export async function administratorsOf(tx: Db, tenantId: string): Promise<string[]> {
  const administrators = await tx
    .selectFrom('membership')
    .where('tenant_id', '=', tenantId)
    .where('is_owner', '=', true)
    .where('state', '=', 'accepted')
    .select('account_id')
    .execute()
  return administrators.map(({ account_id }) => account_id)
}

/** What is told of a company's seal: who did it, null `accountId` for the platform, and whom it concerns beside. */
type Changed = {
  tenantId: string
  seal: string
  by: { accountId: string | null; name: string }
  alsoTell: readonly string[]
}

/** Tells the administrators, and whom it concerns, that a seal or its users were changed; nobody of the own doing. */
export async function tellOfSeal(deps: Telling, tx: Db, { tenantId, seal, by, alsoTell }: Changed): Promise<void> {
  const told = new Set([...(await administratorsOf(tx, tenantId)), ...alsoTell])
  for (const accountId of told) {
    if (accountId === by.accountId) continue
    await notify(deps, tx, { kind: 'sealChanged', to: { accountId, tenantId }, facts: { seal, name: by.name } })
  }
}

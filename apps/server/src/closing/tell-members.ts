import type { NoticeFacts } from '@moqi/domain/messages/notice-facts'
import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'
import { notify } from '#src/platform/messages/notify.ts'
import { inOwnSpace } from '#src/platform/messages/own-space.ts'

type Told = 'companyCloses' | 'companyStays' | 'companyClosed'

/** Tells every member of a company in their personal space, which they keep. */
export async function tellMembers<K extends Told>(
  deps: Deps,
  tx: Db,
  tenantId: string,
  { kind, facts, once }: { kind: K; facts: NoticeFacts[K]; once: string },
): Promise<void> {
  const members = await tx
    .selectFrom('membership')
    .where('tenant_id', '=', tenantId)
    .orderBy('account_id')
    .select('account_id')
    .execute()
  for (const { account_id: accountId } of members) {
    const to = await inOwnSpace(tx, { accountId })
    if (to) await notify(deps, tx, { kind, to, facts, once: `${kind} ${once}` })
  }
}

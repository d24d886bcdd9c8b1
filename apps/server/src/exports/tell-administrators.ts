import type { NoticeFacts } from '@moqi/domain/messages/notice-facts'
import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'
import { notify } from '#src/platform/messages/notify.ts'

type Told = 'exportOrdered' | 'exportDone'

/** Tells every administrator of a company, in the transaction of what is told. */
export async function tellAdministrators<K extends Told>(
  deps: Deps,
  tx: Db,
  tenantId: string,
  { kind, facts, once }: { kind: K; facts: NoticeFacts[K]; once: string },
): Promise<void> {
  const owners = await tx
    .selectFrom('membership')
    .where('tenant_id', '=', tenantId)
    .where('is_owner', '=', true)
    .where('state', '=', 'accepted')
    .select('account_id')
    .execute()
  for (const { account_id: accountId } of owners) {
    await notify(deps, tx, { kind, to: { accountId, tenantId }, facts, once: `${kind} ${once}` })
  }
}

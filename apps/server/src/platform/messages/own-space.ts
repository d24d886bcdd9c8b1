import type { Db } from '#src/platform/database/database.ts'
import type { Recipient } from './notify.ts'

/** Where what concerns the person and no contract is told: the personal space of the account; null without one. */
export async function inOwnSpace(
  tx: Db,
  who: { accountId: string } | { phone: string },
): Promise<Extract<Recipient, { accountId: string }> | null> {
  const found = await tx
    .selectFrom('account')
    .innerJoin('membership', 'membership.account_id', 'account.account_id')
    .innerJoin('space', 'space.tenant_id', 'membership.tenant_id')
    .where('account.closed_at', 'is', null)
    .where('space.kind', '=', 'person')
    .$if('accountId' in who, (query) => query.where('account.account_id', '=', 'accountId' in who ? who.accountId : ''))
    .$if('phone' in who, (query) => query.where('account.phone', '=', 'phone' in who ? who.phone : ''))
    .select(['account.account_id', 'space.tenant_id'])
    .executeTakeFirst()
  return found ? { accountId: found.account_id, tenantId: found.tenant_id } : null
}

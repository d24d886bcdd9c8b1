import type { Selectable } from 'kysely'
import type { Db } from '#src/platform/database/database.ts'
import type { Schema } from '#src/platform/database/schema.ts'

/** Somebody whom a company's provider has named, as it is kept. */
export type ProvisionedRow = Selectable<Schema['provisioned_user']>

type Membership = { tenantId: string; accountId: string }

/**
 * Whoever has joined is from now on the person whom the provider named: by that phone, or by the number of a membership
 * that had ended.
 */
export async function bindProvisioned(
  tx: Db,
  { tenantId, phone, accountId }: Membership & { phone: string },
  at: number,
): Promise<void> {
  const bound = tx
    .updateTable('provisioned_user')
    .set({ account_id: accountId, active: true, changed_at: at })
    .where('tenant_id', '=', tenantId)
    .where('account_id', 'is', null)
    .returning('user_id')
  const byPhone = await bound.where('phone', '=', phone).executeTakeFirst()
  if (!byPhone) await bound.where('user_id', '=', accountId).execute()
}

/** Who is no member any more is one whom the provider knows and who is not active. */
export const releaseProvisioned = (tx: Db, { tenantId, accountId }: Membership, at: number) =>
  tx
    .updateTable('provisioned_user')
    .set({ account_id: null, active: false, changed_at: at })
    .where('tenant_id', '=', tenantId)
    .where('account_id', '=', accountId)
    .execute()

/** Whether the provider has named that account, or somebody by that id. */
export async function hasRow(
  db: Db,
  tenantId: string,
  { accountId, userId }: { accountId?: string; userId?: string },
): Promise<boolean> {
  const found = await db
    .selectFrom('provisioned_user')
    .where('tenant_id', '=', tenantId)
    .$if(accountId !== undefined, (query) => query.where('account_id', '=', accountId ?? null))
    .$if(userId !== undefined, (query) => query.where('user_id', '=', userId ?? ''))
    .select('user_id')
    .executeTakeFirst()
  return found !== undefined
}

/** Whether somebody beside the named one has that name, or that phone. */
export async function holderOf(
  db: Db,
  tenantId: string,
  by: { nameKey: string } | { phone: string },
  besides: string | null,
): Promise<boolean> {
  const found = await db
    .selectFrom('provisioned_user')
    .where('tenant_id', '=', tenantId)
    .where((row) => ('phone' in by ? row('phone', '=', by.phone) : row('name_key', '=', by.nameKey)))
    .$if(besides !== null, (query) => query.where('user_id', '<>', besides ?? ''))
    .select('user_id')
    .executeTakeFirst()
  return found !== undefined
}

/** Keeps what a provider says of somebody from now on. */
export async function putProvisioned(tx: Db, row: ProvisionedRow): Promise<void> {
  const { tenant_id, user_id, account_id, user_name, name_key, external_id, phone, active, created_at, changed_at } =
    row
  const details = JSON.stringify(row.details)
  const said = { account_id, user_name, name_key, external_id, phone, active, details, changed_at }
  await tx
    .insertInto('provisioned_user')
    .values({ tenant_id, user_id, ...said, created_at })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'user_id']).doUpdateSet(said))
    .execute()
}

/** Forgets what a provider said of somebody. */
export const dropProvisioned = (tx: Db, tenantId: string, userId: string) =>
  tx.deleteFrom('provisioned_user').where('tenant_id', '=', tenantId).where('user_id', '=', userId).execute()

import type { Deps } from '#src/platform/deps.ts'
import type { Db } from '#src/platform/database/database.ts'

/** The ids of a company's seals that the account was granted. Runs in the tenant. */
export async function grantedSeals(
  db: Db,
  { tenantId, accountId }: { tenantId: string; accountId: string },
): Promise<Set<string>> {
  const rows = await db
    .selectFrom('seal_grant')
    .where('tenant_id', '=', tenantId)
    .where('account_id', '=', accountId)
    .select('seal_id')
    .execute()
  return new Set(rows.map(({ seal_id }) => seal_id))
}

/** Lets an account use a company's seal. Runs in the tenant. */
export async function grantSeal(
  { now }: Pick<Deps, 'now'>,
  tx: Db,
  { tenantId, sealId, accountId }: { tenantId: string; sealId: string; accountId: string },
): Promise<void> {
  await tx
    .insertInto('seal_grant')
    .values({ tenant_id: tenantId, seal_id: sealId, account_id: accountId, created_at: now() })
    .execute()
}

/** Takes every permission to use a seal of the company from the account, or from everybody. */
export async function voidGrants(tx: Db, tenantId: string, accountId: string | null): Promise<void> {
  await tx
    .deleteFrom('seal_grant')
    .where('tenant_id', '=', tenantId)
    .$if(accountId !== null, (query) => query.where('account_id', '=', accountId ?? ''))
    .execute()
}

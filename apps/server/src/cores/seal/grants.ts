import { Refusal } from '@moqi/domain/refusal'
import { type RawBuilder, sql } from 'kysely'
import type { Deps } from '#src/platform/deps.ts'
import type { Db } from '#src/platform/database/database.ts'
import { isUuid } from '#src/platform/uuid.ts'

/** What an account may claim of a company's seals, by their ids. */
export type SealClaims = {
  granted: ReadonlySet<string>
  /** Whose use can be asked for by a flow of the company. */
  approvable: ReadonlySet<string>
}

/** What nobody claims. */
export const noClaims: SealClaims = { granted: new Set(), approvable: new Set() }

/** Whether the company of a seal `s` has a flow, for every seal or for that, by which its use can be asked for. */
export const isApprovable: RawBuilder<boolean> = sql`exists (
  select from approval_flow f where f.tenant_id = s.tenant_id and f.enabled
    and (f.seal_ids = '{}' or s.seal_id = any(f.seal_ids)))`

/** What the account may claim of the seals of the space. Runs in its tenant. */
export async function sealClaims(db: Db, holder: { tenantId: string; accountId: string }): Promise<SealClaims> {
  const [granted, approvable] = await Promise.all([
    grantedSeals(db, holder),
    db
      .selectFrom('seal as s')
      .where('s.tenant_id', '=', holder.tenantId)
      .where('s.kind', '=', 'company')
      .where(isApprovable)
      .select('s.seal_id')
      .execute(),
  ])
  return { granted, approvable: new Set(approvable.map(({ seal_id }) => seal_id)) }
}

async function grantedSeals(
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

/** A seal of the company, by its name. Throws `seal/not-found` for a person's, another's and an invented one alike. */
export async function requireCompanySeal(db: Db, tenantId: string, sealId: string): Promise<{ name: string }> {
  const found = isUuid(sealId)
    ? await db
        .selectFrom('seal')
        .where('tenant_id', '=', tenantId)
        .where('seal_id', '=', sealId)
        .where('account_id', 'is', null)
        .where('status', '<>', 'deleted')
        .select('name')
        .executeTakeFirst()
    : undefined
  if (!found) throw new Refusal('seal/not-found')
  return found
}

/** Whom a company's seal was granted to, in the order it was. Runs in the tenant. */
export async function holdersOf(db: Db, { tenantId, sealId }: { tenantId: string; sealId: string }): Promise<string[]> {
  const rows = await db
    .selectFrom('seal_grant')
    .where('tenant_id', '=', tenantId)
    .where('seal_id', '=', sealId)
    .orderBy('created_at')
    .select('account_id')
    .execute()
  return rows.map(({ account_id }) => account_id)
}

/** Takes the permission to use one seal from one account. Runs in the tenant. */
export async function takeGrant(
  tx: Db,
  { tenantId, sealId, accountId }: { tenantId: string; sealId: string; accountId: string },
): Promise<void> {
  await tx
    .deleteFrom('seal_grant')
    .where('tenant_id', '=', tenantId)
    .where('seal_id', '=', sealId)
    .where('account_id', '=', accountId)
    .execute()
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

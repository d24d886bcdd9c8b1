import { Refusal } from '@moqi/domain/refusal'
import { covers, type SealedContract, type SealGrant } from '@moqi/domain/seals/seal-grant'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Deps } from '#src/platform/deps.ts'
import type { Db } from '#src/platform/database/database.ts'
import type { Schema } from '#src/platform/database/schema.ts'
import { isUuid } from '#src/platform/uuid.ts'

/** A grant as it is kept, in the company's tenant. */
export type GrantRow = Selectable<Schema['seal_grant']>

/** What of a grant decides whether it lets its holder sign. */
export type HeldGrant = Pick<
  GrantRow,
  'grant_id' | 'letter_no' | 'state' | 'scope' | 'named' | 'counterparts' | 'begin_at' | 'end_at' | 'amount_max'
>

/** A grant as the domain judges it. */
export const grantOf = (row: HeldGrant): SealGrant => ({
  state: row.state,
  scope: row.scope,
  named: row.named.map(({ id }) => id),
  counterparts: row.counterparts,
  beginAt: row.begin_at,
  endAt: row.end_at,
  amountMax: row.amount_max,
})

/** The first of the grants that lets its holder seal this contract now; null when none does. */
export const coveringGrant = (grants: readonly HeldGrant[], contract: SealedContract, now: number): HeldGrant | null =>
  grants.find((grant) => covers(grantOf(grant), contract, now)) ?? null

/** What an account may claim of a company's seals, by their ids. */
export type SealClaims = {
  /** Granted for something, now. */
  granted: ReadonlySet<string>
  /** Whose use can be asked for by a flow of the company. */
  approvable: ReadonlySet<string>
}

/** By seal, the accounts that hold a grant of it which still could be used, or is being signed. Runs in the tenant. */
export async function holdersOf(db: Db, tenantId: string): Promise<Map<string, string[]>> {
  const rows = await db
    .selectFrom('seal_grant')
    .where('tenant_id', '=', tenantId)
    .where('state', 'in', ['waitSign', 'waitEffective', 'effective'])
    .select(['seal_id', 'account_id'])
    .execute()
  const holders = new Map<string, string[]>()
  for (const { seal_id, account_id } of rows) holders.set(seal_id, [...(holders.get(seal_id) ?? []), account_id])
  return holders
}

/** What nobody claims. */
export const noClaims: SealClaims = { granted: new Set(), approvable: new Set() }

/** Whether the company of a seal `s` has a flow, for every seal or for that, by which its use can be asked for. */
export const isApprovable: RawBuilder<boolean> = sql`exists (
  select from approval_flow f where f.tenant_id = s.tenant_id and f.enabled
    and (f.seal_ids = '{}' or s.seal_id = any(f.seal_ids)))`

/** What the account may claim of the seals of the space. Runs in its tenant. */
export async function sealClaims(
  db: Db,
  holder: { tenantId: string; accountId: string },
  now: number,
): Promise<SealClaims> {
  const [granted, approvable] = await Promise.all([
    grantedSeals(db, holder, now),
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
  now: number,
): Promise<Set<string>> {
  const rows = await db
    .selectFrom('seal_grant as g')
    .where('g.tenant_id', '=', tenantId)
    .where('g.account_id', '=', accountId)
    .where('g.manner', '=', 'hand')
    .where(inForceAt(now))
    .select('g.seal_id')
    .execute()
  return new Set(rows.map(({ seal_id }) => seal_id))
}

/** `isInForce` in SQL, of a grant that the query calls `g`. */
export const inForceAt = (now: number): RawBuilder<boolean> => sql<boolean>`
  (g.state in ('waitEffective', 'effective') and g.begin_at <= ${now}::bigint
    and (g.end_at is null or g.end_at + 1000 > ${now}::bigint))`

/** A seal of the company, by its name. Throws `seal/not-found` for a person's, another's and an invented one alike. */
export async function requireCompanySeal(
  db: Db,
  tenantId: string,
  sealId: string,
): Promise<Pick<Schema['seal'], 'seal_id' | 'name' | 'code' | 'kind' | 'status' | 'holder_account_id'>> {
  const found = isUuid(sealId)
    ? await db
        .selectFrom('seal')
        .where('tenant_id', '=', tenantId)
        .where('seal_id', '=', sealId)
        .where('account_id', 'is', null)
        .where('status', '<>', 'deleted')
        .select(['seal_id', 'name', 'code', 'kind', 'status', 'holder_account_id'])
        .executeTakeFirst()
    : undefined
  if (!found) throw new Refusal('seal/not-found')
  return found
}

const byId = (db: Db, { tenantId, grantId }: { tenantId: string; grantId: string }) =>
  db.selectFrom('seal_grant').where('tenant_id', '=', tenantId).where('grant_id', '=', grantId).selectAll()

/** One of the company's grants. Throws `seal/grant-not-found`. Runs in the tenant. */
export async function requireGrant(db: Db, tenantId: string, grantId: string): Promise<GrantRow> {
  const row = isUuid(grantId) ? await byId(db, { tenantId, grantId }).executeTakeFirst() : undefined
  if (!row) throw new Refusal('seal/grant-not-found')
  return row
}

/** The same, held until the transaction ends. */
export async function holdGrant(tx: Db, tenantId: string, grantId: string): Promise<GrantRow> {
  const row = isUuid(grantId) ? await byId(tx, { tenantId, grantId }).forUpdate().executeTakeFirst() : undefined
  if (!row) throw new Refusal('seal/grant-not-found')
  return row
}

/** Lets an account use a seal for everything until that is revoked, without a letter. Runs in the tenant. */
export const grantWithoutLetter = (
  { now, newId }: Pick<Deps, 'now' | 'newId'>,
  tx: Db,
  { tenantId, sealId, accountId, by }: { tenantId: string; sealId: string; accountId: string; by: string },
): Promise<void> =>
  insertGrant(tx, {
    tenant_id: tenantId,
    grant_id: newId(),
    seal_id: sealId,
    account_id: accountId,
    manner: 'hand',
    state: 'effective',
    scope: 'all',
    named: [],
    counterparts: [],
    begin_at: now(),
    end_at: null,
    granted_by: null,
    granted_by_name: by,
    created_at: now(),
    amount_max: null,
    count_max: null,
  })

/** What a new grant says; the rest of its columns begin empty. */
export type NewGrant = Omit<
  GrantRow,
  | 'letter_no'
  | 'letter_contract_id'
  | 'letter_sign_id'
  | 'letter_end'
  | 'state_at'
  | 'state_by'
  | 'state_reason'
  | 'used_number'
>

/** Keeps a grant that was not there before. Runs in the tenant. */
export async function insertGrant(tx: Db, grant: NewGrant): Promise<void> {
  await tx
    .insertInto('seal_grant')
    .values({
      tenant_id: grant.tenant_id,
      grant_id: grant.grant_id,
      seal_id: grant.seal_id,
      account_id: grant.account_id,
      manner: grant.manner,
      state: grant.state,
      scope: grant.scope,
      named: sql`${JSON.stringify(grant.named)}::jsonb`,
      counterparts: sql`${JSON.stringify(grant.counterparts)}::jsonb`,
      begin_at: grant.begin_at,
      end_at: grant.end_at,
      granted_by: grant.granted_by,
      granted_by_name: grant.granted_by_name,
      created_at: grant.created_at,
      amount_max: grant.amount_max,
      count_max: grant.count_max,
      used_number: 0,
    })
    .execute()
}

type GrantFields = Partial<
  Pick<
    GrantRow,
    | 'state'
    | 'state_at'
    | 'state_by'
    | 'state_reason'
    | 'letter_no'
    | 'letter_contract_id'
    | 'letter_sign_id'
    | 'letter_end'
  >
>

/** Writes columns of a grant that is held. */
export async function setGrant(
  tx: Db,
  { tenant_id, grant_id }: Pick<GrantRow, 'tenant_id' | 'grant_id'>,
  fields: GrantFields,
): Promise<void> {
  await tx
    .updateTable('seal_grant')
    .set(fields)
    .where('tenant_id', '=', tenant_id)
    .where('grant_id', '=', grant_id)
    .execute()
}

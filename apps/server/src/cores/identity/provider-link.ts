import { Refusal } from '@moqi/domain/refusal'
import type { Selectable } from 'kysely'
import { type Db, isDuplicate } from '#src/platform/database/database.ts'
import type { Schema } from '#src/platform/database/schema.ts'
import type { Deps } from '#src/platform/deps.ts'
import { isKeyedHash, type Keyed, keyedHash, type KeyedPart } from '#src/platform/keys/keyed-hash.ts'

/** Whom a company's provider means by one of its subjects. */
export type ProviderLink = Selectable<Schema['provider_link']>

type Subject = { tenantId: string; issuer: string; subject: string }

/** What a link's row is held to: one that is written, or moved to another account, signs nobody in. */
const macParts = (row: Pick<ProviderLink, 'tenant_id' | 'issuer' | 'subject' | 'account_id'>): KeyedPart[] => [
  row.tenant_id,
  row.issuer,
  row.subject,
  row.account_id,
]

const held = (keyed: Keyed, row: ProviderLink | undefined): ProviderLink | null =>
  row && isKeyedHash(keyed, 'provider link', macParts(row), row.mac) ? row : null

/** Who of the company's present members that is; null for a subject nobody has linked. */
export async function findLinked(
  keyed: Keyed,
  directory: Db,
  { tenantId, issuer, subject }: Subject,
): Promise<ProviderLink | null> {
  const row = await directory
    .selectFrom('provider_link as l')
    .innerJoin('membership as m', (join) =>
      join.onRef('m.tenant_id', '=', 'l.tenant_id').onRef('m.account_id', '=', 'l.account_id'),
    )
    .where('l.tenant_id', '=', tenantId)
    .where('l.issuer', '=', issuer)
    .where('l.subject', '=', subject)
    .where('m.state', '=', 'accepted')
    .selectAll('l')
    .executeTakeFirst()
  return held(keyed, row)
}

/** An account's links, each to one of its companies. */
export async function linksOf(keyed: Keyed, directory: Db, accountId: string): Promise<ProviderLink[]> {
  const rows = await directory.selectFrom('provider_link').where('account_id', '=', accountId).selectAll().execute()
  return rows.filter((row) => held(keyed, row))
}

/** Whose accounts the subjects of a company's provider are linked to. */
export async function linkedAccounts(
  keyed: Keyed,
  directory: Db,
  { tenantId, issuer }: Omit<Subject, 'subject'>,
): Promise<Map<string, string>> {
  const rows = await directory
    .selectFrom('provider_link')
    .where('tenant_id', '=', tenantId)
    .where('issuer', '=', issuer)
    .selectAll()
    .execute()
  return new Map(rows.flatMap((row) => (held(keyed, row) ? [[row.subject, row.account_id] as const] : [])))
}

/** Links a subject to the account that proved both. Throws `provider/linked-otherwise` when either is linked. */
export async function addLink(
  deps: Pick<Deps, 'now'> & Keyed,
  tx: Db,
  { tenantId, issuer, subject, accountId, label }: Subject & { accountId: string; label: string },
): Promise<void> {
  const row = { tenant_id: tenantId, issuer, subject, account_id: accountId }
  const before = await tx
    .selectFrom('provider_link')
    .where('tenant_id', '=', tenantId)
    .where((link) => link.or([link('account_id', '=', accountId), link.and({ issuer, subject })]))
    .select(['account_id', 'issuer', 'subject'])
    .execute()
  if (before.some((one) => one.account_id === accountId && one.issuer === issuer && one.subject === subject)) return
  if (before.length > 0) throw new Refusal('provider/linked-otherwise')
  try {
    await tx
      .insertInto('provider_link')
      .values({
        tenant_id: tenantId,
        issuer,
        subject,
        account_id: accountId,
        label,
        created_at: deps.now(),
        used_at: null,
        mac: keyedHash(deps, 'provider link', macParts(row)),
      })
      .execute()
  } catch (error) {
    throw isDuplicate(error) ? new Refusal('provider/linked-otherwise') : error
  }
}

/** Notes that somebody signed in by it. */
export const noteLinkUse = (tx: Db, { tenantId, issuer, subject }: Subject, at: number): Promise<unknown> =>
  tx
    .updateTable('provider_link')
    .set({ used_at: at })
    .where('tenant_id', '=', tenantId)
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .execute()

/** Unlinks an account from a company's provider, if it is linked. */
export const forgetLink = (tx: Db, { tenantId, accountId }: { tenantId: string; accountId: string }) =>
  tx.deleteFrom('provider_link').where('tenant_id', '=', tenantId).where('account_id', '=', accountId).execute()

/** Unlinks an account from every provider. */
export const forgetLinksOf = (tx: Db, accountId: string) =>
  tx.deleteFrom('provider_link').where('account_id', '=', accountId).execute()

import type { Selectable } from 'kysely'
import { Refusal } from '@moqi/domain/refusal'
import { type Db, isDuplicate } from '#src/platform/database/database.ts'
import type { Schema } from '#src/platform/database/schema.ts'
import type { Deps } from '#src/platform/deps.ts'
import type { ProviderClient } from '#src/platform/gateways/provider/provider-gateway.ts'
import { providerPurpose } from '#src/platform/keys/rotate-keys.ts'
import { seal, unseal } from '#src/platform/keys/sealed.ts'
import { lockSpaceKeys } from '#src/platform/keys/space-key-lock.ts'
import { tenantKey } from '#src/platform/keys/tenant-key.ts'

/** A company's identity provider as it is stored. */
export type StoredProvider = Selectable<Schema['identity_provider']>

/** The company's; undefined while it has none. */
export const findProvider = (own: Db, tenantId: string): Promise<StoredProvider | undefined> =>
  own.selectFrom('identity_provider').where('tenant_id', '=', tenantId).selectAll().executeTakeFirst()

/** How the directory knows it: by its code, and who is never kept out. */
export const findSignInRule = (directory: Db, tenantId: string) =>
  directory
    .selectFrom('space')
    .where('tenant_id', '=', tenantId)
    .select(['sign_in_code', 'rescuer_id', 'name', 'company_id', 'chat_notices'])
    .executeTakeFirstOrThrow()

/** The company whose members type this code. Throws `provider/not-found`. */
export async function requireCompanyOfCode(
  { db }: Pick<Deps, 'db'>,
  code: string,
): Promise<{ tenantId: string; companyName: string }> {
  const found = await db.directory((directory) =>
    directory
      .selectFrom('space')
      .where('sign_in_code', '=', code.trim().toLowerCase())
      .where('kind', '=', 'company')
      .select(['tenant_id', 'name'])
      .executeTakeFirst(),
  )
  if (!found) throw new Refusal('provider/not-found')
  return { tenantId: found.tenant_id, companyName: found.name }
}

/** A provider as it is asked, with the secret opened. Throws `provider/not-found`. */
export const requireClient = (
  deps: Pick<Deps, 'db' | 'keyEncryption' | 'now'>,
  tenantId: string,
): Promise<ProviderClient & Pick<StoredProvider, 'name' | 'version'>> =>
  deps.db.write(tenantId, async (tx) => {
    const found = await findProvider(tx, tenantId)
    if (!found) throw new Refusal('provider/not-found')
    const { protocol, issuer, client_id: clientId, agent_id: agentId, name, version } = found
    const clientSecret = await openedSecret(deps, tx, found)
    return { protocol, issuer, clientId, clientSecret, agentId, name, version }
  })

async function openedSecret(
  deps: Pick<Deps, 'keyEncryption' | 'now'>,
  tx: Db,
  { tenant_id: tenantId, client_secret: sealed }: Pick<StoredProvider, 'tenant_id' | 'client_secret'>,
): Promise<string | null> {
  if (!sealed) return null
  await lockSpaceKeys(tx, tenantId)
  return unseal(await tenantKey(deps, tx, tenantId), providerPurpose, sealed).toString()
}

/** A secret as it is kept: under the space's data key (ADR 0008). */
export async function sealedSecret(
  deps: Pick<Deps, 'keyEncryption' | 'now'>,
  tx: Db,
  tenantId: string,
  secret: string,
): Promise<Buffer> {
  await lockSpaceKeys(tx, tenantId)
  return seal(await tenantKey(deps, tx, tenantId), providerPurpose, Buffer.from(secret))
}

/** Keeps it from now on, under a code that no other company has. Throws `provider/code-taken`. */
export async function putProvider(tx: Db, row: StoredProvider, signInCode: string): Promise<void> {
  const { tenant_id, name, protocol, issuer, client_id, agent_id, client_secret, version, changed_at, changed_by } = row
  const kept = { name, protocol, issuer, client_id, agent_id, client_secret, version, changed_at, changed_by }
  await tx
    .insertInto('identity_provider')
    .values({ tenant_id, ...kept })
    .onConflict((conflict) => conflict.column('tenant_id').doUpdateSet(kept))
    .execute()
  try {
    await tx.updateTable('space').set({ sign_in_code: signInCode }).where('tenant_id', '=', tenant_id).execute()
  } catch (error) {
    throw isDuplicate(error) ? new Refusal('provider/code-taken') : error
  }
}

/** From now on the company's members get in by its provider alone, but for that administrator; null: as they like. */
export const setRescuer = (tx: Db, tenantId: string, accountId: string | null): Promise<unknown> =>
  tx.updateTable('space').set({ rescuer_id: accountId }).where('tenant_id', '=', tenantId).execute()

/** Whether its members are told in its work chat too what they are told here. */
export const setChatNotices = (tx: Db, tenantId: string, on: boolean): Promise<unknown> =>
  tx.updateTable('space').set({ chat_notices: on }).where('tenant_id', '=', tenantId).execute()

/** Takes a company's provider away, with whom it spoke for. */
export async function dropProvider(tx: Db, tenantId: string): Promise<void> {
  await tx.deleteFrom('provider_link').where('tenant_id', '=', tenantId).execute()
  await tx.deleteFrom('identity_provider').where('tenant_id', '=', tenantId).execute()
  await tx
    .updateTable('space')
    .set({ sign_in_code: null, rescuer_id: null, chat_notices: false })
    .where('tenant_id', '=', tenantId)
    .execute()
}

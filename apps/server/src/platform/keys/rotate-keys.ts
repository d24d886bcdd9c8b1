import { sql } from 'kysely'
import { randomBytes } from 'node:crypto'
import type { Database, Db } from '#src/platform/database/database.ts'
import { type KeyEncryption, sealedUnder } from './key-encryption.ts'
import { seal, unseal } from './sealed.ts'
import { lockSpaceKeys } from './space-key-lock.ts'

/** What a rotation did: keys sealed anew, data keys replaced, and keys that were as they should be. */
export type Rotated = { resealed: number; renewed: number; untouched: number }

/** What a company's identity provider's secret is sealed for. */
export const providerPurpose = 'identity provider'

type RotateDeps = { db: Database; keyEncryption: KeyEncryption; now: () => number }
type Outcome = keyof Rotated

/** Seals the platform's own keys under the key that seals now. May be repeated, and ended at any moment. */
export async function resealPlatformKeys({ db, keyEncryption }: RotateDeps): Promise<Rotated> {
  const rows = await db.directory((directory) => directory.selectFrom('platform_secret').select('name').execute())
  const rotated = { resealed: 0, renewed: 0, untouched: 0 }
  for (const { name } of rows) {
    const outcome = await db.directoryWrite(async (tx) => {
      const row = await tx
        .selectFrom('platform_secret')
        .where('name', '=', name)
        .select('sealed')
        .forUpdate()
        .executeTakeFirstOrThrow()
      if (sealedUnder(row.sealed) === (await keyEncryption.sealingKey())) return 'untouched'
      const sealed = await keyEncryption.seal(name, await keyEncryption.unseal(name, row.sealed))
      await tx.updateTable('platform_secret').set({ sealed }).where('name', '=', name).execute()
      return 'resealed'
    })
    rotated[outcome]++
  }
  return rotated
}

/**
 * Seals every space's data key under the key that seals now, a transaction each. Data keys made before `renewBefore`
 * (ms since epoch, null for none) are replaced, and the signer keys, integrations' secrets and pictures of papers under
 * them encrypted anew. May be repeated, and ended at any moment: a space is done wholly or not at all. `onSpace` hears
 * how many spaces are behind us.
 */
export async function rotateSpaceKeys(
  deps: RotateDeps,
  renewBefore: number | null,
  onSpace: (done: number, all: number) => void,
): Promise<Rotated> {
  const spaces = await deps.db.directory((directory) =>
    directory.selectFrom('space').select('tenant_id').orderBy('tenant_id').execute(),
  )
  const rotated = { resealed: 0, renewed: 0, untouched: 0 }
  for (const [index, { tenant_id: tenantId }] of spaces.entries()) {
    const outcome = await deps.db.write(tenantId, (tx) => rotateSpace(deps, tx, tenantId, renewBefore))
    if (outcome) rotated[outcome]++
    onSpace(index + 1, spaces.length)
  }
  return rotated
}

async function rotateSpace(
  { keyEncryption, now }: RotateDeps,
  tx: Db,
  tenantId: string,
  renewBefore: number | null,
): Promise<Outcome | null> {
  await lockSpaceKeys(tx, tenantId)
  const row = await tx
    .selectFrom('tenant_key')
    .where('tenant_id', '=', tenantId)
    .select(['sealed', 'created_at'])
    .executeTakeFirst()
  // It has never signed.
  if (!row) return null
  const renew = renewBefore !== null && row.created_at < renewBefore
  if (!renew && sealedUnder(row.sealed) === (await keyEncryption.sealingKey())) return 'untouched'
  const dataKey = await keyEncryption.unseal(tenantId, row.sealed)
  const next = renew ? randomBytes(32) : dataKey
  if (renew) await encryptAnew(tx, tenantId, dataKey, next)
  const sealed = await keyEncryption.seal(tenantId, next)
  await tx
    .updateTable('tenant_key')
    .set({ sealed, ...(renew && { created_at: now() }) })
    .where('tenant_id', '=', tenantId)
    .execute()
  return renew ? 'renewed' : 'resealed'
}

async function encryptAnew(tx: Db, tenantId: string, from: Buffer, to: Buffer): Promise<void> {
  const secrets = await tx
    .selectFrom('integration_secret')
    .where('tenant_id', '=', tenantId)
    .select(['secret_id', 'sealed'])
    .execute()
  for (const { secret_id, sealed } of secrets) {
    await tx
      .updateTable('integration_secret')
      .set({ sealed: seal(to, secret_id, unseal(from, secret_id, sealed)) })
      .where('tenant_id', '=', tenantId)
      .where('secret_id', '=', secret_id)
      .execute()
  }
  const provider = await tx
    .selectFrom('identity_provider')
    .where('tenant_id', '=', tenantId)
    .select('client_secret')
    .executeTakeFirst()
  if (provider?.client_secret) {
    await tx
      .updateTable('identity_provider')
      .set({ client_secret: seal(to, providerPurpose, unseal(from, providerPurpose, provider.client_secret)) })
      .where('tenant_id', '=', tenantId)
      .execute()
  }
  // One at a time: each may be megabytes.
  const pictures = await tx.selectFrom('paper_picture').where('tenant_id', '=', tenantId).select('picture_id').execute()
  for (const { picture_id } of pictures) {
    const own = { tenant_id: tenantId, picture_id }
    const { sealed } = await tx
      .selectFrom('paper_picture')
      .where((row) => row.and(own))
      .select('sealed')
      .executeTakeFirstOrThrow()
    await tx
      .updateTable('paper_picture')
      .set({ sealed: seal(to, picture_id, unseal(from, picture_id, sealed)) })
      .where((row) => row.and(own))
      .execute()
  }
  const rows = await tx
    .selectFrom('signing_certificate')
    .where('tenant_id', '=', tenantId)
    // A closed account's keys are destroyed.
    .where(sql<number>`length(sealed_key)`, '>', 0)
    .select(['certificate_id', 'sealed_key'])
    .execute()
  for (const { certificate_id, sealed_key } of rows) {
    await tx
      .updateTable('signing_certificate')
      .set({ sealed_key: seal(to, certificate_id, unseal(from, certificate_id, sealed_key)) })
      .where('tenant_id', '=', tenantId)
      .where('certificate_id', '=', certificate_id)
      .execute()
  }
}

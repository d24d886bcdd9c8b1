import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'
import { seal, unseal } from '#src/platform/keys/sealed.ts'
import { lockSpaceKeys } from '#src/platform/keys/space-key-lock.ts'
import { tenantKey } from '#src/platform/keys/tenant-key.ts'
import { isUuid } from '#src/platform/uuid.ts'

type Owner = { tenantId: string; integrationId: string }

/** Makes a secret, kept sealed by the space's data key (ADR 0008); whatever held goes on for `overlapMs`. */
export async function makeSecret(
  deps: Pick<Deps, 'keyEncryption' | 'now' | 'newId' | 'random'>,
  tx: Db,
  { tenantId, integrationId, overlapMs }: Owner & { overlapMs: number },
): Promise<{ secretId: string; secret: string }> {
  await lockSpaceKeys(tx, tenantId)
  const at = deps.now()
  const endsAt = at + overlapMs
  await tx
    .updateTable('integration_secret')
    .set({ ends_at: endsAt })
    .where('tenant_id', '=', tenantId)
    .where('integration_id', '=', integrationId)
    .where((row) => row.or([row('ends_at', 'is', null), row('ends_at', '>', endsAt)]))
    .execute()
  const secretId = deps.newId()
  const secret = deps.random(32).toString('base64url')
  const sealed = seal(await tenantKey(deps, tx, tenantId), secretId, Buffer.from(secret))
  await tx
    .insertInto('integration_secret')
    .values({
      tenant_id: tenantId,
      integration_id: integrationId,
      secret_id: secretId,
      sealed,
      created_at: at,
      ends_at: null,
    })
    .execute()
  return { secretId, secret }
}

/** Ends a secret at once, if it holds. */
export async function endSecret(
  { now }: Pick<Deps, 'now'>,
  tx: Db,
  { tenantId, integrationId, secretId }: Owner & { secretId: string },
): Promise<void> {
  if (!isUuid(secretId)) return
  await tx
    .updateTable('integration_secret')
    .set({ ends_at: now() })
    .where('tenant_id', '=', tenantId)
    .where('integration_id', '=', integrationId)
    .where('secret_id', '=', secretId)
    .where((row) => row.or([row('ends_at', 'is', null), row('ends_at', '>', now())]))
    .execute()
}

/** The secrets of a company's integrations that hold, newest first. */
export const holdingSecrets = async ({ now }: Pick<Deps, 'now'>, own: Db, tenantId: string) =>
  own
    .selectFrom('integration_secret')
    .where('tenant_id', '=', tenantId)
    .where((row) => row.or([row('ends_at', 'is', null), row('ends_at', '>', now())]))
    .orderBy('created_at', 'desc')
    .orderBy('secret_id', 'desc')
    .select(['integration_id', 'secret_id', 'created_at', 'ends_at'])
    .execute()

/** A sealed secret with the sealed data key it lies under. */
export type SealedSecret = { secretId: string; sealed: Buffer; dataKey: Buffer }

const mostKept = 1000

/**
 * Opens secrets, and keeps the last thousand open in memory, by what they were sealed as: one that was ended or sealed
 * anew is asked for no more.
 */
export function secretOpener({ keyEncryption }: Pick<Deps, 'keyEncryption'>) {
  const kept = new Map<string, Buffer>()
  return async (tenantId: string, { secretId, sealed, dataKey }: SealedSecret): Promise<Buffer> => {
    const name = `${secretId} ${sealed.toString('base64')}`
    const known = kept.get(name)
    if (known) return known
    const opened = unseal(await keyEncryption.unseal(tenantId, dataKey), secretId, sealed)
    if (kept.size >= mostKept) kept.delete(kept.keys().next().value ?? '')
    kept.set(name, opened)
    return opened
  }
}

import { randomBytes } from 'node:crypto'
import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'

/** A space's data key, which is made with its first use. Whoever asks holds `lockSpaceKeys`. */
export async function tenantKey(
  { keyEncryption, now }: Pick<Deps, 'keyEncryption' | 'now'>,
  tx: Db,
  tenantId: string,
): Promise<Buffer> {
  const found = await tx.selectFrom('tenant_key').where('tenant_id', '=', tenantId).select('sealed').executeTakeFirst()
  if (found) return keyEncryption.unseal(tenantId, found.sealed)
  const made = randomBytes(32)
  await tx
    .insertInto('tenant_key')
    .values({ tenant_id: tenantId, sealed: await keyEncryption.seal(tenantId, made), created_at: now() })
    .execute()
  return made
}

import { randomBytes } from 'node:crypto'
import type { Database } from '#src/platform/database/database.ts'
import type { KeyEncryption } from './key-encryption.ts'

const name = 'derivation'

/**
 * The 32 bytes from which `derived` makes the keys of hashes and the database password. It is sealed like every
 * other key, so that rotating the key that seals it changes no hash. Made at the first start.
 */
export function readDerivationKey(db: Database, keys: KeyEncryption, now: number): Promise<Buffer> {
  return db.directoryWrite(async (tx) => {
    const find = () => tx.selectFrom('platform_secret').where('name', '=', name).select('sealed').executeTakeFirst()
    const found = await find()
    if (found) return keys.unseal(name, found.sealed)
    await tx
      .insertInto('platform_secret')
      .values({ name, sealed: await keys.seal(name, randomBytes(32)), certificate: null, created_at: now })
      .onConflict((conflict) => conflict.column('name').doNothing())
      .execute()
    // Another node may have been first.
    const { sealed } = (await find()) ?? { sealed: Buffer.alloc(0) }
    return keys.unseal(name, sealed)
  })
}

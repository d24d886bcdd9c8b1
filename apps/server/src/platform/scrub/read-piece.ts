import { BlobDamaged, BlobMissing } from '#src/platform/blobs/blob-store.ts'
import type { Db } from '#src/platform/database/database.ts'

declare module '#src/platform/database/schema.ts' {
  interface Schema {
    /** What is damaged, for the operator: a blob by its hash, a document as tenant, contract and file. */
    damage: { name: string; found_at: number }
  }
}

/** A blob or a document that was read: how many bytes it has, null when they are not what its hash says. */
export type ReadPiece = { name: string; bytes: number | null }

/** Reads it; null when it is damaged or gone. Throws when the store cannot be asked. */
export async function bytesOf(read: () => Promise<Buffer>): Promise<number | null> {
  try {
    return (await read()).length
  } catch (error) {
    if (error instanceof BlobDamaged || error instanceof BlobMissing) return null
    throw error
  }
}

/** Keeps what was found: damaged since `foundAt`, or whole. */
export async function noteDamage(directory: Db, { name, bytes }: ReadPiece, foundAt: number): Promise<void> {
  if (bytes === null) {
    await directory
      .insertInto('damage')
      .values({ name, found_at: foundAt })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  } else await directory.deleteFrom('damage').where('name', '=', name).execute()
}

import type { Deps } from '#src/platform/deps.ts'
import { bytesOf, noteDamage, type ReadPiece } from './read-piece.ts'

const page = 200

/** Every blob that somebody holds, by hash, after that hash. */
export async function* scrubBlobs(
  { db, blobs, now }: Pick<Deps, 'db' | 'blobs' | 'now'>,
  after: string,
): AsyncIterable<ReadPiece> {
  for (let last = after; ;) {
    const held = await db.directory((directory) =>
      directory
        .selectFrom('blob_holder')
        .where('sha256', '>', last)
        .where('sha256', '~', '^[0-9a-f]{64}$')
        .select('sha256')
        .distinct()
        .orderBy('sha256')
        .limit(page)
        .execute(),
    )
    for (const { sha256: name } of held) {
      const piece = { name, bytes: await bytesOf(() => blobs.get(name)) }
      // Freed while it was read: nobody misses it.
      const isHeld = piece.bytes !== null || (await isStillHeld(db, name))
      if (isHeld) await db.directory((directory) => noteDamage(directory, piece, now()))
      yield isHeld ? piece : { name, bytes: 0 }
      last = name
    }
    if (held.length < page) return
  }
}

async function isStillHeld(db: Deps['db'], name: string): Promise<boolean> {
  const holder = await db.directory((directory) =>
    directory.selectFrom('blob_holder').where('sha256', '=', name).select('holder').executeTakeFirst(),
  )
  return holder !== undefined
}

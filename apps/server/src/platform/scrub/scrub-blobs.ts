import type { Deps } from '#src/platform/deps.ts'
import { bytesOf, noteDamage, type ReadPiece } from './read-piece.ts'

const page = 200

/** Puts bytes of that name, which are damaged or gone, back into the store; answers whether it could. */
export type Heal = (name: string) => Promise<boolean>

/** Every blob that somebody holds, by hash, after that hash. What is damaged is healed first. */
export async function* scrubBlobs(
  { db, blobs, now, heal }: Pick<Deps, 'db' | 'blobs' | 'now'> & { heal?: Heal },
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
      const read = () => bytesOf(() => blobs.get(name))
      const piece = { name, bytes: await read() }
      // Freed while it was read: nobody misses it.
      const isHeld = piece.bytes !== null || (await isStillHeld(db, name))
      if (piece.bytes === null && isHeld && (await heal?.(name))) piece.bytes = await read()
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

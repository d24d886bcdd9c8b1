import type { Deps } from '#src/platform/deps.ts'
import type { StoredBlob } from './blob-store.ts'
import { freeOrphan, orphanAgeMs } from './free-orphan.ts'

type SweepDeps = Pick<Deps, 'db' | 'blobs' | 'now'>

/** How many blobs, and their bytes. */
type Sum = { number: number; bytes: number }
/** What nobody needs; of that, what nobody has needed for a day; of that, what was removed. */
export type OrphanReport = { unnamed: Sum; due: Sum; removed: Sum }

/** Every folder of the store: what names begin with. */
export const blobFolders: readonly string[] = Array.from({ length: 256 }, (_, number) =>
  number.toString(16).padStart(2, '0'),
)

/** A store is looked at once a day, a part of it every hour. */
export const foldersOf = (hour: number): readonly string[] => blobFolders.filter((_, number) => number % 24 === hour)

/**
 * Looks in these folders for bytes that no row names: what an upload left that came to nothing, or a crash between the
 * bytes and their row. Such bytes are noted, and removed once they have been noted for a day and were not stored again.
 * A dry run changes nothing.
 */
export async function sweepOrphans(
  deps: SweepDeps,
  { folders, isDry }: { folders: readonly string[]; isDry: boolean },
): Promise<OrphanReport> {
  const report = { unnamed: none(), due: none(), removed: none() }
  for (const folder of folders) {
    const noted = await notedIn(deps, folder)
    const before = deps.now() - orphanAgeMs
    const unnamed = new Map<string, StoredBlob>()
    for await (const blob of unnamedIn(deps, folder)) unnamed.set(blob.name, blob)
    if (!isDry) await note(deps, unnamed, noted)
    for (const blob of unnamed.values()) {
      add(report.unnamed, blob)
      if ((noted.get(blob.name) ?? Infinity) > before || blob.storedAt >= before) continue
      add(report.due, blob)
      if (!isDry && (await freeOrphan(deps, blob.name))) add(report.removed, blob)
    }
    if (!isDry) await deps.blobs.dropLeftovers(folder, before)
  }
  return report
}

const none = (): Sum => ({ number: 0, bytes: 0 })

function add(sum: Sum, { length }: StoredBlob): void {
  sum.number += 1
  sum.bytes += length
}

async function notedIn({ db }: SweepDeps, folder: string): Promise<ReadonlyMap<string, number>> {
  const rows = await db.directory((directory) =>
    directory
      .selectFrom('orphan_blob')
      .where('name', '>=', folder)
      .where('name', '<', `${folder}g`)
      .select(['name', 'noted_at'])
      .execute(),
  )
  return new Map(rows.map(({ name, noted_at: at }) => [name, at]))
}

const page = 500

async function* unnamedIn({ db, blobs }: SweepDeps, folder: string): AsyncIterable<StoredBlob> {
  let some: StoredBlob[] = []
  const unnamed = async () => {
    const names = some.map(({ name }) => name)
    const held = await db.directory((directory) =>
      directory.selectFrom('blob_holder').where('sha256', 'in', names).select('sha256').distinct().execute(),
    )
    const kept = new Set(held.map(({ sha256 }) => sha256))
    return some.filter(({ name }) => !kept.has(name))
  }
  for await (const blob of blobs.list(folder)) {
    some.push(blob)
    if (some.length < page) continue
    yield* await unnamed()
    some = []
  }
  if (some.length > 0) yield* await unnamed()
}

/** Notes what nobody names for the first time, and forgets what is named again, or gone. */
async function note(
  { db, now }: SweepDeps,
  unnamed: ReadonlyMap<string, StoredBlob>,
  noted: ReadonlyMap<string, number>,
): Promise<void> {
  const found = [...unnamed.keys()].filter((name) => !noted.has(name)).toSorted()
  for (let start = 0; start < found.length; start += page) {
    const rows = found.slice(start, start + page).map((name) => ({ name, noted_at: now() }))
    await db.directory((directory) =>
      directory
        .insertInto('orphan_blob')
        .values(rows)
        .onConflict((conflict) => conflict.doNothing())
        .execute(),
    )
  }
  const gone = [...noted.keys()].filter((name) => !unnamed.has(name)).toSorted()
  for (let start = 0; start < gone.length; start += page) {
    const names = gone.slice(start, start + page)
    // One that was released meanwhile is noted anew.
    await db.directory((directory) =>
      directory
        .deleteFrom('orphan_blob')
        .where('name', 'in', names)
        .where('noted_at', '<=', Math.max(...names.map((name) => noted.get(name) ?? 0)))
        .execute(),
    )
  }
}

import { dayMs } from '@moqi/domain/time/civil-date'
import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'
import { enqueue, type JobPayloads } from '#src/platform/jobs/jobs.ts'

/** Says, in the transaction that names them, that `holder` (a file's, seal's or contract's id) needs these bytes. */
export async function holdBlobs(tx: Db, holder: string, names: readonly string[]): Promise<void> {
  const rows = [...new Set(names)].map((sha256) => ({ sha256, holder }))
  await tx
    .insertInto('blob_holder')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/**
 * Says that these holders need nothing any more, or nothing of these `names`; what nobody else needs is freed a day
 * later.
 */
export async function releaseBlobs(
  tx: Db,
  { jobKey, holders, names: only }: { jobKey: string; holders: readonly string[]; names?: readonly string[] },
): Promise<void> {
  const released = await tx
    .deleteFrom('blob_holder')
    .where('holder', 'in', holders)
    .$if(only !== undefined, (held) => held.where('sha256', 'in', only ?? []))
    .returning('sha256')
    .execute()
  const names = [...new Set(released.map(({ sha256 }) => sha256))]
  if (names.length > 0) await enqueue(tx, 'freeBlobs', { names }, { delayMs: dayMs, key: jobKey })
}

/**
 * Frees bytes that nobody needs. Runs as a job. What was stored again within the last day stays: it is stored before
 * the row that needs it is committed.
 */
export async function freeBlobs(
  { db, blobs, now }: Pick<Deps, 'db' | 'blobs' | 'now'>,
  { names }: JobPayloads['freeBlobs'],
): Promise<void> {
  const storedBefore = now() - dayMs
  const needed = await db.directory((directory) =>
    directory.selectFrom('blob_holder').where('sha256', 'in', names).select('sha256').distinct().execute(),
  )
  const kept = new Set(needed.map(({ sha256 }) => sha256))
  for (const name of names) if (!kept.has(name)) await blobs.free(name, storedBefore)
}

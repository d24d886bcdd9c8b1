import { sql } from 'kysely'
import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'
import { enqueue, type JobPayloads } from '#src/platform/jobs/jobs.ts'
import { freeOrphan, orphanAgeMs } from './free-orphan.ts'

/** The database's clock and a node's may differ so much, ms: what is not free by then a sweep finds. */
const clockMs = 60_000

/**
 * Says, in the transaction that names them, that `holder` (a file's, seal's, contract's or download's id) needs these
 * bytes. They were put within the last day, or somebody holds them already; while they are being freed it waits.
 */
export async function holdBlobs(tx: Db, holder: string, names: readonly string[]): Promise<void> {
  const rows = [...new Set(names)].map((sha256) => ({ sha256, holder }))
  await tx
    .with('claimed', (orphans) =>
      orphans.deleteFrom('orphan_blob').where('name', 'in', (noted) =>
        noted
          .selectFrom('orphan_blob')
          .where(
            'name',
            'in',
            rows.map(({ sha256 }) => sha256),
          )
          .orderBy('name')
          .forUpdate()
          .select('name'),
      ),
    )
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
  const names = [...new Set(released.map(({ sha256 }) => sha256))].toSorted()
  if (names.length === 0) return
  await tx
    .insertInto('orphan_blob')
    .values(names.map((name) => ({ name, noted_at: sql<number>`floor(extract(epoch from now()) * 1000)` })))
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ noted_at: ({ ref }) => ref('excluded.noted_at') }))
    .execute()
  await enqueue(tx, 'freeBlobs', { names }, { delayMs: orphanAgeMs + clockMs, key: jobKey })
}

/** Frees bytes that nobody has needed for a day. Runs as a job. */
export async function freeBlobs(
  deps: Pick<Deps, 'db' | 'blobs' | 'now'>,
  { names }: JobPayloads['freeBlobs'],
): Promise<void> {
  for (const name of names) await freeOrphan(deps, name)
}

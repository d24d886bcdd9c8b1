import { dayMs } from '@moqi/domain/time/civil-date'
import type { Deps } from '#src/platform/deps.ts'

/** Nothing is freed that somebody needed, or stored, since then. */
export const orphanAgeMs = dayMs

/**
 * Frees bytes that were noted a day ago as needed by nobody, unless somebody needs them by now or they were stored
 * again since; answers whether nobody does. The row stays locked meanwhile: `holdBlobs` takes it away, so one of the
 * two waits for the other. Another node that frees them at the same time is left to it.
 */
export async function freeOrphan(
  { db, blobs, now }: Pick<Deps, 'db' | 'blobs' | 'now'>,
  name: string,
): Promise<boolean> {
  const before = now() - orphanAgeMs
  return db.directoryWrite(async (tx) => {
    const noted = await tx
      .selectFrom('orphan_blob')
      .where('name', '=', name)
      .where('noted_at', '<=', before)
      .select('name')
      .forUpdate()
      .skipLocked()
      .executeTakeFirst()
    if (!noted) return false
    const holder = await tx.selectFrom('blob_holder').where('sha256', '=', name).select('holder').executeTakeFirst()
    if (!holder) await blobs.free(name, before)
    await tx.deleteFrom('orphan_blob').where('name', '=', name).execute()
    return !holder
  })
}

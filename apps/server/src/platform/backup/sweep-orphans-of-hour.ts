import { dayMs, hourMs } from '@moqi/domain/time/civil-date'
import { foldersOf, sweepOrphans } from '#src/platform/blobs/sweep-orphans.ts'
import type { Deps } from '#src/platform/deps.ts'
import { enqueue, type JobPayloads } from '#src/platform/jobs/jobs.ts'
import { isBackupRunning } from './hold-back.ts'

/** The part of the store that is this hour's, an hour later while a backup runs. Runs as a job, hourly begun. */
export async function sweepOrphansOfHour(
  deps: Pick<Deps, 'db' | 'blobs' | 'now' | 'log'>,
  { hour = Math.floor((deps.now() % dayMs) / hourMs) }: JobPayloads['sweepOrphans'],
): Promise<void> {
  if (await isBackupRunning(deps)) {
    const later = { delayMs: hourMs, key: `orphans ${hour}` }
    await deps.db.directoryWrite((tx) => enqueue(tx, 'sweepOrphans', { hour }, later))
    return
  }
  const { removed } = await sweepOrphans(deps, { folders: foldersOf(hour), isDry: false })
  if (removed.number > 0) deps.log('bytes that nobody needs were removed', removed, 'info')
}

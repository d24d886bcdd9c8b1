import { dayMs } from '@moqi/domain/time/civil-date'
import type { Deps } from '#src/platform/deps.ts'
import { enqueue } from '#src/platform/jobs/jobs.ts'
import { scrub, scrubbingAlone } from './scrub.ts'

/** A tenth of one thread and of the disk: whoever signs notices nothing. */
const part = { mostMs: 2_000, pauseMs: 18_000 }
/** A pass is begun a week after the last. */
const restMs = 7 * dayMs

/** One part of a pass, and the next one queued until it has come to the end. Runs as a job, hourly begun. */
export async function scrubInParts(deps: Pick<Deps, 'db' | 'blobs' | 'now' | 'log'>): Promise<void> {
  const report = await scrubbingAlone(deps, () => scrub(deps, { mostMs: part.mostMs, restMs }))
  // By command everything is read, faster.
  if (report === null) return
  const { damaged, isWhole } = report
  if (damaged.length > 0) deps.log('bytes are damaged: npm run scrub', { number: damaged.length }, 'error')
  if (isWhole) return
  await deps.db.directoryWrite((tx) => enqueue(tx, 'scrub', {}, { delayMs: part.pauseMs, key: 'scrub' }))
}

import { dayMs } from '@moqi/domain/time/civil-date'
import { noteArchived } from '#src/cores/contract/note-archived.ts'
import { isTimestampOutage } from '#src/platform/authority/timestamp-outage.ts'
import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'
import { enqueue } from '#src/platform/jobs/jobs.ts'
import { appendToContract, type ContractPlace } from './archivable-files.ts'
import { archiveIncrements } from './archive-increments.ts'
import { archivedUntil } from './archived-until.ts'
import { queueCompletion } from './queue-completion.ts'

/** How long before a time-stamp's certificate ends a further one is added. */
const aheadMs = 90 * dayMs
/** Time-stamps that hold no longer than this are not made anew until the authority has had a day. */
const overMs = 10 * 60_000

/**
 * Adds refreshed validation data and a further document time-stamp before the certificate of the last one ends
 * (PAdES B-LTA). Runs as a job; a repeat finds the contract renewed and does nothing.
 */
export async function renewArchive(deps: Deps, place: ContractPlace): Promise<void> {
  try {
    await appendToContract(
      deps,
      place,
      async () => ((await isDue(deps, place)) ? archiveIncrements(deps, place) : null),
      async (tx, made) => {
        await queueRenewal(tx, place, made.validUntil, deps.now())
        await queueCompletion(tx, place, made)
      },
    )
  } catch (error) {
    if (!isTimestampOutage(error)) throw error
    const when = { delayMs: dayMs, key: `renew ${place.contractId}` }
    await deps.db.write(place.tenantId, (tx) => enqueue(tx, 'renewArchive', place, when))
  }
}

/** Notes how long the archive holds and queues its renewal: 90 days ahead, or at half of a shorter time. */
export async function queueRenewal(tx: Db, place: ContractPlace, validUntil: number, now: number): Promise<void> {
  await noteArchived(tx, place, validUntil)
  const when = { delayMs: renewalDelay(validUntil - now), key: `renew ${place.contractId}` }
  await enqueue(tx, 'renewArchive', place, when)
}

/**
 * After how long an archive that holds for `left` ms is due: before its end, however near that is. An authority whose
 * certificate is as good as over is asked daily for a better one.
 */
export const renewalDelay = (left: number): number => (left < overMs ? dayMs : left - Math.min(aheadMs, left / 2))

async function isDue(deps: Pick<Deps, 'db' | 'now'>, place: ContractPlace): Promise<boolean> {
  const until = (await archivedUntil(deps, place)) ?? null
  return until !== null && until - deps.now() <= aheadMs
}

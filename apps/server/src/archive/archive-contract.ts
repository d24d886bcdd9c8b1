import { isTimestampOutage, timestampRetryMs } from '#src/platform/authority/timestamp-outage.ts'
import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'
import { enqueue } from '#src/platform/jobs/jobs.ts'
import { appendToContract, type ContractPlace } from './archivable-files.ts'
import { type ArchiveIncrements, archiveIncrements, nothingToArchive } from './archive-increments.ts'
import { archivedUntil } from './archived-until.ts'
import { queueCompletion } from './queue-completion.ts'
import { queueRenewal } from './renew-archive.ts'

/**
 * Archives a finished contract before anyone is told that it is finished, then has it verified. Runs as a job; does
 * nothing a second time, and asks again later when there is no time-stamp to be had.
 */
export async function archiveContract(deps: Deps, place: ContractPlace): Promise<void> {
  try {
    await appendToContract(
      deps,
      place,
      async () =>
        (await archivedUntil(deps, place)) === null
          ? ((await archiveIncrements(deps, place)) ?? nothingToArchive())
          : null,
      (tx, made) => commitArchive(deps, tx, place, made),
    )
  } catch (error) {
    if (!isTimestampOutage(error)) throw error
    deps.log(`archiving ${place.contractId} waits for the time-stamping authority`, error)
    const when = { delayMs: timestampRetryMs, key: `archive ${place.contractId}` }
    await deps.db.write(place.tenantId, (tx) => enqueue(tx, 'archiveContract', place, when))
  }
}

async function commitArchive(
  { now }: Pick<Deps, 'now'>,
  tx: Db,
  place: ContractPlace,
  made: ArchiveIncrements,
): Promise<void> {
  if (made.appended.length > 0) await queueRenewal(tx, place, made.validUntil, now())
  await queueCompletion(tx, place, made)
  await enqueue(tx, 'verifyFinished', place)
}

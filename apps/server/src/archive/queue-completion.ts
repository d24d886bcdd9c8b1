import type { Db } from '#src/platform/database/database.ts'
import { enqueue, type JobPayloads } from '#src/platform/jobs/jobs.ts'
import type { ContractPlace } from './archivable-files.ts'
import type { ArchiveIncrements } from './archive-increments.ts'

/** What a job has to complete, and how often that was tried. */
export type Completion = JobPayloads['completeArchive']

const firstMs = 5000
/** With the rest of an address and one attempt at it, this keeps what is missing under a minute after a recovery. */
const mostMs = 30_000

/** Queues the next attempt: 5 s after the first, then twice as long each time, at most 30 s. */
export async function queueAttempt(tx: Db, completion: Completion): Promise<void> {
  const delayMs = Math.min(mostMs, firstMs * 2 ** Math.min(completion.tries, 10))
  await enqueue(tx, 'completeArchive', completion, { delayMs, key: `complete ${completion.contractId}` })
}

/** Queues what an archive lacks because an authority did not answer; nothing when nothing is missing. */
export async function queueCompletion(
  tx: Db,
  { tenantId, contractId }: ContractPlace,
  { appended, unanswered }: ArchiveIncrements,
): Promise<void> {
  if (unanswered.length === 0) return
  const asked = unanswered.map(({ certificate, issuer }) => ({
    certificate: certificate.toString('base64'),
    issuer: issuer.toString('base64'),
  }))
  const distinct = [...new Map(asked.map((one) => [one.certificate, one])).values()]
  const heads = appended.map(({ after }) => after.sha256)
  await queueAttempt(tx, { tenantId, contractId, unanswered: distinct, heads, tries: 0 })
}

import { isTimestampOutage } from '#src/platform/authority/timestamp-outage.ts'
import type { Deps } from '#src/platform/deps.ts'
import { appendToContract, archivableFiles } from './archivable-files.ts'
import { type ArchiveIncrements, archiveIncrements } from './archive-increments.ts'
import { type Completion, queueAttempt, queueCompletion } from './queue-completion.ts'
import { queueRenewal } from './renew-archive.ts'

/**
 * Raises an archive that lacks revocation data to B-LTA as soon as its authority answers: data and a further document
 * time-stamp, as increments. Runs as a job until then, which costs no more than the question; a repeat finds other
 * heads and does nothing.
 */
export async function completeArchive(deps: Deps, completion: Completion): Promise<void> {
  const { tenantId, contractId } = completion
  const place = { tenantId, contractId }
  if (!(await isAnswered(deps, completion))) return later(deps, completion)
  try {
    await appendToContract(
      deps,
      place,
      async () => ((await isAsLeft(deps, completion)) ? archiveIncrements(deps, place) : null),
      async (tx, made: ArchiveIncrements) => {
        await queueRenewal(tx, place, made.validUntil, deps.now())
        await queueCompletion(tx, place, made)
      },
    )
  } catch (error) {
    if (!isTimestampOutage(error)) throw error
    await later(deps, completion)
  }
}

/** Only when all answer: every attempt that adds something adds a time-stamp as well. */
async function isAnswered({ authority }: Deps, { unanswered }: Completion): Promise<boolean> {
  const answers = await Promise.all(
    unanswered.map(({ certificate, issuer }) =>
      authority.revocation(Buffer.from(certificate, 'base64'), Buffer.from(issuer, 'base64')),
    ),
  )
  return !answers.some(({ unreachable }) => unreachable)
}

async function later(deps: Deps, completion: Completion): Promise<void> {
  const next = { ...completion, tries: completion.tries + 1 }
  if (completion.tries === 0) deps.log(`the archive of ${completion.contractId} waits for revocation data`)
  await deps.db.write(completion.tenantId, (tx) => queueAttempt(tx, next))
}

/** Whether the files still end as the archive left them: a renewal asks for itself what is missing. */
async function isAsLeft(deps: Deps, { tenantId, contractId, heads }: Completion): Promise<boolean> {
  const files = await archivableFiles(deps, { tenantId, contractId })
  return files.some(({ head }) => heads.includes(head.sha256))
}

import { appendDocumentTimestamp } from '@moqi/signing/levels/archive-document'
import { isTimestampOutage, timestampRetryMs } from '#src/platform/authority/timestamp-outage.ts'
import type { Deps } from '#src/platform/deps.ts'
import type { AppendedFile } from '#src/platform/documents/move-head.ts'
import { enqueue } from '#src/platform/jobs/jobs.ts'
import { appendToContract, archivableFiles, type ContractPlace } from './archivable-files.ts'

/**
 * Proves the time of signatures that were made while the time-stamping authority was out of reach: a document
 * time-stamp right after them changes none of their bytes and covers them all. Runs as a job, and again until the
 * authority answers.
 */
export async function timestampContract(deps: Deps, place: ContractPlace): Promise<void> {
  try {
    await appendToContract(
      deps,
      place,
      () => timestamped(deps, place),
      async () => {},
    )
  } catch (error) {
    if (!isTimestampOutage(error)) throw error
    const when = { delayMs: timestampRetryMs, key: `timestamp ${place.contractId}` }
    await deps.db.write(place.tenantId, (tx) => enqueue(tx, 'timestampContract', place, when))
  }
}

async function timestamped(deps: Deps, place: ContractPlace): Promise<{ appended: AppendedFile[] } | null> {
  const { timestamps } = deps.authority
  const files = await archivableFiles(deps, place)
  const appended: AppendedFile[] = []
  for (const file of files.filter(({ awaitsTimestamp, layout }) => awaitsTimestamp && layout.archive)) {
    const { increment, head } = await appendDocumentTimestamp({ timestamps }, file)
    appended.push({ fileId: file.fileId, before: file.head, after: head, increment })
  }
  return appended.length > 0 ? { appended } : null
}

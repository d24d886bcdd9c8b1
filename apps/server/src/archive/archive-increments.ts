import { appendDocumentTimestamp, appendValidationData } from '@moqi/signing/levels/archive-document'
import { gatherValidationData, signedMaterial, type Unanswered } from '@moqi/signing/levels/validation-data'
import type { Deps } from '#src/platform/deps.ts'
import { type ArchivedDocument, storeDocument } from '#src/platform/documents/archived-document.ts'
import type { AppendedFile } from '#src/platform/documents/move-head.ts'
import { readDocument } from '#src/platform/documents/read-document.ts'
import { type ArchivableFile, archivableFiles, type ContractPlace } from './archivable-files.ts'

/**
 * Increments that are to be committed with the stored documents they end, the ms at which the first time-stamp
 * certificate ends, and the certificates whose authority did not answer.
 */
export type ArchiveIncrements = {
  appended: AppendedFile[]
  archived: ArchivedDocument[]
  validUntil: number
  unanswered: Unanswered[]
}

/**
 * Two increments a file: current validation data for every signature, and a document time-stamp over it (PAdES B-LTA).
 * Files frozen before their catalog was kept are left as they are; null when there is no other. Throws what the
 * time-stamping authority throws.
 */
export async function archiveIncrements(deps: Deps, place: ContractPlace): Promise<ArchiveIncrements | null> {
  const files = await archivableFiles(deps, place)
  const made: ArchiveIncrements = nothingToArchive()
  for (const file of files.filter(({ layout }) => layout.archive)) {
    const { appended, archived, validUntil, unanswered } = await archivedFile(deps, place, file)
    made.appended.push(...appended)
    made.archived.push(archived)
    made.unanswered.push(...unanswered)
    made.validUntil = Math.min(made.validUntil, validUntil)
  }
  return made.appended.length > 0 ? made : null
}

/** What archiving a contract comes to that has no file to archive. */
export const nothingToArchive = (): ArchiveIncrements => ({
  appended: [],
  archived: [],
  validUntil: Number.POSITIVE_INFINITY,
  unanswered: [],
})

async function archivedFile(deps: Deps, { tenantId, contractId }: ContractPlace, file: ArchivableFile) {
  const { fileId, layout, head } = file
  const document = await deps.db.read(tenantId, (db) => readDocument(deps, db, tenantId, contractId, fileId))
  const bytes = document.bytes.subarray(0, head.length)
  const { issuers, revocation, timestamps } = deps.authority
  const { data, unanswered } = await gatherValidationData(signedMaterial(bytes, head), { issuers, source: revocation })
  const filled = appendValidationData({ layout, head }, data, new Date(deps.now()))
  const stamped = await appendDocumentTimestamp({ timestamps }, { layout, head: filled.head })
  const whole = Buffer.concat([bytes, filled.increment, stamped.increment])
  const isArchived = true
  return {
    appended: [
      { fileId, before: head, after: filled.head, increment: filled.increment, isArchived },
      { fileId, before: filled.head, after: stamped.head, increment: stamped.increment, isArchived },
    ],
    archived: await storeDocument(deps, fileId, stamped.head.sha256, whole),
    validUntil: stamped.validUntil.getTime(),
    unanswered,
  }
}

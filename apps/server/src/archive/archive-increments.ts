import { appendDocumentTimestamp, appendValidationData } from '@moqi/signing/levels/archive-document'
import { gatherValidationData, signedMaterial, type Unanswered } from '@moqi/signing/levels/validation-data'
import type { Deps } from '#src/platform/deps.ts'
import { type AppendedFile, storedIncrement } from '#src/platform/documents/move-head.ts'
import { readDocument } from '#src/platform/documents/read-document.ts'
import { type ArchivableFile, archivableFiles, type ContractPlace } from './archivable-files.ts'

/**
 * Stored increments that are to be committed, the ms at which the first time-stamp certificate ends, and the
 * certificates whose authority did not answer.
 */
export type ArchiveIncrements = { appended: AppendedFile[]; validUntil: number; unanswered: Unanswered[] }

/**
 * Two increments a file: current validation data for every signature, and a document time-stamp over it (PAdES B-LTA).
 * Files frozen before their catalog was kept are left as they are; null when there is no other. Throws what the
 * time-stamping authority throws.
 */
export async function archiveIncrements(deps: Deps, place: ContractPlace): Promise<ArchiveIncrements | null> {
  const files = await archivableFiles(deps, place)
  const made: ArchiveIncrements = { appended: [], validUntil: Number.POSITIVE_INFINITY, unanswered: [] }
  for (const file of files.filter(({ layout }) => layout.archive)) {
    const { appended, validUntil, unanswered } = await archived(deps, place, file)
    made.appended.push(...appended)
    made.unanswered.push(...unanswered)
    made.validUntil = Math.min(made.validUntil, validUntil)
  }
  return made.appended.length > 0 ? made : null
}

async function archived(deps: Deps, { tenantId, contractId }: ContractPlace, file: ArchivableFile) {
  const { fileId, layout, head } = file
  const { bytes } = await deps.db.read(tenantId, (db) => readDocument(deps, db, tenantId, contractId, fileId))
  const { issuers, revocation, timestamps } = deps.authority
  const material = signedMaterial(bytes.subarray(0, head.length), head)
  const { data, unanswered } = await gatherValidationData(material, { issuers, source: revocation })
  const filled = appendValidationData({ layout, head }, data, new Date(deps.now()))
  const stamped = await appendDocumentTimestamp({ timestamps }, { layout, head: filled.head })
  return {
    appended: [
      await storedIncrement(deps, file, filled),
      await storedIncrement(deps, { fileId, head: filled.head }, stamped),
    ],
    validUntil: stamped.validUntil.getTime(),
    unanswered,
  }
}

import { holdBlobs, releaseBlobs } from '#src/platform/blobs/blob-holders.ts'
import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'

/** A whole document in one blob, named by `sha256` (hex); `length` in bytes. */
export type ArchivedDocument = { fileId: string; sha256: string; length: number }

/**
 * Stores a document's bytes as one blob, which no row names yet. Throws when they are not what `sha256` says: nothing
 * else than what was signed is archived.
 */
export async function storeDocument(
  { blobs }: Pick<Deps, 'blobs'>,
  fileId: string,
  sha256: string,
  bytes: Buffer,
): Promise<ArchivedDocument> {
  const stored = await blobs.put(bytes)
  if (stored !== sha256) throw new Error(`file ${fileId} to be archived is ${stored}, not ${sha256}`)
  return { fileId, sha256, length: bytes.length }
}

/**
 * Names the blob as what the document begins with, and frees the increments in it and the archive before it. Where each
 * revision begins and ends, and its hash, stay. Runs in the contract's tenant.
 */
export async function keepArchived(
  tx: Db,
  { tenantId, contractId }: { tenantId: string; contractId: string },
  { fileId, sha256, length }: ArchivedDocument,
): Promise<void> {
  const before = await tx
    .selectFrom('document_layout')
    .where('tenant_id', '=', tenantId)
    .where('contract_id', '=', contractId)
    .where('file_id', '=', fileId)
    .select('archive_sha256')
    .executeTakeFirst()
  await tx
    .updateTable('document_layout')
    .set({ archive_sha256: sha256, archive_length: length })
    .where('tenant_id', '=', tenantId)
    .where('contract_id', '=', contractId)
    .where('file_id', '=', fileId)
    .execute()
  await tx
    .updateTable('document_revision')
    .set({ bytes: null })
    .where('tenant_id', '=', tenantId)
    .where('contract_id', '=', contractId)
    .where('file_id', '=', fileId)
    .where('start', '<', length)
    .where('bytes', 'is not', null)
    .execute()
  await holdBlobs(tx, contractId, [sha256])
  const replaced = before?.archive_sha256
  if (replaced && replaced !== sha256) {
    await releaseBlobs(tx, { jobKey: `free ${replaced}`, holders: [contractId], names: [replaced] })
  }
}

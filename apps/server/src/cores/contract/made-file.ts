import type { Area } from '@moqi/domain/contract/area'
import { sql } from 'kysely'
import { holdBlobs, releaseBlobs } from '#src/platform/blobs/blob-holders.ts'
import type { Db } from '#src/platform/database/database.ts'
import { putAreas } from './draft-areas.ts'
import { lockFiles, removeUnused } from './unused-files.ts'

/** A PDF that the platform has made for a draft: its bytes are stored; pages in mm. */
export type MadeFile = {
  fileId: string
  accountId: string
  name: string
  sha256: string
  size: number
  pages: { width: number; height: number }[]
  createdAt: number
}

/**
 * Makes it the draft's only file, with these places, and removes the one it had before. Runs in the draft's tenant.
 */
export async function putMadeFile(
  tx: Db,
  place: { tenantId: string; contractId: string },
  { fileId, accountId, name, sha256, size, pages, createdAt }: MadeFile,
  areas: readonly Area[],
): Promise<void> {
  const { tenantId, contractId } = place
  const before = await lockFiles(tx, place)
  await holdBlobs(tx, fileId, [sha256])
  await tx
    .insertInto('file')
    .values({
      tenant_id: tenantId,
      file_id: fileId,
      account_id: accountId,
      usage: 'contract',
      name,
      size,
      page_count: pages.length,
      sha256,
      kept_sha256: sha256,
      kept_size: size,
      pages: sql`${JSON.stringify(pages)}::jsonb`,
      signed: false,
      fields: null,
      created_at: createdAt,
    })
    .execute()
  await tx.deleteFrom('contract_file').where('tenant_id', '=', tenantId).where('contract_id', '=', contractId).execute()
  await tx
    .insertInto('contract_file')
    .values({ tenant_id: tenantId, contract_id: contractId, position: 0, file_id: fileId, name: null })
    .execute()
  await putAreas(tx, place, areas)
  const removed = await removeUnused(tx, tenantId, before)
  if (removed.length > 0) await releaseBlobs(tx, { jobKey: `free ${fileId}`, holders: removed })
}

import { Refusal } from '@moqi/domain/refusal'
import { sql } from 'kysely'
import { releaseBlobs } from '#src/platform/blobs/blob-holders.ts'
import type { Db } from '#src/platform/database/database.ts'
import { inTenant } from '#src/platform/database/transaction.ts'

/** Who has uploaded, and in which space. */
type Uploader = { tenantId: string; accountId: string }
type Upload = { fileId: string; usage: 'paper' }

/** Of an upload the hash of what is shown of it, of the upload as it came, and the length in bytes of what is shown. */
export type UploadFacts = { sha256: string; originSha256: string; length: number }

/** An account's own upload in its space, from any transaction. Throws `file/not-found` for any other. */
export async function uploadToPass(
  tx: Db,
  { tenantId, accountId }: Uploader,
  { fileId, usage }: Upload,
): Promise<UploadFacts> {
  const row = await inTenant(tx, tenantId, () =>
    tx
      .selectFrom('file')
      .where('tenant_id', '=', tenantId)
      .where('file_id', '=', fileId)
      .where('account_id', '=', accountId)
      .where('usage', '=', usage)
      .select(['sha256', 'kept_sha256', 'kept_size'])
      .forUpdate()
      .executeTakeFirst(),
  )
  if (!row) throw new Refusal('file/not-found')
  return { sha256: row.kept_sha256, originSha256: row.sha256, length: row.kept_size }
}

/**
 * Moves an account's own upload from its space into the tenant of the transaction, under the same id, so that what is
 * stored of it is held as before. Throws `file/not-found` for any other.
 */
export async function passUpload(
  tx: Db,
  { tenantId: from, accountId }: Uploader,
  { to, fileId, usage }: Upload & { to: string },
): Promise<void> {
  const row = await inTenant(tx, from, () =>
    tx
      .deleteFrom('file')
      .where('tenant_id', '=', from)
      .where('file_id', '=', fileId)
      .where('account_id', '=', accountId)
      .where('usage', '=', usage)
      .returningAll()
      .executeTakeFirst(),
  )
  if (!row) throw new Refusal('file/not-found')
  await tx
    .insertInto('file')
    .values({
      tenant_id: to,
      file_id: fileId,
      account_id: accountId,
      usage,
      name: row.name,
      size: row.size,
      page_count: row.page_count,
      sha256: row.sha256,
      kept_sha256: row.kept_sha256,
      kept_size: row.kept_size,
      pages: sql`${JSON.stringify(row.pages)}::jsonb`,
      signed: row.signed,
      fields: row.fields && sql`${JSON.stringify(row.fields)}::jsonb`,
      source_kind: row.source_kind,
      created_at: row.created_at,
      sent: true,
    })
    .execute()
}

/** Removes an upload that is in no contract any more, and frees what is stored of it. */
export async function removeUpload(tx: Db, tenantId: string, fileId: string): Promise<void> {
  await tx.deleteFrom('file').where('tenant_id', '=', tenantId).where('file_id', '=', fileId).execute()
  await releaseBlobs(tx, { jobKey: `free ${fileId}`, holders: [fileId] })
}

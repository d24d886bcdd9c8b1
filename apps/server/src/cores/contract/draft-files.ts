import type { FileField } from '@moqi/domain/contract/file-fields'
import { checkFileName } from '@moqi/domain/contract/draft-text'
import type { WrittenFile } from '@moqi/domain/contract/written-draft'
import { Refusal } from '@moqi/domain/refusal'
import { filesInOrder } from './contract-files.ts'
import type { Db } from '#src/platform/database/database.ts'
import { isUuid } from '#src/platform/uuid.ts'
import { fieldOf } from '#src/platform/field-of.ts'

type Place = { tenantId: string; contractId: string }
type Files = {
  fileId: string
  pages: { width: number; height: number }[]
  fields: FileField[] | null
  size: number
}[]

type Uploader = Place & { accountId: string; usage: 'contract' | 'attachment' }

/**
 * Throws `file/not-found` for a file that neither the account has uploaded for that use in this space nor the draft has
 * already, by its template or whoever began it. None may be there twice.
 */
export async function ownFiles(tx: Db, uploader: Uploader, fileIds: string[]): Promise<void> {
  const { tenantId, accountId, usage } = uploader
  const unique = [...new Set(fileIds)]
  if (unique.length !== fileIds.length) throw new Refusal('field/invalid', { field: 'files', message: '文件重复' })
  if (unique.length === 0) return
  if (!unique.every(isUuid)) throw new Refusal('file/not-found')
  const own = await tx
    .selectFrom('file')
    .where('tenant_id', '=', tenantId)
    .where((file) => file.or([file('account_id', '=', accountId), file('file_id', 'in', filesAlready(tx, uploader))]))
    .where('usage', '=', usage)
    .where('file_id', 'in', unique)
    .select('file_id')
    .forShare()
    .execute()
  if (own.length !== unique.length) throw new Refusal('file/not-found')
}

/** A name given to a file in this contract, or null for the one it came with. Throws `field/invalid`. */
export function givenName(field: string, name: string | null | undefined): string | null {
  if (name === null || name === undefined) return null
  return fieldOf(field, checkFileName(name))
}

/** Replaces the files of a draft. Throws `file/not-found` for one the account has not uploaded in this space. */
export async function putFiles(tx: Db, place: Place, accountId: string, files: readonly WrittenFile[]): Promise<void> {
  const { tenantId, contractId } = place
  const fileIds = files.map(({ fileId }) => fileId)
  await ownFiles(tx, { ...place, accountId, usage: 'contract' }, fileIds)
  await tx.deleteFrom('contract_file').where('tenant_id', '=', tenantId).where('contract_id', '=', contractId).execute()
  if (fileIds.length === 0) return
  await tx
    .insertInto('contract_file')
    .values(
      files.map(({ fileId, fileName }, position) => ({
        tenant_id: tenantId,
        contract_id: contractId,
        position,
        file_id: fileId,
        name: givenName('files', fileName),
      })),
    )
    .execute()
  await tx
    .deleteFrom('area')
    .where('tenant_id', '=', tenantId)
    .where('contract_id', '=', contractId)
    .where('file_id', 'not in', fileIds)
    .execute()
}

const filesAlready = (tx: Db, { tenantId, contractId, usage }: Uploader) =>
  tx
    .selectFrom(usage === 'contract' ? 'contract_file' : 'contract_attachment')
    .where('tenant_id', '=', tenantId)
    .where('contract_id', '=', contractId)
    .select('file_id')

/** Keeps stored files from being removed until the transaction ends. Throws `file/not-found` for one that is gone. */
export async function holdFiles(tx: Db, tenantId: string, fileIds: readonly string[]): Promise<void> {
  const unique = [...new Set(fileIds)]
  const held = await tx
    .selectFrom('file')
    .where('tenant_id', '=', tenantId)
    .where('file_id', 'in', unique)
    .select('file_id')
    .orderBy('file_id')
    .forShare()
    .execute()
  if (held.length !== unique.length) throw new Refusal('file/not-found')
}

/** Gives a contract without files these, in this order. */
export async function insertFiles(tx: Db, { tenantId, contractId }: Place, fileIds: readonly string[]): Promise<void> {
  await holdFiles(tx, tenantId, fileIds)
  await tx
    .insertInto('contract_file')
    .values(
      fileIds.map((fileId, position) => ({ tenant_id: tenantId, contract_id: contractId, position, file_id: fileId })),
    )
    .execute()
}

/** The files of a contract in order, with what the rules need of them. */
export async function filesOf(db: Db, { tenantId, contractId }: Place): Promise<Files> {
  const rows = await filesInOrder(db, { homeTenantId: tenantId, contractId })
    .select(['f.pages', 'f.fields', 'f.kept_size'])
    .execute()
  return rows.map((row) => ({ fileId: row.file_id, pages: row.pages, fields: row.fields, size: row.kept_size }))
}

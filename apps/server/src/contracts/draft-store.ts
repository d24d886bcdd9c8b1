import type { Draft } from '@moqi/api/task'
import type { Position } from '@moqi/api/shapes'
import type { FileField } from '@moqi/domain/contract/file-fields'
import { checkFileName } from '@moqi/domain/contract/draft-text'
import { checkCompanyName } from '@moqi/domain/identity/company'
import { checkPhone, maskPhone } from '@moqi/domain/identity/phone'
import { senderNo } from '@moqi/domain/templates/template-rules'
import { Refusal } from '@moqi/domain/refusal'
import { sql } from 'kysely'
import { type AreaRow, filesInOrder } from '#src/platform/contract-store/contract-files.ts'
import type { PartyRow } from '#src/platform/contract-store/contract-rows.ts'
import type { Db } from '#src/platform/database/database.ts'

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
 * already, by its template. None may be there twice.
 */
export async function ownFiles(tx: Db, uploader: Uploader, fileIds: string[]): Promise<void> {
  const { tenantId, accountId, usage } = uploader
  const unique = [...new Set(fileIds)]
  if (unique.length !== fileIds.length)
    throw new Refusal('field/invalid', { field: 'fileIdArray', message: '文件重复' })
  if (unique.length === 0) return
  const own = await tx
    .selectFrom('file')
    .where('tenant_id', '=', tenantId)
    .where((file) => file.or([file('account_id', '=', accountId), file('file_id', 'in', filesAlready(tx, uploader))]))
    .where('usage', '=', usage)
    .where('file_id', 'in', uuidsOf(unique))
    .select('file_id')
    .execute()
  if (own.length !== unique.length) throw new Refusal('file/not-found')
}

/** A name given to a file in this contract, or null for the one it came with. Throws `field/invalid`. */
export function givenName(field: string, name: string | null | undefined): string | null {
  if (name === null || name === undefined) return null
  const checked = checkFileName(name)
  if (!checked.ok) throw new Refusal('field/invalid', { field, message: checked.message })
  return checked.value
}

/** Replaces the files of a draft. Throws `file/not-found` for one the account has not uploaded in this space. */
export async function putFiles(
  tx: Db,
  place: Place,
  accountId: string,
  { fileIdArray, fileNameArray }: Pick<Draft, 'fileIdArray' | 'fileNameArray'>,
): Promise<void> {
  const { tenantId, contractId } = place
  await ownFiles(tx, { ...place, accountId, usage: 'contract' }, fileIdArray)
  await tx.deleteFrom('contract_file').where('tenant_id', '=', tenantId).where('contract_id', '=', contractId).execute()
  if (fileIdArray.length === 0) return
  await tx
    .insertInto('contract_file')
    .values(
      fileIdArray.map((fileId, position) => ({
        tenant_id: tenantId,
        contract_id: contractId,
        position,
        file_id: fileId,
        name: givenName('fileArray', fileNameArray[position]),
      })),
    )
    .execute()
  await tx
    .deleteFrom('area')
    .where('tenant_id', '=', tenantId)
    .where('contract_id', '=', contractId)
    .where('file_id', 'not in', fileIdArray)
    .execute()
}

const filesAlready = (tx: Db, { tenantId, contractId }: Place) =>
  tx
    .selectFrom('contract_file')
    .where('tenant_id', '=', tenantId)
    .where('contract_id', '=', contractId)
    .select('file_id')

/** Gives a contract without files these, in this order. */
export async function insertFiles(tx: Db, { tenantId, contractId }: Place, fileIds: readonly string[]): Promise<void> {
  await tx
    .insertInto('contract_file')
    .values(
      fileIds.map((fileId, position) => ({ tenant_id: tenantId, contract_id: contractId, position, file_id: fileId })),
    )
    .execute()
}

/** An id from outside that is no UUID names nothing. */
function uuidsOf(ids: string[]): string[] {
  if (ids.every((id) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id))) return ids
  throw new Refusal('file/not-found')
}

/** Who saves a draft: the own phone, which the browser knows only masked, and where new handles come from. */
type Author = { phone: string; newSignId: () => string }

/** Replaces the signers of a draft as they were typed, numbers and company names normalised where they can be. */
export async function putParties(tx: Db, place: Place, signers: Draft['signerArray'], author: Author): Promise<void> {
  const { tenantId, contractId } = place
  const numbers = signers.map(({ signerNo }) => signerNo)
  if (new Set(numbers).size !== numbers.length) {
    throw new Refusal('field/invalid', { field: 'signerArray', message: '签署方编号重复' })
  }
  await tx.deleteFrom('party').where('tenant_id', '=', tenantId).where('contract_id', '=', contractId).execute()
  if (signers.length > 0) {
    await tx
      .insertInto('party')
      .values(signers.map((signer) => partyRow(place, signer, author)))
      .execute()
  }
  await tx
    .deleteFrom('area')
    .where('tenant_id', '=', tenantId)
    .where('contract_id', '=', contractId)
    .where('signer_no', 'not in', [0, ...numbers])
    .execute()
}

function partyRow(place: Place, signer: Draft['signerArray'][number], author: Author): PartyRow {
  const own = signer.phone === maskPhone(author.phone)
  const phone = checkPhone(own ? author.phone : signer.phone)
  const company = signer.signType === 1 ? (signer.companyName ?? '') : null
  const checked = company === null ? null : checkCompanyName(company)
  return {
    tenant_id: place.tenantId,
    contract_id: place.contractId,
    signer_no: signer.signerNo,
    sign_order: signer.signOrder,
    sign_type: signer.signType,
    signer_name: signer.signerName,
    phone: phone.ok ? phone.value : signer.phone,
    company_name: checked?.ok ? checked.value : company,
    state: 'waiting',
    will_auth_type: signer.willAuthType,
    private_message: signer.privateMessage?.trim() || null,
    forced_reading: signer.forcedReading,
    reading_done_at: null,
    sign_id: author.newSignId(),
    party_tenant_id: null,
    account_id: null,
    read_at: null,
    signed_at: null,
    finished_mail: null,
  }
}

const jsonb = <T>(value: T | undefined) => (value === undefined ? null : sql<T>`${JSON.stringify(value)}::jsonb`)

/** Replaces the areas of a draft but for what its template had the initiator fill in. */
export async function putAreas(tx: Db, place: Place, positions: Position[]): Promise<void> {
  const { tenantId, contractId } = place
  const ids = positions.map(({ positionId }) => positionId)
  if (new Set(ids).size !== ids.length) {
    throw new Refusal('field/invalid', { field: 'positionArray', message: '签署位置编号重复' })
  }
  await tx
    .deleteFrom('area')
    .where('tenant_id', '=', tenantId)
    .where('contract_id', '=', contractId)
    .where('signer_no', '<>', senderNo)
    .execute()
  await insertAreas(
    tx,
    positions.map((position) => areaRow(place, position, null)),
  )
}

/** Stores further areas. */
export async function insertAreas(tx: Db, areas: readonly AreaRow[]): Promise<void> {
  if (areas.length === 0) return
  const rows = areas.map((area) => ({
    ...area,
    bounds: jsonb(area.bounds ?? undefined),
    pages: jsonb(area.pages ?? undefined),
  }))
  await tx.insertInto('area').values(rows).execute()
}

/** A place as it is stored; `value` is what the initiator has filled in. */
export function areaRow({ tenantId, contractId }: Place, position: Position, value: string | null): AreaRow {
  return {
    tenant_id: tenantId,
    contract_id: contractId,
    position_id: position.positionId,
    file_id: uuidsOf([position.fileId])[0] ?? '',
    signer_no: position.signerNo,
    page: position.page,
    x: position.x,
    y: position.y,
    width: position.width,
    height: position.height,
    position_type: position.positionType,
    required: position.required,
    format: position.format,
    value,
    label: position.label || null,
    bounds: position.bounds ?? null,
    pages: position.pages ?? null,
  }
}

/** The files of a contract in order, with what the rules need of them. */
export async function filesOf(db: Db, { tenantId, contractId }: Place): Promise<Files> {
  const rows = await filesInOrder(db, { homeTenantId: tenantId, contractId })
    .select(['f.pages', 'f.fields', 'f.kept_size'])
    .execute()
  return rows.map((row) => ({ fileId: row.file_id, pages: row.pages, fields: row.fields, size: row.kept_size }))
}

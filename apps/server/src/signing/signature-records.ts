import { openSpaces } from '#src/cores/identity/open-spaces.ts'
import { hash } from 'node:crypto'
import type { Input, Output } from '@moqi/api/call'
import type { signatureRecord, SignatureRecord } from '@moqi/api/signature-record'
import { reachOf } from '@moqi/domain/spaces/rights'
import { shanghaiDate } from '@moqi/domain/time/civil-date'
import { formatDate } from '@moqi/domain/time/format-date'
import { Refusal } from '@moqi/domain/refusal'
import { willMethods } from '@moqi/evidence/log-record'
import type { Selectable } from 'kysely'
import type { Member, OwnSpace } from '#src/platform/actor.ts'
import type { BlobAnswer, Handler } from '#src/platform/handlers.ts'
import type { Db } from '#src/platform/database/database.ts'
import type { Schema } from '#src/platform/database/schema.ts'
import type { Deps } from '#src/platform/deps.ts'
import { csvOf } from '#src/platform/csv.ts'
import { type Keyset, likeText, pageOf, readCursor } from '#src/platform/keyset.ts'

type Row = Selectable<Schema['signature_record']>
type Asked = Input<typeof signatureRecord.exportSignatureRecords>
/** Whose records of a space: all, those of the account's department, or the account's own. */
type Scope = { tenantId: string; accountId: string; reach: 'company' | 'department' | null }

const mostExported = 50_000
const exportedAtOnce = 1000

/**
 * The seals and signatures used in the space, newest first; an operator sees the own ones, some the department's
 * (checklist R33).
 */
export const listSignatureRecords: Handler<typeof signatureRecord.listSignatureRecords> = async (
  { db },
  member,
  input,
) => {
  const before = readCursor(input.cursor)
  const rows = await db.read(member.tenantId, (tenant) =>
    records(tenant, scopeOf(member), input, before)
      .limit(input.pageSize + 1)
      .execute(),
  )
  return recordPage(
    rows.map((row) => wireRecord(row, member.space)),
    input.pageSize,
  )
}

/** The same as a table for a spreadsheet, up to 50,000 rows. */
export async function exportSignatureRecords(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  member: Member,
  input: Asked,
): Promise<BlobAnswer> {
  const rows: Row[] = []
  for (let before: Keyset | null = null; rows.length < mostExported;) {
    const from: Keyset | null = before
    const some: Row[] = await db.read(member.tenantId, (tenant) =>
      records(tenant, scopeOf(member), input, from).limit(exportedAtOnce).execute(),
    )
    rows.push(...some)
    const last = some.at(-1)
    if (!last || some.length < exportedAtOnce) break
    before = { at: last.signed_at, id: last.record_id }
  }
  const bytes = Buffer.from(csvOf(exportedColumns, rows.map(exportedRow)))
  const { year, month, day } = shanghaiDate(now())
  const date = [year, month, day].map((part) => String(part).padStart(2, '0')).join('')
  return { bytes, type: 'text/csv; charset=utf-8', etag: hash('sha256', bytes), fileName: `用印记录-${date}.csv` }
}

/** Every signature the person made, in whatever own space (checklist R35). */
export const listOwnSignatures: Handler<typeof signatureRecord.listOwnSignatures> = async ({ db }, person, input) => {
  const before = readCursor(input.cursor)
  const spaces = openSpaces(person).filter(({ tenantId }) => !input.tenantId || tenantId === input.tenantId)
  if (spaces.length === 0) throw new Refusal('space/not-found')
  const found: SignatureRecord[] = []
  for (const space of spaces) {
    const scope = { tenantId: space.tenantId, accountId: person.accountId, reach: null }
    const rows = await db.read(space.tenantId, (tenant) =>
      records(tenant, scope, input, before)
        // What a company's letter signed by itself is nobody's deed.
        .where('automatic', '=', false)
        .limit(input.pageSize + 1)
        .execute(),
    )
    found.push(...rows.map((row) => wireRecord(row, space)))
  }
  const inOrder = found.toSorted((a, b) => b.signTime - a.signTime || (a.recordId < b.recordId ? 1 : -1))
  return recordPage(inOrder, input.pageSize)
}

const scopeOf = ({ tenantId, accountId, space }: Member): Scope => ({
  tenantId,
  accountId,
  reach: reachOf('auditSeals', space.rights),
})

/** The records of the space that lie in the scope. */
function recordsOf(tenant: Db, { tenantId, accountId, reach }: Scope) {
  const all = tenant.selectFrom('signature_record').where('tenant_id', '=', tenantId)
  if (reach === 'company') return all
  if (reach === null) return all.where('account_id', '=', accountId)
  return all.where('account_id', 'in', departmentOf(tenant, { tenantId, accountId }))
}

function records(tenant: Db, scope: Scope, asked: Asked, before: Keyset | null) {
  let found = recordsOf(tenant, scope)
  if (before) {
    found = found.where(({ eb, refTuple, tuple }) =>
      eb(refTuple('signed_at', 'record_id'), '<', tuple(before.at, before.id)),
    )
  }
  const { signTimeStart, signTimeEnd, sealId } = asked
  if (sealId !== undefined) found = found.where('seal_id', '=', sealId)
  const [about, seal, signer] = [asked.keyword, asked.sealName, asked.signerName].map(likeText)
  if (about) {
    found = found.where((eb) =>
      eb.or([eb('subject', 'ilike', about), eb('contract_no', 'ilike', about), eb('grant_no', 'ilike', about)]),
    )
  }
  if (seal) found = found.where('seal_name', 'ilike', seal)
  if (signer) found = found.where('signer_name', 'ilike', signer)
  for (const time of [signTimeStart, signTimeEnd]) {
    if (time !== undefined && !Number.isSafeInteger(time)) throw new Refusal('request/invalid')
  }
  if (signTimeStart !== undefined) found = found.where('signed_at', '>=', signTimeStart)
  if (signTimeEnd !== undefined) found = found.where('signed_at', '<=', signTimeEnd)
  return found.orderBy('signed_at', 'desc').orderBy('record_id', 'desc').selectAll()
}

/** The account, and whoever is in the department it is in. */
const departmentOf = (tenant: Db, { tenantId, accountId }: Pick<Scope, 'tenantId' | 'accountId'>) =>
  tenant
    .selectFrom('membership as own')
    .innerJoin('membership as m', 'm.tenant_id', 'own.tenant_id')
    .where('own.tenant_id', '=', tenantId)
    .where('own.account_id', '=', accountId)
    .where(({ or, eb, ref }) =>
      or([eb('m.account_id', '=', ref('own.account_id')), eb('m.department_id', '=', ref('own.department_id'))]),
    )
    .select('m.account_id')

/** A page of what was found, which may be more. */
function recordPage(found: SignatureRecord[], size: number): Output<typeof signatureRecord.listOwnSignatures> {
  const { page, nextCursor } = pageOf(found, size, ({ signTime, recordId }) => ({ at: signTime, id: recordId }))
  return { recordArray: page, nextCursor }
}

const wireRecord = (row: Row, space: OwnSpace): SignatureRecord => ({
  recordId: row.record_id,
  tenantId: row.tenant_id,
  spaceName: space.name || (space.kind === 'company' ? '企业' : '个人'),
  signTime: row.signed_at,
  signerName: row.signer_name,
  signId: row.sign_id,
  taskId: row.contract_id,
  taskNo: row.contract_no,
  taskName: row.subject,
  sealId: row.seal_id,
  sealName: row.seal_name,
  sealType: row.seal_kind,
  fileId: row.file_id,
  sha256: row.sha256,
  certificateSerial: row.certificate_serial,
  willAuthArray: row.will_methods,
  approvalId: row.approval_id,
  grantNo: row.grant_id === null ? null : (row.grant_no ?? ''),
  disputeTime: row.disputed_at,
})

const exportedColumns = [
  '用印时间',
  '使用人',
  '印章',
  '合同主题',
  '合同编号',
  '文件指纹（SHA-256）',
  '意愿认证',
  '证书序列号',
  '用印审批',
  '印章授权书',
  '异议时间',
]
const exportedRow = (row: Row): string[] => [
  formatDate(row.signed_at),
  row.signer_name,
  row.seal_name,
  row.subject,
  row.contract_no,
  row.sha256,
  row.will_methods.map((method) => willMethods[method]).join('、'),
  row.certificate_serial,
  row.approval_id ?? '无需审批',
  row.grant_id === null ? '' : (row.grant_no ?? '未签授权书'),
  row.disputed_at === null ? '' : formatDate(row.disputed_at),
]

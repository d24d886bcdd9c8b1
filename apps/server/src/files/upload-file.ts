import type { Input, Output } from '@moqi/api/call'
import type { file } from '@moqi/api/file'
import { wireField } from '@moqi/api/wire/file'
import { draftLimits } from '@moqi/domain/contract/draft-limits'
import { Refusal, type RefusalCode } from '@moqi/domain/refusal'
import { sealPicture } from '@moqi/domain/seals/seal-picture'
import { type ConvertedKind, type FileKind, fileKind } from '@moqi/intake/file-kind'
import type { Inspected } from '@moqi/intake/inspect-pdf'
import { IntakeRefusal, type IntakeRefusalReason } from '@moqi/intake/intake-refusal'
import { warning } from '@moqi/intake/intake-warning'
import { sql } from 'kysely'
import type { Member } from '#src/platform/actor.ts'
import type { Upload } from '#src/platform/handlers.ts'
import { keepAnswer } from '#src/platform/idempotency.ts'
import { holdBlobs } from '#src/platform/blobs/blob-holders.ts'
import type { Deps } from '#src/platform/deps.ts'
import { cleanFileName } from './clean-file-name.ts'

type UploadFile = typeof file.uploadFile
type Tools = Pick<Deps, 'workshop' | 'converter'>

/** Takes a file into the space: judged, made a signable PDF, stored with what came, and described (checklist C86). */
export async function uploadFile(
  { db, blobs, workshop, converter, now, newId }: Tools & Pick<Deps, 'db' | 'blobs' | 'now' | 'newId'>,
  member: Member,
  { usage, password, formMode, file: upload }: Input<UploadFile> & { file: Upload },
): Promise<Output<UploadFile>> {
  const { tenantId, accountId, space } = member
  if (space.authStatus !== 'passAuth') throw new Refusal('space/not-authenticated')
  if (upload.bytes.length > draftLimits.fileBytes) throw new Refusal('file/too-large')
  if (usage === 'sealImage') requirePicture(upload.bytes)
  if (usage === 'paper') requirePaper(upload.bytes)
  const inspected = await signable({ workshop, converter }, upload.bytes, { password, formMode }).catch(asRefusal)
  const sha256 = await blobs.put(upload.bytes)
  const keptSha256 = inspected.rewritten ? await blobs.put(inspected.bytes) : sha256
  const fileId = newId()
  const name = cleanFileName(upload.fileName)
  const pages = inspected.pages.map(({ width, height }) => ({ width, height }))
  const fields = inspected.fields?.map(({ locks, ...field }) => ({ ...field, locks: [...locks] })) ?? null
  const answer = {
    fileId,
    fileName: name,
    pageCount: pages.length,
    fileSize: inspected.bytes.length,
    sha256,
    fileUrl: `/api/common/v1/file/content?fileId=${fileId}`,
    pageArray: pages,
    ...(inspected.source && { sourceKind: inspected.source }),
    ...(fields && { fieldArray: fields.map(wireField) }),
    warningArray: inspected.warnings,
    formMode: inspected.form,
  }
  return db.write(tenantId, async (tx) => {
    await holdBlobs(tx, fileId, [sha256, keptSha256])
    await tx
      .insertInto('file')
      .values({
        tenant_id: tenantId,
        file_id: fileId,
        account_id: accountId,
        usage,
        name,
        size: upload.bytes.length,
        page_count: pages.length,
        sha256,
        kept_sha256: keptSha256,
        kept_size: inspected.bytes.length,
        pages: sql`${JSON.stringify(pages)}::jsonb`,
        signed: inspected.signed,
        fields: fields && sql`${JSON.stringify(fields)}::jsonb`,
        source_kind: inspected.source,
        created_at: now(),
      })
      .execute()
    return keepAnswer(tx, { now }, member, answer)
  })
}

/** A picture that a seal is cut out of (domain 4.6): PNG or JPEG. */
function requirePicture(bytes: Buffer): void {
  const { megabytes, kinds } = sealPicture
  if (bytes.length > megabytes * 1024 * 1024) throw new Refusal('file/too-large', { megabytes })
  if (!kinds.some((kind) => kind === kindOf(bytes))) throw new Refusal('file/type', { message: '仅支持 png、jpg 格式' })
}

const paperKinds: readonly (FileKind | null)[] = ['pdf', 'jpeg', 'png']

/** What a party hands in: a scan or photograph, or a PDF. */
function requirePaper(bytes: Buffer): void {
  if (!paperKinds.includes(kindOf(bytes))) throw new Refusal('file/type', { message: '仅支持 pdf、jpg、png 格式' })
}

/** Null for a file of no kind that is taken. */
function kindOf(bytes: Buffer): FileKind | null {
  try {
    return fileKind(bytes)
  } catch (error) {
    if (error instanceof IntakeRefusal) return null
    throw error
  }
}

type FormMode = Output<UploadFile>['formMode']
type Signable = Omit<Inspected, 'warnings'> & { warnings: string[]; form: FormMode; source: ConvertedKind | null }

/** The PDF that will be signed: the upload itself, a repaired copy, an image's page or a Word document converted. */
async function signable(
  { workshop, converter }: Tools,
  bytes: Buffer,
  choices: Pick<Input<UploadFile>, 'password' | 'formMode'>,
): Promise<Signable> {
  const kind = fileKind(bytes)
  if (kind === 'locked') {
    const unlocked = await workshop.unlock(bytes, choices.password ?? '')
    const converted = await word({ workshop, converter }, unlocked, choices)
    return { ...converted, warnings: [warning('password-removed').text, ...converted.warnings] }
  }
  if (kind === 'doc' || kind === 'docx') return word({ workshop, converter }, bytes, choices)
  const inspected = await workshop.inspect(bytes, choices)
  const source = kind === 'pdf' ? null : kind
  return { ...inspected, warnings: inspected.warnings.map(({ text }) => text), form: formOf(inspected), source }
}

/** A Word document, opened by its password or without one, as PDF. */
async function word(
  { workshop, converter }: Tools,
  bytes: Buffer,
  { formMode }: Pick<Input<UploadFile>, 'formMode'>,
): Promise<Signable> {
  const kind = fileKind(bytes)
  if (kind !== 'doc' && kind !== 'docx') throw new IntakeRefusal('not-pdf', `a locked ${kind}`)
  const { pdf, replacedFonts, revisions, pages } = await converter.convert(bytes, kind)
  const inspected = await workshop.inspect(pdf, { formMode })
  const count = inspected.pages.length
  const warnings = [
    `文件已转换为PDF，共${count}页，请预览核对内容`,
    ...(pages !== null && pages !== count ? [`原文件${pages}页，转换后${count}页，请逐页核对内容`] : []),
    ...(replacedFonts.length > 0 ? [`以下字体已用相近字体代替：${replacedFonts.join('、')}`] : []),
    ...(revisions ? ['文件含有未处理的修订，请接受或拒绝修订后重新上传，或预览核对内容'] : []),
    ...inspected.warnings.map(({ text }) => text),
  ]
  return { ...inspected, rewritten: true, warnings, form: formOf(inspected), source: kind }
}

function formOf({ warnings }: Inspected): FormMode {
  const kinds = warnings.map(({ kind }) => kind)
  if (kinds.includes('form-locked')) return 'keep'
  return kinds.includes('form-flattened') ? 'flatten' : 'none'
}

const codes: Record<IntakeRefusalReason, RefusalCode> = {
  'not-pdf': 'file/type',
  empty: 'file/damaged',
  encrypted: 'file/encrypted',
  'wrong-password': 'file/wrong-password',
  restricted: 'file/restricted',
  'locked-office': 'file/conversion',
  'unreadable-image': 'file/damaged',
  damaged: 'file/damaged',
  'foreign-names': 'file/too-complex',
  'dynamic-form': 'file/dynamic-form',
  'too-many-pages': 'file/too-complex',
  'too-complex': 'file/too-complex',
  certified: 'file/certified',
  'certified-no-field': 'file/certified',
  'certified-demands': 'file/certified',
}

function asRefusal(error: unknown): never {
  if (!(error instanceof IntakeRefusal)) throw error
  throw new Refusal(codes[error.reason], { message: error.message }, { cause: error })
}

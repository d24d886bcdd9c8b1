import type { Input, Output } from '@moqi/api/call'
import type { file } from '@moqi/api/file'
import { wireField } from '@moqi/api/wire/file'
import { draftLimits } from '@moqi/domain/contract/draft-limits'
import { Refusal, type RefusalCode } from '@moqi/domain/refusal'
import { sealPicture } from '@moqi/domain/seals/seal-picture'
import type { ConvertedKind, FileKind } from '@moqi/intake/file-kind'
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
import { requireRoom } from './require-room.ts'

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
  if (upload.size > draftLimits.fileBytes) throw new Refusal('file/too-large')
  const { megabytes } = sealPicture
  if (usage === 'sealImage' && upload.size > megabytes * 1024 * 1024) throw new Refusal('file/too-large', { megabytes })
  await db.read(tenantId, (own) => requireRoom(own, tenantId, upload.size))
  const kind = await takenKind(workshop, usage, upload)
  const inspected = await signable({ workshop, converter }, upload, { kind, password, formMode }).catch(asRefusal)
  const sha256 = await blobs.put(await upload.read())
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
    // Others may have come meanwhile.
    await requireRoom(tx, tenantId, upload.size)
    await holdBlobs(tx, fileId, [sha256, keptSha256])
    await tx
      .insertInto('file')
      .values({
        tenant_id: tenantId,
        file_id: fileId,
        account_id: accountId,
        usage,
        name,
        size: upload.size,
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

/**
 * What only some kinds of files are taken for: a picture a seal is cut out of (domain 4.6), what a party hands in, a
 * bank's slip.
 */
const demands: Partial<Record<Input<UploadFile>['usage'], { kinds: readonly FileKind[]; message: string }>> = {
  sealImage: { kinds: sealPicture.kinds, message: '仅支持 png、jpg 格式' },
  paper: { kinds: ['pdf', 'jpeg', 'png'], message: '仅支持 pdf、jpg、png 格式' },
  voucher: { kinds: ['pdf', 'jpeg', 'png'], message: '仅支持 pdf、jpg、png 格式' },
}

/** The kind of a file, told by its bytes. Throws a refusal for one that is not taken for this use. */
async function takenKind(
  workshop: Tools['workshop'],
  usage: Input<UploadFile>['usage'],
  upload: Upload,
): Promise<FileKind> {
  const demand = demands[usage]
  const kind = await workshop.fileKind(upload).catch((error: unknown) => {
    return demand && error instanceof IntakeRefusal ? null : asRefusal(error)
  })
  if (kind && (!demand || demand.kinds.includes(kind))) return kind
  throw new Refusal('file/type', demand && { message: demand.message })
}

type FormMode = Output<UploadFile>['formMode']
type Signable = Omit<Inspected, 'warnings'> & { warnings: string[]; form: FormMode; source: ConvertedKind | null }

/** The PDF that will be signed: the upload itself, a repaired copy, an image's page or a Word document converted. */
async function signable(
  { workshop, converter }: Tools,
  upload: Upload,
  { kind, ...choices }: Pick<Input<UploadFile>, 'password' | 'formMode'> & { kind: FileKind },
): Promise<Signable> {
  if (kind === 'locked') {
    const unlocked = await workshop.unlock(upload, choices.password ?? '')
    const inside = await workshop.fileKind(unlocked)
    if (inside !== 'doc' && inside !== 'docx') throw new IntakeRefusal('not-pdf', `a locked ${inside}`)
    const converted = await word({ workshop, converter }, unlocked, { kind: inside, ...choices })
    return { ...converted, warnings: [warning('password-removed').text, ...converted.warnings] }
  }
  if (kind === 'doc' || kind === 'docx') {
    return word({ workshop, converter }, await upload.read(), { kind, ...choices })
  }
  const inspected = await workshop.inspect(upload, choices)
  const source = kind === 'pdf' ? null : kind
  return { ...inspected, warnings: inspected.warnings.map(({ text }) => text), form: formOf(inspected), source }
}

/** A Word document, opened by its password or without one, as PDF. */
async function word(
  { workshop, converter }: Tools,
  bytes: Buffer,
  { kind, formMode }: Pick<Input<UploadFile>, 'formMode'> & { kind: 'doc' | 'docx' },
): Promise<Signable> {
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

import type { Input, Output } from '@moqi/api/call'
import type { file } from '@moqi/api/file'
import { Refusal, type RefusalCode } from '@moqi/domain/refusal'
import type { Inspected } from '@moqi/signing/intake/inspect-pdf'
import { IntakeRefusal, type IntakeRefusalReason, intakeRefusals } from '@moqi/signing/intake/intake-refusal'
import { sql } from 'kysely'
import type { Member } from '#src/platform/actor.ts'
import type { Upload } from '#src/http/handlers.ts'
import type { Deps } from '#src/platform/deps.ts'
import { cleanFileName } from './clean-file-name.ts'

type UploadFile = typeof file.uploadFile

const megabytes = 20
/** ISO 32000-1 Annex H.3: readers look for the header within the first 1024 bytes. */
const headerWithin = 1024

/** Takes a PDF into the space: judged, stored with its signable copy, and described (checklist C86). */
export async function uploadFile(
  { db, blobs, workshop, now, newId }: Pick<Deps, 'db' | 'blobs' | 'workshop' | 'now' | 'newId'>,
  { tenantId, accountId, space }: Member,
  { usage, file: upload }: Input<UploadFile> & { file: Upload },
): Promise<Output<UploadFile>> {
  if (space.authStatus !== 'passAuth') throw new Refusal('space/not-authenticated')
  checkKind(upload.bytes)
  const inspected = await workshop.inspect(upload.bytes).catch(asRefusal)
  const sha256 = await blobs.put(upload.bytes)
  const keptSha256 = inspected.rewritten ? await blobs.put(inspected.bytes) : sha256
  const fileId = newId()
  const name = cleanFileName(upload.fileName)
  const pages = inspected.pages.map(({ width, height }) => ({ width, height }))
  await db.write(tenantId, (tx) =>
    tx
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
        created_at: now(),
      })
      .execute(),
  )
  return {
    fileId,
    fileName: name,
    pageCount: pages.length,
    fileSize: upload.bytes.length,
    sha256,
    fileUrl: `/api/common/v1/file/content?fileId=${fileId}`,
    pageArray: pages,
    warningArray: inspected.warnings.map(({ text }) => text),
  }
}

function checkKind(bytes: Buffer): void {
  if (bytes.length > megabytes * 1024 * 1024) throw new Refusal('file/too-large', { megabytes })
  if (bytes.length === 0) throw new Refusal('file/damaged', { message: intakeRefusals.empty })
  if (!bytes.subarray(0, headerWithin).includes('%PDF-')) {
    throw new Refusal('file/type', { message: '请将文件另存为PDF后重新上传' })
  }
}

const codes: Record<IntakeRefusalReason, RefusalCode> = {
  'not-pdf': 'file/type',
  empty: 'file/damaged',
  encrypted: 'file/encrypted',
  damaged: 'file/damaged',
  'dynamic-form': 'file/dynamic-form',
  'too-many-pages': 'file/too-complex',
  'too-complex': 'file/too-complex',
  certified: 'file/certified',
}

function asRefusal(error: unknown): Inspected {
  if (!(error instanceof IntakeRefusal)) throw error
  throw new Refusal(codes[error.reason], { message: error.message }, { cause: error })
}

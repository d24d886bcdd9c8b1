import type { Input, Output } from '@moqi/api/call'
import type { file } from '@moqi/api/file'
import type { filing } from '@moqi/api/filing'
import { filingLimits } from '@moqi/domain/filings/filing-limits'
import { dayAt } from '@moqi/domain/filings/filing-term'
import { Refusal } from '@moqi/domain/refusal'
import type { FileKind } from '@moqi/intake/file-kind'
import { IntakeRefusal } from '@moqi/intake/intake-refusal'
import type { Caller, Member } from '#src/platform/actor.ts'
import { holdBlobs } from '#src/platform/blobs/blob-holders.ts'
import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'
import type { Handler, Upload } from '#src/platform/handlers.ts'
import { keepAnswer } from '#src/platform/idempotency.ts'
import { addFilingLog, lockFilings, requireFiling, requireFolder } from './change-filings.ts'
import { fieldsOf, foldersOf, keptUntil, peopleOf } from './find-filings.ts'
import { wireFiling } from './wire-filing.ts'

type Import = typeof filing.importFiling
type Needed = Pick<Deps, 'db' | 'blobs' | 'workshop' | 'now' | 'newId'>
type Judged = Pick<Output<typeof file.verifyFile>, 'verdict' | 'conclusion'>
/** How the signatures of a PDF are judged. */
export type Judge = (deps: Pick<Deps, 'db' | 'workshop'>, caller: Caller, input: { file: Upload }) => Promise<Judged>

const kinds: readonly FileKind[] = ['pdf', 'jpeg', 'png']
const types: Readonly<Record<string, string>> = { pdf: 'application/pdf', jpeg: 'image/jpeg', png: 'image/png' }

/**
 * Takes a contract that was not signed here, a paper's scan or another platform's file: its bytes as they came, with
 * what its own signatures are worth, and nothing that says it was signed by us.
 */
export async function importFiling(
  deps: Needed,
  member: Member,
  input: Input<Import> & { file: Upload },
  judge: Judge,
): Promise<Output<Import>> {
  const { tenantId, accountId } = member
  const { file: upload } = input
  const { importedBytes } = filingLimits
  if (upload.size > importedBytes) throw new Refusal('file/too-large', { megabytes: importedBytes / 1024 / 1024 })
  await deps.db.read(tenantId, (tenant) => requireSpace(tenant, tenantId, upload.size))
  const kind = await takenKind(deps, upload)
  const judged = kind === 'pdf' ? await judge(deps, member, { file: upload }) : null
  const sha256 = await deps.blobs.put(await upload.read())
  const texts = textsOf(input, upload)
  const today = dayAt(deps.now())
  return deps.db.write(tenantId, async (tx) => {
    await lockFilings(tx, tenantId)
    // Others may have come meanwhile.
    await requireSpace(tx, tenantId, upload.size)
    const folders = await foldersOf(tx, tenantId)
    const folderId = input.folderId === undefined ? null : requireFolder(folders, input.folderId).folderId
    const filingId = deps.newId()
    const done = deps.now()
    const place = { kept_until: 0, end_day: null, done_at: done, folder_id: folderId }
    await holdBlobs(tx, filingId, [sha256])
    await tx
      .insertInto('filing')
      .values({
        tenant_id: tenantId,
        filing_id: filingId,
        folder_id: folderId,
        imported: true,
        account_id: accountId,
        subject: texts.subject,
        contract_no: texts.number,
        party_names: texts.parties,
        done_at: done,
        kept_until: keptUntil(place, folders),
        file_name: texts.fileName,
        file_kind: kind,
        sha256,
        size: upload.size,
        verdict: judged?.verdict ?? 'unsigned',
        conclusion: judged?.conclusion ?? scanned,
      })
      .execute()
    await addFilingLog(deps, tx, member, [{ filingId, verb: 'import', detail: texts.fileName }])
    const row = await requireFiling(tx, member, filingId)
    const shown = { fields: await fieldsOf(tx, tenantId), people: await peopleOf(tx, tenantId), today }
    return keepAnswer(tx, deps, member, wireFiling(row, shown))
  })
}

const scanned = '图片不含数字签名'

/** Throws `file/no-room` when a company's imported contracts would take more room than it has for them. */
async function requireSpace(tenant: Db, tenantId: string, bytes: number): Promise<void> {
  const { taken } = await tenant
    .selectFrom('filing')
    .where('tenant_id', '=', tenantId)
    .where('imported', '=', true)
    .select(({ fn }) => fn.sum<number | null>('size').as('taken'))
    .executeTakeFirstOrThrow()
  if (Number(taken ?? 0) + bytes > filingLimits.importedTotal) throw new Refusal('file/no-room')
}

async function takenKind({ workshop }: Needed, upload: Upload): Promise<FileKind> {
  const kind = await workshop.fileKind(upload).catch((error: unknown) => {
    if (error instanceof IntakeRefusal) return null
    throw error
  })
  if (kind && kinds.includes(kind)) return kind
  throw new Refusal('file/type', { message: '仅支持导入 pdf、jpg、png 格式' })
}

const plain = (text: string) => text.trim().replace(/\s+/g, ' ')

function textsOf({ taskName, taskNo, partyNames }: Input<Import>, { fileName }: Upload) {
  const name = plain(fileName).slice(-200)
  const subject = plain(taskName) || name.replace(/\.[^.]{1,5}$/, '')
  if ([...subject].length > 100) throw invalid('taskName', '合同主题不超过100个字')
  if ([...plain(taskNo)].length > 50) throw invalid('taskNo', '合同编号不超过50个字')
  return { fileName: name, subject, number: plain(taskNo), parties: plain(partyNames) }
}

const invalid = (field: string, message: string) => new Refusal('field/invalid', { field, message })

/** The bytes of an imported contract as they came. */
export const importedFile: Handler<typeof filing.importedFile> = async ({ db, blobs }, member, { filingId }) => {
  const row = await db.read(member.tenantId, (tenant) => requireFiling(tenant, member, filingId))
  if (!row.imported || row.sha256 === null) throw new Refusal('filing/not-found')
  return {
    bytes: await blobs.get(row.sha256),
    type: types[row.file_kind ?? ''] ?? 'application/octet-stream',
    etag: row.sha256,
    fileName: row.file_name ?? 'contract.pdf',
  }
}

import { operationLimits } from '@moqi/domain/contract/after-sending'
import { enforce } from '@moqi/domain/contract/row-policy'
import { Refusal } from '@moqi/domain/refusal'
import { formatDate } from '@moqi/domain/time/format-date'
import type { ArchiveItem } from '#src/platform/archive-file.ts'
import { filesInOrder } from '#src/cores/contract/contract-files.ts'
import { type ContractRow, loadContract, viewOf } from '#src/cores/contract/contract-rows.ts'
import type { Entry } from '#src/cores/contract/entry.ts'
import type { Deps } from '#src/platform/deps.ts'
import { readDocument } from '#src/platform/documents/read-document.ts'

/** A finished contract that somebody may take along; `bytes` of its files together. */
export type Finished = {
  entry: Entry
  contract: ContractRow
  files: { fileId: string; name: string }[]
  bytes: number
}

/** Reads what is to be packed. Throws `contract/not-downloadable` for a contract that is not finished. */
export async function readFinished(deps: Pick<Deps, 'db'>, entry: Entry): Promise<Finished> {
  return deps.db.read(entry.homeTenantId, async (db) => {
    const stored = await loadContract(db, entry)
    enforce('download', viewOf(stored, entry))
    const files = await filesInOrder(db, entry).execute()
    const sizes = await db
      .selectFrom('document_head')
      .where('tenant_id', '=', entry.homeTenantId)
      .where('contract_id', '=', entry.contractId)
      .select('length')
      .execute()
    return {
      entry,
      contract: stored.contract,
      files: files.map(({ file_id, name }) => ({ fileId: file_id, name })),
      bytes: sizes.reduce((sum, { length }) => sum + length, 0),
    }
  })
}

/** Throws `file/too-large` when an archive of these would be; the text says what to do. */
export function checkSize(finished: Finished[], limit: { files: number; bytes: number }): void {
  const bytes = finished.reduce((sum, one) => sum + one.bytes, 0)
  if (bytes <= limit.bytes && finished.length <= limit.files) return
  const isLast = limit === operationLimits.download.later
  const cure = isLast ? '请减少所选合同后分批下载' : '请使用后台打包下载'
  const megabytes = Math.ceil(bytes / 1024 / 1024)
  const message = `所选合同共${megabytes}MB，超过${limit.bytes / 1024 / 1024}MB，${cure}`
  throw new Refusal('file/too-large', { message })
}

/** The contracts' files in order, numbered, and at the end a list of them; `told` hears of each contract packed. */
export async function* archiveItems(
  deps: Pick<Deps, 'db' | 'blobs'>,
  finished: readonly Finished[],
  about: { downloadId: string; at: number; told?: (done: number) => Promise<void> },
): AsyncGenerator<ArchiveItem> {
  const lines = [`下载编号 ${about.downloadId}`, `打包时间 ${formatDate(about.at)}`, '']
  for (const [index, { entry, contract, files }] of finished.entries()) {
    const number = String(index + 1).padStart(3, '0')
    for (const [place, { fileId, name }] of files.entries()) {
      const document = await deps.db.read(entry.homeTenantId, (db) =>
        readDocument(deps, db, entry.homeTenantId, entry.contractId, fileId),
      )
      const subject = `${number}-${safe(contract.subject)}`
      const path = files.length === 1 ? `${subject}.pdf` : `${subject}/${place + 1}-${pdfName(name)}`
      lines.push(`${path}\t${contract.contract_no}\tSHA-256 ${document.sha256}`)
      yield { name: path, bytes: document.bytes }
    }
    await about.told?.(index + 1)
  }
  yield { name: '下载清单.txt', bytes: Buffer.from(`\uFEFF${lines.join('\r\n')}\r\n`) }
}

const safe = (name: string) => name.replaceAll(/[\\/:*?"<>|\p{Cc}]/gu, '_').slice(0, 80)
const pdfName = (name: string) => `${safe(name.replace(/\.[A-Za-z]{3,4}$/, ''))}.pdf`

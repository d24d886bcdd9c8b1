import { hash } from 'node:crypto'
import type { voiding } from '@moqi/api/voiding'
import { Refusal } from '@moqi/domain/refusal'
import { filesInOrder } from '#src/cores/contract/contract-files.ts'
import { addLog, logActor } from '#src/cores/contract/contract-log.ts'
import { loadContract } from '#src/cores/contract/contract-rows.ts'
import { requireReadableEntry } from '#src/cores/contract/entry.ts'
import { agreementIdOf } from '#src/cores/contract/linked-entry.ts'
import { readDocument } from '#src/platform/documents/read-document.ts'
import type { Handler } from '#src/platform/handlers.ts'

/** 150 dots an inch on A4, and no picture that is longer than the workshop draws. */
const pageWidth = 1240

/** A copy of a voided contract that says so on every page; the original's bytes stay (domain 5.1, row 12). */
export const downloadVoidedCopy: Handler<typeof voiding.downloadVoidedCopy> = async (deps, member, { signId }) => {
  const entry = await requireReadableEntry(deps, member, signId)
  const { contract, agreementNo, files } = await deps.db.read(entry.homeTenantId, async (home) => {
    const stored = await loadContract(home, entry)
    const { state } = stored.contract
    if (state !== 'voided') throw new Refusal('contract/not-downloadable', { state })
    const agreementId = await agreementIdOf(home, stored.contract)
    if (agreementId === null) throw new Error(`voided contract ${entry.contractId} has no agreement`)
    const agreement = await loadContract(home, { homeTenantId: entry.homeTenantId, contractId: agreementId })
    return {
      contract: stored.contract,
      agreementNo: agreement.contract.contract_no,
      files: await filesInOrder(home, entry).select('f.pages').execute(),
    }
  })
  const pages = []
  for (const { file_id: fileId, pages: sizes } of files) {
    const document = await deps.db.read(entry.homeTenantId, (home) =>
      readDocument(deps, home, entry.homeTenantId, entry.contractId, fileId),
    )
    for (const [index, { width, height }] of sizes.entries()) {
      const png = await deps.workshop.renderPage(document.sha256, async () => document.bytes, index + 1, pageWidth)
      pages.push({ png, width, height })
    }
  }
  const line = `已由作废协议（编号${agreementNo}）作废。本页为编号${contract.contract_no}合同的副本，不含数字签名，以原件为准。`
  const bytes = await deps.workshop.markedCopy({ mark: '已作废', line, pages })
  await deps.db.write(entry.homeTenantId, (tx) =>
    addLog(tx, entry, deps.now(), logActor(member), { verb: 'download', detail: '加盖“已作废”的副本' }),
  )
  return { bytes, type: 'application/pdf', etag: hash('sha256', bytes), fileName: `${contract.subject}（已作废）.pdf` }
}

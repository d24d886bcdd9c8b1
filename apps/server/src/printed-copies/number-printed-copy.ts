import type { printedCopy } from '@moqi/api/printed-copy'
import { writtenCopyNumber } from '@moqi/domain/contract/printed-copy'
import { loadContract } from '#src/cores/contract/contract-rows.ts'
import { requireReadableEntry } from '#src/cores/contract/entry.ts'
import { drawQrCode } from '#src/platform/draw-qr-code.ts'
import type { Handler } from '#src/platform/handlers.ts'
import { isNumbered, keepNumber, numberOf, pageKey, printedFiles } from './copy-place.ts'

/** The number that goes onto paper with a contract, and a code of its own for every page. A draft has none. */
export const numberPrintedCopy: Handler<typeof printedCopy.numberPrintedCopy> = async (deps, member, { signId }) => {
  const entry = await requireReadableEntry(deps, member, signId)
  const { contract, files } = await deps.db.read(entry.homeTenantId, async (home) => ({
    contract: (await loadContract(home, entry)).contract,
    files: await printedFiles(home, entry),
  }))
  if (!isNumbered(contract)) return { number: null, pageArray: [] }
  await deps.db.directoryWrite((tx) => keepNumber(deps, tx, entry))
  const number = numberOf(deps, entry)
  const pages = files.reduce((sum, { page_count }) => sum + page_count, 0)
  return {
    number: writtenCopyNumber(number),
    pageArray: Array.from({ length: pages }, (_, index) => {
      const own = new URLSearchParams({ n: number, p: `${index + 1}`, k: pageKey(deps, entry, index + 1) })
      const link = `${deps.config.publicUrl}/home/open/printed?${own}`
      return { link, qrcode: drawQrCode(link) }
    }),
  }
}

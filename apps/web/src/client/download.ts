import { hintAtBrowser } from '../ui/browser-hint-store.ts'
import { call, callBlob } from './call.ts'
import { showRefusal } from './call-error.ts'
import { isWeChat } from './wechat.ts'

/** Hands bytes to the browser as a file of that name; WeChat's web view saves nothing: there it says where to. */
export function saveBlob(blob: Blob, fileName: string) {
  if (isWeChat(navigator.userAgent)) return hintAtBrowser()
  const address = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = address
  link.download = fileName
  link.click()
  // The browser reads the address after the click has returned.
  return void setTimeout(() => URL.revokeObjectURL(address), 60_000)
}

/** A file name without what file systems refuse. */
export const safeFileName = (name: string) => name.replace(/[\\/:*?"<>|\p{Cc}]/gu, '_').trim() || '合同'

/**
 * Downloads a finished contract: its type by `taskId`, then its file by `signId`, saved as name.type (checklist C80).
 * WeChat's web view saves nothing: there it says where to. A fault is only logged (X10); a refusal is shown as a
 * warning.
 */
export async function downloadContract(row: { signId: string; taskId: string; taskName: string }) {
  if (isWeChat(navigator.userAgent)) return hintAtBrowser()
  try {
    const { resultFileType } = await call('getResultFileType', { taskId: row.taskId }, { quiet: true })
    const blob = await callBlob('downloadFinishedPdf', { signId: row.signId }, { quiet: true })
    saveBlob(blob, `${safeFileName(row.taskName)}.${resultFileType}`)
  } catch (error) {
    showRefusal(error)
    console.error('download failed', error)
  }
}

/** Downloads the copy of a voided contract that says on every page that it is void. */
export async function downloadVoidedCopy({ signId, taskName }: { signId: string; taskName: string }) {
  if (isWeChat(navigator.userAgent)) return hintAtBrowser()
  try {
    const blob = await callBlob('downloadVoidedCopy', { signId }, { quiet: true })
    saveBlob(blob, `${safeFileName(taskName)}（已作废）.pdf`)
  } catch (error) {
    showRefusal(error)
    console.error('download failed', error)
  }
}

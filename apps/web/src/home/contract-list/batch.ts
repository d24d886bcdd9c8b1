import type { BatchAnswer } from '@moqi/api/operation'
import { create } from 'zustand'
import { call, callBlob } from '../../client/call.ts'
import { CallRefusal } from '../../client/call-error.ts'
import { saveBlob } from '../../client/download.ts'
import { fetchBytes } from '../../client/picture.ts'
import { ask } from '../../ui/ask-store.ts'
import { closeToast, error, success, warnWith } from '../../ui/toast-store.ts'
import { refreshContracts } from '../../kit/contract/contract-keys.ts'
import type { ContractRow } from '../../kit/contract/contract-row.ts'
import { clearSelection } from './selection.ts'

/** What became of a batch, when something failed. */
type BatchResult = BatchAnswer

const together = 50
const askAgainMs = 1500

/** What was not sent and why, once somebody wants to know; `toast` says that there is something to know. */
export const useBatchFaults = create<{ result: BatchResult | null; toast: number | null }>(() => ({
  result: null,
  toast: null,
}))

/** Nobody wants to know any more. */
export function forgetFaults() {
  const { toast } = useBatchFaults.getState()
  if (toast !== null) closeToast(toast)
  useBatchFaults.setState({ result: null, toast: null })
}

function tellFaults(result: BatchResult) {
  forgetFaults()
  const act = { label: '查看原因', onPress: () => useBatchFaults.setState({ result, toast: null }) }
  useBatchFaults.setState({ toast: warnWith(`有${result.failArray.length}份发送失败，`, act) })
}

/** Sends what can be sent, 50 at a time, and says what became of it. */
export async function sendSeveral(rows: readonly ContractRow[], others: number): Promise<void> {
  const skipped = others > 0 ? `其余${others}项不是待发送状态，将跳过。` : ''
  const detail = `发送后每份扣减1份发起签署（作废协议除外）。${skipped}`
  const text = `确定要发送所选的${rows.length}份合同吗？`
  if (!(await ask({ title: '提示', text, detail, confirm: '发送', cancel: '取消' }))) return
  const result: BatchResult = { successNumber: 0, failArray: [] }
  for (let from = 0; from < rows.length; from += together) {
    const signIds = rows.slice(from, from + together).map(({ signId }) => signId)
    const answer = await call('sendTasks', { signIds })
    result.successNumber += answer.successNumber
    result.failArray.push(...answer.failArray)
  }
  clearSelection()
  void refreshContracts()
  if (result.failArray.length > 0) tellFaults(result)
  else success('发送成功')
}

/**
 * Takes finished contracts along: few at once, many or large ones when they are packed; `told` hears how far that is.
 */
export async function downloadSeveral(rows: readonly ContractRow[], told: (progress: number) => void): Promise<void> {
  const signIds = rows.map(({ signId }) => signId)
  if (signIds.length <= together) {
    try {
      saveBlob(await callBlob('downloadFinishedTasks', { signIds }), '合同打包下载.zip')
      return
    } catch (fault) {
      if (!(fault instanceof CallRefusal) || fault.reason !== 'file/too-large') throw fault
    }
  }
  await downloadPacked(signIds, told)
}

async function downloadPacked(signIds: string[], told: (progress: number) => void): Promise<void> {
  const { downloadId } = await call('downloadFinishedTasksAfter', { signIds })
  for (;;) {
    const { state, progress, fileUrl } = await call('downloadFinishedTasksAfter', { downloadId })
    told(progress)
    if (state === 'failed') return error('打包失败，请稍后重试')
    if (fileUrl) return saveBlob(await fetchBytes(fileUrl), '合同打包下载.zip')
    await new Promise((resolve) => setTimeout(resolve, askAgainMs))
  }
}

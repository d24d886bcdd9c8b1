import type { Sent } from '@moqi/api/call'
import type { BatchAnswer } from '@moqi/api/operation'
import type { Table } from '@moqi/api/table'
import { voidedAtOnce } from '@moqi/domain/contract/batch-void'
import { create } from 'zustand'
import { call, callBlob } from '../../client/call.ts'
import { CallRefusal } from '../../client/call-error.ts'
import { saveBlob } from '../../client/download.ts'
import { fetchBytes } from '../../client/picture.ts'
import { randomKey } from '../../client/request.ts'
import { ask } from '../../ui/ask-store.ts'
import { closeToast, error, success, warnWith } from '../../ui/toast-store.ts'
import { refreshContracts } from '../../kit/contract/contract-keys.ts'
import type { ContractRow } from '../../kit/contract/contract-row.ts'
import { clearSelection } from './selection.ts'

/** What is done to several contracts at once, in a word. */
export const batchWords = { send: '发送', recall: '撤回', urge: '催签', void: '作废' } as const
type BatchKind = keyof typeof batchWords

/** What became of a batch, when something failed. */
type BatchResult = BatchAnswer & { kind: BatchKind }

const together = 50
const askAgainMs = 1500

/** What was not done and why, once somebody wants to know; `toast` says that there is something to know. */
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
  useBatchFaults.setState({ toast: warnWith(`有${result.failArray.length}份${batchWords[result.kind]}失败，`, act) })
}

type Several = {
  kind: BatchKind
  rows: readonly ContractRow[]
  /** Makes a repeat harmless. */
  key: string
  /** What is said when nothing failed. */
  done: string
  /** So many in one call. */
  atOnce?: number
  /** Hears how far it is, in percent. */
  told?: (progress: number) => void
  ask: (signIds: string[], key: string) => Promise<BatchAnswer>
}

/** Does it to all the rows, and says what became of it. */
async function doSeveral({ kind, rows, key, done, atOnce = together, told, ask: askFor }: Several): Promise<void> {
  const result: BatchResult = { kind, successNumber: 0, failArray: [] }
  try {
    for (let from = 0; from < rows.length; from += atOnce) {
      const signIds = rows.slice(from, from + atOnce).map(({ signId }) => signId)
      const answer = await askFor(signIds, `${key}${from}`)
      result.successNumber += answer.successNumber
      result.failArray.push(...answer.failArray)
      told?.(Math.floor((Math.min(from + atOnce, rows.length) * 100) / rows.length))
    }
  } finally {
    void refreshContracts()
  }
  clearSelection()
  if (result.failArray.length > 0) tellFaults(result)
  else success(done)
}

/** Says which of the ticked rows are passed over. */
export const skipping = (others: number, why: string): string => (others > 0 ? `其余${others}项${why}，将跳过。` : '')

/** Asks, and sends what can be sent; `others` are ticked and cannot. */
export async function sendSeveral(rows: readonly ContractRow[], others: number): Promise<void> {
  const detail = `发送后每份扣减1份发起签署（作废协议除外）。${skipping(others, '不是待发送状态')}`
  const text = `确定要发送所选的${rows.length}份合同吗？`
  if (!(await ask({ title: '提示', text, detail, confirm: '发送', cancel: '取消' }))) return
  await doSeveral({
    kind: 'send',
    rows,
    key: randomKey(),
    done: '发送成功',
    ask: (signIds, key) => call('sendTasks', { signIds }, { key }),
  })
}

/** Asks, and reminds whoever the rows wait for. */
export async function urgeSeveral(rows: readonly ContractRow[], others: number): Promise<void> {
  const often = '30分钟内通知过、10分钟内催过的签署方不会再次提醒。'
  const detail = `正在等待的各签署方会收到提醒，同一人只收到一条短信。${often}${skipping(others, '无需催签')}`
  const text = `确定要催签所选的${rows.length}份合同吗？`
  if (!(await ask({ title: '提示', text, detail, confirm: '催签', cancel: '取消' }))) return
  await doSeveral({
    kind: 'urge',
    rows,
    key: randomKey(),
    done: `已催签${rows.length}份合同`,
    ask: (signIds, key) => call('urgeTasks', { signIds }, { key }),
  })
}

/** Withdraws the rows for one reason, when there is any. */
export function recallSeveral(rows: readonly ContractRow[], reason: string | undefined, key: string): Promise<void> {
  const why = reason === undefined ? {} : { reason }
  const recall = (signIds: string[], own: string) => call('recallTasks', { signIds, ...why }, { key: own })
  return doSeveral({ kind: 'recall', rows, key, done: '撤回成功！', ask: recall })
}

type Terms = Omit<Sent<Table['voidTasks']>, 'signIds'>

/** Sends an agreement on the same terms for each of the rows; `told` hears how far that is. */
export function voidSeveral(
  rows: readonly ContractRow[],
  terms: Terms,
  key: string,
  told: (progress: number) => void,
): Promise<void> {
  return doSeveral({
    kind: 'void',
    rows,
    key,
    done: `已发出${rows.length}份作废协议，待各方签署`,
    atOnce: voidedAtOnce,
    told,
    ask: (signIds, own) => call('voidTasks', { signIds, ...terms }, { key: own }),
  })
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

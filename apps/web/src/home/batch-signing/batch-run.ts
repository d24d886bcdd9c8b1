import type { BatchSignRow } from '@moqi/api/batch-signing'
import type { Output, Sent } from '@moqi/api/call'
import type { Table } from '@moqi/api/table'
import { create } from 'zustand'
import { call } from '../../client/call.ts'
import { CallFailure, CallRefusal } from '../../client/call-error.ts'
import { refreshContracts } from '../../kit/contract/contract-keys.ts'
import type { ToldStatus } from '../../kit/live/steady-rows.ts'
import { success, warn } from '../../ui/toast-store.ts'

type Asked = Sent<Table['signBatchProcessPosition']>
type Answer = Output<Table['signBatchProcessPosition']>

/** Contracts being signed together, or signed: it outlives the page, so that leaving it loses nothing. */
export type BatchRun = {
  /** Names the list that it belongs to. */
  list: string
  rows: readonly BatchSignRow[]
  /** ms; `ended` null while it runs. */
  begun: number
  ended: number | null
  /** Null while it runs, and when nobody knows what the server has done. */
  answer: Answer | null
}

/** The run of this tab, if there is one. */
export const useBatchRun = create<{ run: BatchRun | null; watched: boolean }>(() => ({ run: null, watched: false }))

/** Whether somebody looks at the run; who leaves one that has ended does not come back to it. */
export function watchRun(): () => void {
  useBatchRun.setState({ watched: true })
  return () => {
    useBatchRun.setState(({ run }) => ({ watched: false, run: run?.ended === null ? run : null }))
  }
}

/** ms before a request that nobody answered is repeated, and how often. */
const again = 3000
const mostRepeats = 40

/**
 * Signs; resolves as soon as it is under way. A line that breaks is waited for: the repeat has the same key, goes on
 * where the server was and answers the same.
 */
export function startRun(asked: Asked, key: string, run: Pick<BatchRun, 'list' | 'rows'>): void {
  const { list, rows } = run
  useBatchRun.setState({ run: { list, rows, begun: Date.now(), ended: null, answer: null } })
  void carryOut(asked, key)
}

async function carryOut(asked: Asked, key: string): Promise<void> {
  for (let repeats = 0; ; repeats++) {
    try {
      return end(await call('signBatchProcessPosition', asked, { key, quiet: true }))
    } catch (error) {
      if (error instanceof CallRefusal) {
        warn(error.message)
        return useBatchRun.setState({ run: null })
      }
      if (!(error instanceof CallFailure) || repeats >= mostRepeats) return end(null)
      await new Promise((resolve) => setTimeout(resolve, again))
    }
  }
}

function end(answer: Answer | null) {
  const { watched } = useBatchRun.getState()
  useBatchRun.setState(({ run }) => ({ run: run && { ...run, ended: Date.now(), answer } }))
  void refreshContracts()
  if (watched) return
  useBatchRun.setState({ run: null })
  if (!answer) warn('批量签署没有得到答复，请在合同列表查看结果')
  else if (answer.failArray.length === 0) success(`批量签署完成，${answer.successNumber}份签署成功`)
  else warn(`批量签署结束：${answer.successNumber}份签署成功，${answer.failArray.length}份未签署`)
}

/** What became of one contract of a run. */
export type RunResult = { state: 'running' | 'signed' | 'approving' | 'unknown' } | { state: 'failed'; message: string }

/** What is known of one contract: by the answer, else by what events have told, else by what was read `since`. */
export function resultOf(
  { answer, ended }: Pick<BatchRun, 'answer' | 'ended'>,
  { signId }: Pick<BatchSignRow, 'signId'>,
  told: ToldStatus,
  since: Pick<BatchSignRow, 'signerStatus'> | undefined,
): RunResult {
  const failed = answer?.failArray.find((one) => one.signId === signId)
  // Another run of the same person may have signed it meanwhile.
  if (since?.signerStatus === 'signed') return { state: 'signed' }
  if (failed) return { state: 'failed', message: failed.message }
  if (answer?.approveArray.some((one) => one.signId === signId)) return { state: 'approving' }
  const status = told.get(signId)
  if (answer || status === 'otherSign' || status === 'finish') return { state: 'signed' }
  return { state: ended === null ? 'running' : 'unknown' }
}

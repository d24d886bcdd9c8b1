import type { Output } from '@moqi/api/call'
import type { Table } from '@moqi/api/table'
import { useQuery } from '@tanstack/react-query'
import { CircleAlert, CircleCheck, Clock } from 'lucide-react'
import { useState } from 'react'
import { call } from '../../client/call.ts'
import { showRefusal } from '../../client/call-error.ts'
import { Link } from '../../router/link.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Check } from '../../ui/field.tsx'
import { Pager } from '../../ui/pager.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { WizardFrame } from '../../ui/wizard-frame.tsx'
import { Failed } from './batch-start.tsx'
import { backToTemplates, batchSteps } from './batch-steps.ts'
import { Fact } from './checked-rows.tsx'
import { refreshTemplates, templateKeys } from './template-keys.ts'

type Batch = Output<Table['getBatch']>
const sizes = [10, 20, 50] as const

/** How far a batch has come; it goes on whether anybody looks or not. */
export function BatchProgress({ batchId }: { batchId: string }) {
  const turning = useTurning()
  const { rowState, pageSize, cursor } = turning
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: [...templateKeys.batch(batchId), rowState, pageSize, cursor],
    queryFn: ({ signal }) => call('getBatch', { batchId, rowState, pageSize, cursor }, { signal, quiet: true }),
    placeholderData: (before) => before,
    refetchInterval: (query) => (query.state.data?.batchState === 'running' ? 1000 : false),
  })
  const name = data?.templateName ?? ''
  const leave = data?.batchState === 'done' ? '完成' : '转到后台'
  return (
    <WizardFrame
      steps={batchSteps}
      current={3}
      back={backToTemplates}
      name="批量发起"
      status={name}
      actions={<ButtonLink to="/space/templates">{leave}</ButtonLink>}
    >
      {error && !data && <Failed error={error} onRetry={() => void refetch()} busy={isFetching} />}
      {!data && !error && <Skeleton rows={6} height={44} />}
      {data && (
        <div className="batch">
          <RowsCard batch={data} turning={turning} />
          <Side batch={data} onRetried={() => void refetch()} />
        </div>
      )}
    </WizardFrame>
  )
}

/** Which of the rows are shown. */
function useTurning() {
  const [rowState, setRowState] = useState<'all' | 'failed'>('all')
  const [pageSize, setPageSize] = useState<(typeof sizes)[number]>(10)
  const [cursors, setCursors] = useState<readonly (string | null)[]>([null])
  return {
    rowState,
    pageSize,
    cursor: cursors.at(-1) ?? null,
    sift: (next: 'all' | 'failed') => {
      setRowState(next)
      setCursors([null])
    },
    resize: (size: number) => {
      setPageSize(sizes.find((one) => one === size) ?? 10)
      setCursors([null])
    },
    back: cursors.length > 1 ? () => setCursors(cursors.slice(0, -1)) : null,
    on: (cursor: string) => setCursors([...cursors, cursor]),
  }
}

function RowsCard({ batch, turning }: { batch: Batch; turning: ReturnType<typeof useTurning> }) {
  const onlyFailed = turning.rowState === 'failed'
  const { nextCursor } = batch
  return (
    <section className="card batch-rows" aria-labelledby="batch-progress">
      <div className="batch-head">
        <h1 id="batch-progress" className="h2">
          发送进度
        </h1>
        <Check checked={onlyFailed} onChange={(event) => turning.sift(event.target.checked ? 'failed' : 'all')}>
          只看失败
        </Check>
        <span className="small muted only-desk">关闭页面不影响发送</span>
      </div>
      <Rows batch={batch} />
      <Pager
        total={`共${onlyFailed ? batch.failedNumber : batch.total}条`}
        pageSize={turning.pageSize}
        onPageSize={turning.resize}
        onPrevious={turning.back}
        onNext={nextCursor === null ? null : () => turning.on(nextCursor)}
      />
    </section>
  )
}

function Side({ batch, onRetried }: { batch: Batch; onRetried: () => void }) {
  const [busy, setBusy] = useState(false)
  const { total, doneNumber, failedNumber, waitingNumber, batchState } = batch
  const ended = doneNumber + failedNumber
  const retry = async () => {
    setBusy(true)
    try {
      await call('retryBatch', { batchId: batch.batchId })
      void refreshTemplates()
      onRetried()
    } catch (fault) {
      showRefusal(fault)
    } finally {
      setBusy(false)
    }
  }
  return (
    <aside className="batch-side">
      <section className="card batch-sum" aria-labelledby="batch-sum">
        <h2 id="batch-sum" className="h2" aria-live="polite">
          {batchState === 'running' ? '正在发送' : failedNumber > 0 ? '发送结束' : '全部已发送'}
        </h2>
        <p className="batch-count">
          <b>{ended}</b> / {total} 份
        </p>
        <progress max={total} value={ended} aria-label="发送进度" />
        <dl>
          <Fact name="已发送" value={`${doneNumber} 份`} />
          <Fact name="失败" value={`${failedNumber} 份`} bad={failedNumber > 0} />
          <Fact name="等待" value={`${waitingNumber} 份`} />
        </dl>
        {failedNumber > 0 && (
          <>
            <p className="small muted">失败的不扣份数，可以重新发送。</p>
            <Button block busy={busy} onClick={() => void retry()}>
              重新发送失败的{failedNumber}份
            </Button>
          </>
        )}
      </section>
    </aside>
  )
}

function Rows({ batch: { columnArray, rowArray } }: { batch: Batch }) {
  return (
    <div className="batch-scroll" role="region" aria-label="结果表格，可左右滚动" tabIndex={0}>
      <table className="batch-table">
        <thead>
          <tr>
            <th scope="col">行</th>
            {columnArray.slice(0, 3).map(({ key, heading }) => (
              <th key={key} scope="col">
                {heading}
              </th>
            ))}
            <th scope="col">合同编号</th>
            <th scope="col">结果</th>
            <th scope="col">操作</th>
          </tr>
        </thead>
        <tbody>
          {rowArray.map((row) => (
            <tr key={row.row}>
              <td>{row.row}</td>
              {row.valueArray.slice(0, 3).map((value, index) => (
                <td key={columnArray[index]?.key}>{value || '—'}</td>
              ))}
              <td>{row.taskNo ?? '—'}</td>
              <td>
                <Result row={row} />
              </td>
              <td>
                {row.signId ? (
                  <Link
                    className="link"
                    to={`/temp-info?signId=${encodeURIComponent(row.signId)}&taskType=normal`}
                    aria-label={`查看第${row.row}行的合同`}
                  >
                    查看
                  </Link>
                ) : (
                  '—'
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Result({ row: { rowState, fault } }: { row: Batch['rowArray'][number] }) {
  if (rowState === 'done')
    return (
      <span className="batch-result done">
        <CircleCheck size={16} />
        已发送
      </span>
    )
  if (rowState === 'failed')
    return (
      <span className="batch-result failed">
        <CircleAlert size={16} />
        失败，{fault}
      </span>
    )
  return (
    <span className="batch-result muted">
      <Clock size={16} />
      等待
    </span>
  )
}

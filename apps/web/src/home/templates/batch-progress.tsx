import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../client/call.ts'
import { showRefusal } from '../../client/call-error.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Pager } from '../../ui/pager.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { pageSizeOf, usePages } from '../../ui/use-pages.ts'
import { WizardFrame } from '../../ui/wizard-frame.tsx'
import { refreshTemplates, templateKeys } from '../../kit/templates/template-keys.ts'
import { type Batch, BatchRows } from './batch-rows.tsx'
import { Failed } from './batch-start.tsx'
import { backToTemplates, batchPath, batchSteps } from './batch-steps.ts'
import { BatchFact } from './batch-fact.tsx'

/** How far a batch has come; it goes on whether anybody looks or not. */
export function BatchProgress({ batchId }: { batchId: string }) {
  const [onlyFailed, listState] = useState(false)
  const [pageSize, setPageSize] = useState<10 | 20 | 50>(10)
  const rowState = onlyFailed ? 'failed' : 'taken'
  const { cursor, previous, nextTo } = usePages(`${rowState} ${pageSize}`)
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
          <BatchRows batch={data} onlyFailed={onlyFailed} onSift={listState}>
            <Pager
              total={`共${onlyFailed ? data.failedNumber : data.total}条`}
              pageSize={pageSize}
              onPageSize={(size) => setPageSize(pageSizeOf(size))}
              onPrevious={previous}
              onNext={nextTo(data.nextCursor)}
            />
          </BatchRows>
          <Side batch={data} onRetried={() => void refetch()} />
        </div>
      )}
    </WizardFrame>
  )
}

function Side({ batch, onRetried }: { batch: Batch; onRetried: () => void }) {
  const [busy, setBusy] = useState(false)
  const { total, doneNumber, failedNumber, waitingNumber, listedNumber, batchState } = batch
  const isWhole = failedNumber === 0 && listedNumber === 0
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
          {batchState === 'running' ? '正在发送' : isWhole ? '全部已发送' : '发送结束'}
        </h2>
        <p className="batch-count">
          <b>{ended}</b> / {total} 份
        </p>
        <progress max={total} value={ended} aria-label="发送进度" />
        <dl>
          <BatchFact name="已发送" value={`${doneNumber} 份`} />
          <BatchFact name="失败" value={`${failedNumber} 份`} bad={failedNumber > 0} />
          <BatchFact name="等待" value={`${waitingNumber} 份`} />
          {listedNumber > 0 && <BatchFact name="未发送" value={`${listedNumber} 行`} bad />}
        </dl>
        {failedNumber > 0 && (
          <>
            <p className="small muted">失败的不扣份数，可以重新发送。</p>
            <Button block busy={busy} onClick={() => void retry()}>
              重新发送失败的{failedNumber}份
            </Button>
          </>
        )}
        {listedNumber > 0 && (
          <>
            <p className="small muted">{listedNumber}行有误，没有发送，也没有扣份数。</p>
            <ButtonLink block to={batchPath(batch.batchId, 'unsent')}>
              改好后发送这{listedNumber}行
            </ButtonLink>
          </>
        )}
      </section>
    </aside>
  )
}

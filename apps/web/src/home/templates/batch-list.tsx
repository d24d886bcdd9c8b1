import { useQuery } from '@tanstack/react-query'
import { Download, FileSpreadsheet, Upload } from 'lucide-react'
import { useState } from 'react'
import { call, callBlob } from '../../client/call.ts'
import { showRefusal } from '../../client/call-error.ts'
import { safeFileName, saveBlob } from '../../client/download.ts'
import { refreshTemplates, templateKeys } from '../../kit/templates/template-keys.ts'
import { useNavigate } from '../../router/hooks.ts'
import { Link } from '../../router/link.tsx'
import { ask } from '../../ui/ask-store.ts'
import { BuyLink } from '../../kit/space/buy-link.tsx'
import { Button } from '../../ui/button.tsx'
import { Check } from '../../ui/field.tsx'
import { Pager } from '../../ui/pager.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { pageSizeOf, usePages } from '../../ui/use-pages.ts'
import { WizardFrame } from '../../ui/wizard-frame.tsx'
import type { Batch } from './batch-rows.tsx'
import { batchPath, batchSteps, backToTemplates } from './batch-steps.ts'
import { BatchFact } from './batch-fact.tsx'
import { ListedRows } from './listed-rows.tsx'
import { type ListCounts, useCorrections } from './use-corrections.ts'

type BatchListProps = { head: Batch; onStarted: () => void }

/** The rows of a list that are not sent: each with what is wrong with it, and what sending would come to. */
export function BatchList({ head, onStarted }: BatchListProps) {
  const { batchId } = head
  const navigate = useNavigate()
  const [onlyFaulty, setOnlyFaulty] = useState(head.faultyNumber > 0 && head.faultyNumber < head.listedNumber)
  const [pageSize, setPageSize] = useState<10 | 20 | 50>(10)
  const [busy, setBusy] = useState(false)
  const rowState = onlyFaulty ? 'faulty' : 'listed'
  const { cursor, previous, nextTo } = usePages(`${rowState} ${pageSize}`)
  const corrections = useCorrections(batchId)
  const { data, refetch } = useQuery({
    queryKey: [...templateKeys.batch(batchId), rowState, pageSize, cursor],
    queryFn: ({ signal }) => call('getBatch', { batchId, rowState, pageSize, cursor }, { signal, quiet: true }),
    placeholderData: (before) => before,
    // Rows stay where they are while they are being corrected.
    refetchOnWindowFocus: false,
  })
  const batch = data ?? head
  const counts = corrections.counts ?? batch
  const good = counts.listedNumber - counts.faultyNumber
  const act = async (doing: () => Promise<unknown>) => {
    setBusy(true)
    try {
      await doing()
    } catch (fault) {
      showRefusal(fault)
    } finally {
      setBusy(false)
    }
  }
  const send = () =>
    act(async () => {
      await call('startBatch', { batchId })
      void refreshTemplates()
      onStarted()
      await navigate(batchPath(batchId), { replace: true })
    })
  const drop = (row: number | null) =>
    act(async () => {
      await call('dropBatchRows', { batchId, row })
      corrections.forget()
      if (row !== null && counts.listedNumber > 1) return refetch()
      void refreshTemplates()
      return navigate(head.total > 0 ? batchPath(batchId) : backToTemplates.to, { replace: true })
    })
  return (
    <WizardFrame
      steps={batchSteps}
      current={2}
      back={backToTemplates}
      name="批量发起"
      status={head.templateName}
      actions={
        <Button
          variant="primary"
          busy={busy}
          disabled={good === 0 || batch.surplus < good || corrections.isBusy}
          onClick={() => void send()}
        >
          发送{good}份
        </Button>
      }
    >
      <div className="batch">
        <section className="card batch-rows" aria-labelledby="batch-rows">
          <div className="batch-head">
            <h1 id="batch-rows" className="h2">
              {head.total > 0 ? '未发送的名单' : '核对名单'}
            </h1>
            <Check
              checked={onlyFaulty}
              onChange={(event) => {
                setOnlyFaulty(event.target.checked)
                corrections.forget()
              }}
            >
              只看有误
            </Check>
          </div>
          {data ? (
            <ListedRows batch={data} corrections={corrections} onDrop={(row) => void drop(row)} />
          ) : (
            <Skeleton rows={6} height={44} />
          )}
          <Pager
            total={`共${onlyFaulty ? counts.faultyNumber : counts.listedNumber}条`}
            pageSize={pageSize}
            onPageSize={(size) => setPageSize(pageSizeOf(size))}
            onPrevious={previous}
            onNext={nextTo(batch.nextCursor)}
          />
        </section>
        <Side batch={batch} counts={counts} onDropAll={() => void dropAll(() => drop(null))} />
      </div>
    </WizardFrame>
  )
}

async function dropAll(drop: () => Promise<void>) {
  const isSure = await ask({
    title: '删除名单',
    text: '尚未发送的行将全部删除，已发送的合同不受影响。删除后不可恢复。',
    confirm: '删除',
    cancel: '取消',
    tone: 'seal',
  })
  if (isSure) await drop()
}

type SideProps = { batch: Batch; counts: ListCounts; onDropAll: () => void }

function Side({ batch, counts: { listedNumber, faultyNumber }, onDropAll }: SideProps) {
  const good = listedNumber - faultyNumber
  const isShort = batch.surplus < good
  return (
    <aside className="batch-side">
      <section className="card batch-sum" aria-labelledby="batch-sum">
        <h2 id="batch-sum" className="h2">
          本次发起
        </h2>
        <div role="status">
          <dl>
            <BatchFact name="名单" value={`${listedNumber} 行`} />
            <BatchFact name="可以发送" value={`${good} 份`} />
            <BatchFact name="有误" value={`${faultyNumber} 行`} bad={faultyNumber > 0} />
            <BatchFact name="剩余份数" value={`${batch.surplus} 份`} bad={isShort} />
            <BatchFact name="签署期限" value={`${batch.deadlineDays} 天`} />
          </dl>
        </div>
        <p className="small muted">有误的行可在表中直接修改。未改好的不发送，也不扣份数，名单会为您保留。</p>
        {isShort && (
          <p className="batch-fault">
            剩余发起签署份数不足，请购买套餐后再发送 <BuyLink />
          </p>
        )}
        {faultyNumber > 0 && (
          <Button block onClick={() => void downloadFaulty(batch, faultyNumber)}>
            <Download size={18} />
            下载有误的{faultyNumber}行
          </Button>
        )}
      </section>
      <section className="card batch-file" aria-label="表格">
        <span className="row">
          <FileSpreadsheet size={18} />
          <span className="clip" title={batch.fileName}>
            {batch.fileName}
          </span>
        </span>
        <Link className="link" to={`/space/template-batch?templateId=${batch.templateId}`}>
          <Upload size={16} />
          重新导入
        </Link>
        <button type="button" className="link" onClick={onDropAll}>
          删除名单
        </button>
      </section>
    </aside>
  )
}

async function downloadFaulty({ batchId, templateName }: Batch, count: number) {
  try {
    const blob = await callBlob('batchFaultSheet', { batchId })
    saveBlob(blob, `${safeFileName(templateName)}-有误的${count}行.xlsx`)
  } catch (fault) {
    showRefusal(fault)
  }
}

import type { BatchSignRow } from '@moqi/api/batch-signing'
import { Check, CircleAlert, CircleCheck, FilePenLine, HelpCircle, LoaderCircle } from 'lucide-react'
import type { Space } from '../../client/space-store.ts'
import { viewPath } from '../../kit/contract/contract-paths.ts'
import { useTold } from '../../kit/live/told-status.ts'
import { useLocation } from '../../router/hooks.ts'
import { Link } from '../../router/link.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { PlainTable } from '../../ui/plain-table.tsx'
import { TaskFrame } from '../../ui/task-frame.tsx'
import { TwoLines } from '../../ui/two-lines.tsx'
import { usePhone } from '../../ui/use-phone.ts'
import { type BatchRun, resultOf, type RunResult } from './batch-run.ts'
import { doPath, nameOf } from './check-row.tsx'

type BatchProgressProps = {
  run: BatchRun
  /** The contracts as they were read last. */
  since: readonly BatchSignRow[]
  space: Space
  back: string
}

type Shown = { row: BatchSignRow; result: RunResult; isReady: boolean }

const order = { failed: 0, unknown: 1, approving: 2, running: 3, signed: 4 } as const

/** How far the signing of several contracts is, and at its end what became of each, failures first. */
export function BatchProgress({ run, since, space, back }: BatchProgressProps) {
  const told = useTold(({ status }) => status)
  const phone = usePhone()
  const { pathname, search } = useLocation()
  const isOver = run.ended !== null
  const shown = run.rows.map((row): Shown => {
    const now = since.find(({ signId }) => signId === row.signId)
    // Whether it may be signed is known anew once the run is over.
    const isReady = isOver && now !== undefined && (now.signBeforeCheck === 1 || now.batchNeed !== 'turn')
    return { row, result: resultOf(run, row, told, now), isReady }
  })
  const rows = isOver ? shown.toSorted((a, b) => order[a.result.state] - order[b.result.state]) : shown
  const here = pathname + search
  return (
    <TaskFrame
      back={{ to: back, label: '返回合同列表' }}
      title="批量签署"
      note={space.spaceName}
      actions={
        <ButtonLink to={back} size="l" variant={isOver ? 'primary' : 'plain'}>
          {isOver ? '返回合同列表' : '转到后台'}
        </ButtonLink>
      }
    >
      <div className="batch-sign">
        <section className="card batch-sign-rows" aria-labelledby="batch-result">
          <div className="batch-sign-head">
            <h2 id="batch-result" className="h2">
              {isOver ? '签署结果' : '签署进度'}
            </h2>
            <span className="small muted">关闭页面不影响签署</span>
          </div>
          {phone ? <Cards rows={rows} space={space} here={here} /> : <Rows rows={rows} space={space} here={here} />}
        </section>
        <aside className="batch-sign-side" aria-label="签署进度">
          <HowFar run={run} results={shown.map(({ result }) => result)} />
        </aside>
      </div>
    </TaskFrame>
  )
}

type RowsProps = { rows: readonly Shown[]; space: Space; here: string }

function Rows({ rows, ...rest }: RowsProps) {
  return (
    <PlainTable
      labelledBy="batch-result"
      rows={rows}
      rowKey={({ row }) => row.signId}
      columns={[
        { title: '合同', render: ({ row }) => <TwoLines name={nameOf(row)} company={row.initiatorName} /> },
        {
          title: '合同编号',
          width: 176,
          shownFrom: 'desktop',
          render: ({ row }) => <span className="num">{row.taskNo}</span>,
        },
        { title: '结果', width: 280, render: ({ result }) => <Result result={result} /> },
        { title: '操作', width: 112, render: (shown) => <Act shown={shown} {...rest} /> },
      ]}
    />
  )
}

function Cards({ rows, ...rest }: RowsProps) {
  return (
    <ul className="batch-cards results">
      {rows.map((shown) => (
        <li key={shown.row.signId}>
          <div className="batch-card">
            <h3>{nameOf(shown.row)}</h3>
            <p className="small muted clip">{shown.row.taskNo}</p>
            <Result result={shown.result} />
          </div>
          <Act shown={shown} {...rest} />
        </li>
      ))}
    </ul>
  )
}

const looks = {
  failed: { tone: 'fault', Icon: CircleAlert, label: '未签署' },
  unknown: { tone: 'ochre', Icon: HelpCircle, label: '没有得到答复' },
  approving: { tone: 'ochre', Icon: FilePenLine, label: '审批中' },
  running: { tone: 'blue', Icon: LoaderCircle, label: '签署中' },
  signed: { tone: 'green', Icon: CircleCheck, label: '签署成功' },
} as const

function Result({ result }: { result: RunResult }) {
  const { tone, Icon, label } = looks[result.state]
  return (
    <span className={`batch-state ${tone} ${result.state}`}>
      <Icon size={16} aria-hidden="true" />
      <span>
        {label}
        {result.state === 'failed' && <span className="small muted">{result.message}</span>}
      </span>
    </span>
  )
}

/** One thing to do: sign it alone where that is still possible, else look at it. */
function Act({ shown: { row, result, isReady }, space, here }: Omit<RowsProps, 'rows'> & { shown: Shown }) {
  if (result.state === 'running') return <span className="muted">—</span>
  const label = result.state === 'failed' ? (isReady ? '重新签署' : '查看原因') : '查看'
  const to =
    result.state === 'failed' && isReady
      ? doPath(row, space, here)
      : viewPath({ signId: row.signId, taskType: 'normal' })
  return (
    <Link className="link" to={to} aria-label={`${label}：${nameOf(row)}`}>
      {label}
    </Link>
  )
}

function HowFar({ run, results }: { run: BatchRun; results: readonly RunResult[] }) {
  const count = (state: RunResult['state']) => results.filter((result) => result.state === state).length
  const [all, signed, failed, approving] = [results.length, count('signed'), count('failed'), count('approving')]
  const done = all - count('running')
  const isOver = run.ended !== null
  return (
    <section className="card batch-far" aria-labelledby="batch-far" aria-live="polite">
      {isOver && signed > 0 && (
        <span className="batch-mark">
          <Check size={28} aria-hidden="true" />
        </span>
      )}
      <h2 id="batch-far" className="h2">
        {isOver ? `${signed}份签署成功` : '正在签署'}
      </h2>
      {!isOver && (
        <>
          <p className="batch-far-count">
            <b>{done}</b> / {all} 份
          </p>
          <progress max={all} value={done} aria-label="签署进度" />
        </>
      )}
      <dl>
        {!isOver && <Line label="签署成功" value={`${signed} 份`} />}
        <Line label="未签署" value={`${failed} 份`} tone={failed > 0 ? 'fault' : ''} />
        {approving > 0 && <Line label="用印审批中" value={`${approving} 份`} />}
        {isOver && <Line label="用时" value={`${Math.max(1, Math.round(((run.ended ?? 0) - run.begun) / 1000))} 秒`} />}
      </dl>
      <p className="small muted">
        {isOver
          ? failed > 0
            ? '未签署的没有盖章，也没有改动文件。可以逐份处理后再签。'
            : '各方会收到签署进度的通知。'
          : '有一份不成，其余照常签署，结束后逐份说明原因。'}
      </p>
    </section>
  )
}

function Line({ label, value, tone = '' }: { label: string; value: string; tone?: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd className={tone}>{value}</dd>
    </div>
  )
}

import type { Output } from '@moqi/api/call'
import type { Table } from '@moqi/api/table'
import { reportLifecycle, reportStateLabels } from '@moqi/domain/contract/report-lifecycle'
import { formatDate } from '@moqi/domain/time/format-date'
import { useQuery } from '@tanstack/react-query'
import { CircleAlert, Info, Snowflake } from 'lucide-react'
import { useState } from 'react'
import { CallRefusal } from '../../client/call-error.ts'
import { call } from '../../client/call.ts'
import { UnreadRecords } from '../../kit/list/table-or-cards.tsx'
import { FreezeSheet } from '../../kit/operator/freeze-sheet.tsx'
import { Proposals } from '../../kit/operator/proposals.tsx'
import { tenantPath } from '../../kit/operator/tenant-path.ts'
import { Link } from '../../router/link.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Facts } from '../../ui/facts.tsx'
import { DecideSheet } from './decide-sheet.tsx'

/** A report with all that is shown of it. */
export type Report = Output<Table['getFraudReport']>

/** One report: stopping the harm first, then the clues, then the decision. */
export function ReportDetail({ reportNo }: { reportNo: string }) {
  const { data, ...unread } = useQuery({
    queryKey: ['operator', 'report', reportNo],
    queryFn: ({ signal }) => call('getFraudReport', { reportNo }, { signal, quiet: true }),
    retry: false,
  })
  if (data) return <Shown report={data} />
  if (unread.error instanceof CallRefusal && unread.error.reason === 'report/not-found') {
    return (
      <div className="card">
        <EmptyState title="没有这个举报" hint="请核对举报编号" />
      </div>
    )
  }
  return <UnreadRecords {...unread} />
}

function Shown({ report }: { report: Report }) {
  const [freezing, setFreezing] = useState(false)
  const { tenantId, launcherName: spaceName, frozen } = report
  return (
    <div className="report">
      <section className="card report-part" aria-labelledby="report-what">
        <div className="report-top">
          <h2 className="h2 report-word" id="report-what">
            {report.reasonLabel}
          </h2>
          <span className="small muted num">{report.reportNo}</span>
        </div>
        {report.content && <blockquote className="report-quote">{report.content}</blockquote>}
        <Facts className="report-facts" facts={factsOf(report)} />
      </section>
      <section className="card report-part" aria-labelledby="report-stop">
        <h2 className="h2" id="report-stop">
          先止损
        </h2>
        <Proposals tenantId={tenantId} />
        <div className="report-stop">
          <p className="report-word">
            {frozen
              ? `发起方已冻结（${formatDate(frozen.time)} 起），不能发起和签署。原因：${frozen.reason}`
              : '冻结发起方：不能再发起和签署，签署中的合同暂停。查清后可以解除，什么也不会丢失'}
          </p>
          <Button variant={frozen ? 'plain' : 'danger'} onClick={() => setFreezing(true)}>
            <Snowflake size={16} />
            {frozen ? '解除冻结…' : '冻结发起方…'}
          </Button>
        </div>
        <p className="small muted">
          签署人身份不实的，另在
          <Link className="link" to={`/certificates?${new URLSearchParams({ search: tenantId })}`}>
            证书
          </Link>
          中吊销其证书
        </p>
      </section>
      <Clues report={report} />
      <Deciding report={report} />
      {freezing && <FreezeSheet tenant={{ tenantId, spaceName, frozen }} onClose={() => setFreezing(false)} />}
    </div>
  )
}

const factsOf = (report: Report) =>
  [
    ['举报人', report.reporter],
    [
      '发起方',
      <Link key="space" className="link" to={tenantPath(report.tenantId)}>
        {report.launcherName}
      </Link>,
    ],
    ['合同编号', report.taskNo ?? '合同已删除'],
    ['举报时间', formatDate(report.reportTime)],
    ['应答复于', `${formatDate(report.dueTime)} 之前`],
  ] as const

const Clues = ({ report: { clueArray } }: { report: Report }) => (
  <section className="card report-part" aria-labelledby="report-clues">
    <div className="report-top">
      <h2 className="h2" id="report-clues">
        线索
      </h2>
      <span className="small muted">系统找到的，供您判断，不是结论</span>
    </div>
    <ul className="report-clues">
      {clueArray.map(({ text, note, isHot }) => (
        <li key={text} className={isHot === 1 ? 'report-hot' : undefined}>
          {isHot === 1 ? <CircleAlert size={18} /> : <Info size={18} />}
          <span className="report-word">
            {text}
            <span className="small muted report-word">{note}</span>
          </span>
        </li>
      ))}
    </ul>
  </section>
)

function Deciding({ report }: { report: Report }) {
  const [wish, setWish] = useState<0 | 1 | null>(null)
  const { reportState, decision, isReachable } = report
  return (
    <section className="card report-part" aria-labelledby="report-end">
      <h2 className="h2" id="report-end">
        处理
      </h2>
      {decision ? (
        <p className="report-word">
          <b>{reportStateLabels[reportState]}</b>　{decision.reason}
          <span className="small muted num report-word">
            {decision.who}　{formatDate(decision.time)}
          </span>
        </p>
      ) : (
        <p className="muted">
          {isReachable === 1 ? '结论和理由会告知举报人' : '举报人没有账号，收不到站内消息；请另行联系答复'}
        </p>
      )}
      {reportState === reportLifecycle.initial && (
        <div className="report-acts">
          <Button onClick={() => setWish(0)}>不成立…</Button>
          <Button variant="primary" onClick={() => setWish(1)}>
            成立…
          </Button>
        </div>
      )}
      {wish !== null && <DecideSheet report={report} isUpheld={wish} onClose={() => setWish(null)} />}
    </section>
  )
}

import type { Job } from '@moqi/api/operator-job'
import { type JobState, jobStateLabels } from '@moqi/domain/operators/job-states'
import { formatDate } from '@moqi/domain/time/format-date'
import { TableOrCards } from '../../kit/list/table-or-cards.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import type { PlainColumn } from '../../ui/plain-table.tsx'

type Act = ((job: Job) => void) | null
type JobRowsProps = {
  state: JobState
  rows: readonly Job[]
  search: string
  /** Null where nothing may be done. */
  onRetry: Act
  onDrop: Act
  /** Null behind the last. */
  onMore: (() => unknown) | null
  busy: boolean
}

const hints: Readonly<Record<JobState, string>> = {
  lost: '重试用尽的任务会出现在这里',
  retrying: '失败后等待再次尝试的任务会出现在这里',
  long: '执行超过10分钟的任务会出现在这里',
  running: '正在执行的任务会出现在这里',
  due: '到了时间、等待执行的任务会出现在这里',
  planned: '约定了以后时间的任务会出现在这里',
}
/** What the time of a job is, by where it stands. */
const times: Readonly<Record<JobState, string>> = {
  lost: '最后一次排队',
  retrying: '下次尝试',
  long: '开始时间',
  running: '开始时间',
  due: '应执行时间',
  planned: '应执行时间',
}

/** Jobs in one state, each with what failed, and what may be done about it. */
export function JobRows({ state, rows, search, onRetry, onDrop, onMore, busy }: JobRowsProps) {
  if (rows.length === 0) {
    const title = search ? `没有找到“${jobStateLabels[state]}”的这种任务` : `没有“${jobStateLabels[state]}”的任务`
    return (
      <div className="card">
        <EmptyState title={title} hint={search ? '可以用种类的中文或英文名称查找' : hints[state]} />
      </div>
    )
  }
  const acts = onRetry && onDrop && { onRetry, onDrop }
  return (
    <>
      <h2 className="sr" id="room-jobs">
        {jobStateLabels[state]}的任务
      </h2>
      <TableOrCards
        labelledBy="room-jobs"
        columns={columnsFor(state, acts)}
        rows={rows}
        rowKey={({ jobId }) => jobId}
        renderCard={(row) => <JobCard row={row} acts={acts} />}
        busy={false}
        pager={
          onMore && (
            <div className="room-more">
              <Button busy={busy} onClick={() => void onMore()}>
                显示更多
              </Button>
            </div>
          )
        }
      />
    </>
  )
}

type Acts = { onRetry: (job: Job) => void; onDrop: (job: Job) => void } | null

const columnsFor = (state: JobState, acts: Acts): readonly PlainColumn<Job>[] => [
  { title: '任务', width: 190, render: (row) => <Kind row={row} /> },
  { title: '错误', render: ({ fault }) => <span className="job-fault">{fault ?? '—'}</span> },
  { title: '空间', width: 200, render: ({ ownerName }) => <span className="job-owner">{ownerName ?? '平台'}</span> },
  { title: '次数', width: 80, shownFrom: 'desktop', render: (row) => <span className="num">{triesOf(row)}</span> },
  {
    title: times[state],
    width: 150,
    shownFrom: 'desktop',
    render: ({ time }) => <span className="num">{formatDate(time)}</span>,
  },
  ...(acts ? [{ title: '操作', width: 150, render: (row: Job) => <Deeds row={row} acts={acts} /> }] : []),
]

const triesOf = ({ tries, mostTries }: Job) => `${tries}/${mostTries}`

const Kind = ({ row: { kindLabel, kind, jobId } }: { row: Job }) => (
  <>
    <span className="job-kind">{kindLabel}</span>
    <span className="small muted num job-name">
      {kind} {jobId}
    </span>
  </>
)

const Deeds = ({ row, acts: { onRetry, onDrop } }: { row: Job; acts: NonNullable<Acts> }) => (
  <span className="job-acts">
    <Button size="s" aria-label={`重试：${row.kindLabel} ${row.jobId}`} onClick={() => onRetry(row)}>
      重试
    </Button>
    <Button size="s" aria-label={`停止：${row.kindLabel} ${row.jobId}`} onClick={() => onDrop(row)}>
      停止…
    </Button>
  </span>
)

const JobCard = ({ row, acts }: { row: Job; acts: Acts }) => (
  <div className="card job-card">
    <p>
      <Kind row={row} />
    </p>
    {row.fault && <p className="job-fault">{row.fault}</p>}
    <p className="small muted">
      <span className="job-owner">{row.ownerName ?? '平台'}</span>
      <span className="num">
        {times[row.jobState]} {formatDate(row.time)}，第 {triesOf(row)} 次
      </span>
    </p>
    {acts && <Deeds row={row} acts={acts} />}
  </div>
)

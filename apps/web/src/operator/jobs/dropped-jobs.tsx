import type { DroppedJob } from '@moqi/api/operator-job'
import { formatDate } from '@moqi/domain/time/format-date'
import { useInfiniteQuery } from '@tanstack/react-query'
import { call } from '../../client/call.ts'
import { TableOrCards, UnreadRecords } from '../../kit/list/table-or-cards.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import type { PlainColumn } from '../../ui/plain-table.tsx'

/** Jobs that are no longer done, the last first, with who saw to it and why. */
export function DroppedJobs({ search }: { search: string }) {
  const { data, hasNextPage, fetchNextPage, isFetchingNextPage, ...unread } = useInfiniteQuery({
    queryKey: ['operator', 'dropped-jobs', search],
    queryFn: ({ signal, pageParam }) =>
      call('listDroppedJobs', { ...(search && { search }), ...(pageParam && { cursor: pageParam }) }, { signal }),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
  })
  const rows = data?.pages.flatMap(({ jobArray }) => jobArray)
  if (!rows) return <UnreadRecords {...unread} />
  if (rows.length === 0) {
    return (
      <div className="card">
        <EmptyState title="没有停止过的任务" hint="不再执行的任务与原因会留在这里" />
      </div>
    )
  }
  return (
    <>
      <h2 className="sr" id="room-dropped">
        已停止的任务
      </h2>
      <TableOrCards
        labelledBy="room-dropped"
        columns={columns}
        rows={rows}
        rowKey={({ jobId }) => jobId}
        renderCard={(row) => <DroppedCard row={row} />}
        busy={false}
        pager={
          hasNextPage && (
            <div className="room-more">
              <Button busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
                显示更多
              </Button>
            </div>
          )
        }
      />
    </>
  )
}

const columns: readonly PlainColumn<DroppedJob>[] = [
  {
    title: '任务',
    width: 190,
    render: ({ kindLabel, kind, jobId }) => (
      <>
        <span className="job-kind">{kindLabel}</span>
        <span className="small muted num job-name">
          {kind} {jobId}
        </span>
      </>
    ),
  },
  {
    title: '停止的原因',
    render: ({ reason, fault }) => (
      <>
        <span className="job-owner">{reason}</span>
        {fault && <span className="small muted job-fault">错误：{fault}</span>}
      </>
    ),
  },
  { title: '空间', width: 180, render: ({ ownerName }) => <span className="job-owner">{ownerName ?? '平台'}</span> },
  {
    title: '停止的人',
    width: 120,
    shownFrom: 'desktop',
    render: ({ droppedBy }) => <span className="job-owner">{droppedBy}</span>,
  },
  { title: '停止时间', width: 160, render: ({ dropTime }) => <span className="num">{formatDate(dropTime)}</span> },
]

const DroppedCard = ({ row }: { row: DroppedJob }) => (
  <div className="card job-card">
    <p>
      <span className="job-kind">{row.kindLabel}</span>
      <span className="small muted num job-name">
        {row.kind} {row.jobId}
      </span>
    </p>
    <p className="job-owner">{row.reason}</p>
    {row.fault && <p className="small muted job-fault">错误：{row.fault}</p>}
    <p className="small muted">
      <span className="job-owner">{row.ownerName ?? '平台'}</span>
      <span className="num">
        {row.droppedBy} {formatDate(row.dropTime)}
      </span>
    </p>
  </div>
)

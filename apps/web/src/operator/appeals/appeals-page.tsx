import type { AppealReview } from '@moqi/api/appeal'
import { appealReasons, grantObstacle } from '@moqi/domain/spaces/appeal-lifecycle'
import { formatDate } from '@moqi/domain/time/format-date'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../client/call.ts'
import { TableOrCards, UnreadRecords } from '../../kit/list/table-or-cards.tsx'
import { ExportButton } from '../../kit/operator/export-button.tsx'
import { NothingFound, QueueTools } from '../../kit/operator/queue-tools.tsx'
import { RoomFrame } from '../../kit/operator/room-frame.tsx'
import { useSought } from '../../kit/operator/use-sought.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import type { PlainColumn } from '../../ui/plain-table.tsx'
import { AppealSheet } from './appeal-sheet.tsx'
import './appeals.css'

const states = [
  { value: 'open', label: '等待异议' },
  { value: 'objected', label: '已有异议' },
] as const
const stateKeys = states.map(({ value }) => value)

/** Appeals for the administration of companies, the oldest first. */
export function AppealsPage() {
  const [open, setOpen] = useState<AppealReview | null>(null)
  const sought = useSought(stateKeys)
  const { data, hasNextPage, fetchNextPage, isFetchingNextPage, ...unread } = useInfiniteQuery({
    queryKey: ['operator', 'appeals', sought.search, sought.state],
    queryFn: ({ signal, pageParam }) =>
      call(
        'listAppeals',
        {
          ...sought.asked,
          ...(sought.state !== null && { appealState: sought.state }),
          ...(pageParam && { cursor: pageParam }),
        },
        { signal, quiet: true },
      ),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
  })
  const rows = data?.pages.flatMap(({ appealArray }) => appealArray)
  const reviewers = data?.pages[0]?.reviewers ?? 1
  const note = reviewers === 2 ? '最早提交的在前；须两人先后审核' : '最早提交的在前；管理员答复或异议期满后才能准予'
  return (
    <RoomFrame
      title="管理员申诉"
      note={note}
      acts={<ExportButton list="appeals" search={sought.search} state={sought.state ?? undefined} />}
    >
      <QueueTools label="企业、申诉人或完整手机号" sought={sought} states={states} />
      {!rows && <UnreadRecords {...unread} />}
      {rows && (
        <Waiting
          isSought={sought.isSought}
          rows={rows}
          onOpen={setOpen}
          onMore={hasNextPage ? fetchNextPage : null}
          busy={isFetchingNextPage}
        />
      )}
      {open && <AppealSheet appeal={open} reviewers={reviewers} onClose={() => setOpen(null)} />}
    </RoomFrame>
  )
}

type Opening = (row: AppealReview) => void
type WaitingProps = {
  rows: readonly AppealReview[]
  /** Others may wait that are not what is looked for. */
  isSought: boolean
  onOpen: Opening
  /** Null behind the last. */
  onMore: (() => unknown) | null
  busy: boolean
}

function Waiting({ rows, isSought, onOpen, onMore, busy }: WaitingProps) {
  if (rows.length === 0 && !onMore) {
    if (isSought) return <NothingFound hint="名称可以只输入一部分；手机号须完整输入" />
    return (
      <div className="card">
        <EmptyState title="没有待处理的申诉" hint="对已认证企业的管理员申诉会出现在这里" />
      </div>
    )
  }
  return (
    <>
      <h2 className="sr" id="room-appeals">
        待处理的申诉
      </h2>
      <TableOrCards
        labelledBy="room-appeals"
        columns={columnsFor(onOpen)}
        rows={rows}
        rowKey={({ appealId }) => appealId}
        renderCard={(row) => <AppealCard row={row} onOpen={onOpen} />}
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

/** Who has spoken, and who has looked. */
function stageOf({ appealState, objectUntil, hasFirst, isFirstOwn }: AppealReview): string {
  if (hasFirst === 1) return isFirstOwn === 1 ? '您已初审' : '待复核'
  if (appealState === 'objected') return '已有异议'
  return grantObstacle(appealState, { until: objectUntil, now: Date.now() }) === null ? '无异议' : '异议期内'
}

const columnsFor = (onOpen: Opening): readonly PlainColumn<AppealReview>[] => [
  { title: '企业', render: ({ companyName }) => <span className="appeal-name">{companyName}</span> },
  {
    title: '申诉人',
    width: 140,
    render: ({ appellantName }) => <span className="appeal-name">{appellantName}</span>,
  },
  {
    title: '原因',
    width: 200,
    shownFrom: 'desktop',
    render: ({ appealReason }) => appealReasons[appealReason],
  },
  { title: '进度', width: 100, render: stageOf },
  { title: '提交时间', width: 180, render: ({ submitTime }) => formatDate(submitTime) },
  { title: '操作', width: 110, render: (row) => <OpenButton row={row} onOpen={onOpen} /> },
]

const OpenButton = ({ row, onOpen }: { row: AppealReview; onOpen: Opening }) => (
  <Button size="s" disabled={row.isFirstOwn === 1} aria-label={`审核：${row.companyName}`} onClick={() => onOpen(row)}>
    审核
  </Button>
)

const AppealCard = ({ row, onOpen }: { row: AppealReview; onOpen: Opening }) => (
  <div className="card appeal-waits">
    <b className="appeal-name">{row.companyName}</b>
    <p>
      {appealReasons[row.appealReason]}，{stageOf(row)}
    </p>
    <p className="small muted num">
      {row.appellantName}　{formatDate(row.submitTime)}
    </p>
    <Button block disabled={row.isFirstOwn === 1} aria-label={`审核：${row.companyName}`} onClick={() => onOpen(row)}>
      审核
    </Button>
  </div>
)

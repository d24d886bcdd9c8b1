import type { PersonReview } from '@moqi/api/person-review'
import { paperNames } from '@moqi/domain/identity/person-paper'
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
import { ReviewSheet } from './review-sheet.tsx'
import './reviews.css'

/** People whose papers wait to be looked at, the oldest first. */
export function ReviewsPage() {
  const [open, setOpen] = useState<PersonReview | null>(null)
  const sought = useSought()
  const { data, hasNextPage, fetchNextPage, isFetchingNextPage, ...unread } = useInfiniteQuery({
    queryKey: ['operator', 'reviews', sought.search],
    queryFn: ({ signal, pageParam }) =>
      call('listPersonReviews', { ...sought.asked, ...(pageParam && { cursor: pageParam }) }, { signal, quiet: true }),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
  })
  const rows = data?.pages.flatMap(({ reviewArray }) => reviewArray)
  return (
    <RoomFrame
      title="实名审核"
      note="最早提交的在前；证件照片只在审核时打开，每次打开申请人都能看到"
      acts={<ExportButton list="persons" search={sought.search} />}
    >
      <QueueTools label="姓名或完整手机号" sought={sought} />
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
      {open && <ReviewSheet review={open} onClose={() => setOpen(null)} />}
    </RoomFrame>
  )
}

type Opening = (row: PersonReview) => void
type WaitingProps = {
  rows: readonly PersonReview[]
  /** Others may wait that are not what is looked for. */
  isSought: boolean
  onOpen: Opening
  /** Null behind the last. */
  onMore: (() => unknown) | null
  busy: boolean
}

function Waiting({ rows, isSought, onOpen, onMore, busy }: WaitingProps) {
  if (rows.length === 0 && !onMore) {
    if (isSought) return <NothingFound hint="姓名可以只输入一部分；手机号须完整输入" />
    return (
      <div className="card">
        <EmptyState title="没有待审核的实名认证" hint="选择人工审核的申请会出现在这里" />
      </div>
    )
  }
  return (
    <>
      <h2 className="sr" id="room-reviews">
        待审核的实名认证
      </h2>
      <TableOrCards
        labelledBy="room-reviews"
        columns={columnsFor(onOpen)}
        rows={rows}
        rowKey={({ authid }) => authid}
        renderCard={(row) => <ReviewCard row={row} onOpen={onOpen} />}
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

const columnsFor = (onOpen: Opening): readonly PlainColumn<PersonReview>[] => [
  { title: '姓名', render: ({ realName }) => <span className="review-name">{realName}</span> },
  { title: '证件', width: 220, render: ({ paper }) => paperNames[paper] },
  { title: '手机号', width: 150, render: ({ phone }) => <span className="num">{phone}</span> },
  { title: '提交时间', width: 180, render: ({ submitTime }) => formatDate(submitTime) },
  { title: '操作', width: 110, render: (row) => <OpenButton row={row} onOpen={onOpen} /> },
]

const OpenButton = ({ row, onOpen }: { row: PersonReview; onOpen: Opening }) => (
  <Button size="s" aria-label={`审核：${row.realName}`} onClick={() => onOpen(row)}>
    审核
  </Button>
)

const ReviewCard = ({ row, onOpen }: { row: PersonReview; onOpen: Opening }) => (
  <div className="card review-card">
    <b className="review-name">{row.realName}</b>
    <p>{paperNames[row.paper]}</p>
    <p className="small muted num">
      {row.phone}　{formatDate(row.submitTime)}
    </p>
    <Button block aria-label={`审核：${row.realName}`} onClick={() => onOpen(row)}>
      审核
    </Button>
  </div>
)

import type { SealReview } from '@moqi/api/seal-review'
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
import { kindOf, SealSheet, sizeOf } from './seal-sheet.tsx'
import './seals.css'

/** Uploaded seals that wait to be looked at, the oldest first. */
export function SealsPage() {
  const [open, setOpen] = useState<SealReview | null>(null)
  const sought = useSought()
  const { data, hasNextPage, fetchNextPage, isFetchingNextPage, ...unread } = useInfiniteQuery({
    queryKey: ['operator', 'seals', sought.search],
    queryFn: ({ signal, pageParam }) =>
      call('listSealReviews', { ...sought.asked, ...(pageParam && { cursor: pageParam }) }, { signal, quiet: true }),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
  })
  const rows = data?.pages.flatMap(({ sealArray }) => sealArray)
  return (
    <RoomFrame
      title="印章审核"
      note="最早提交的在前；印文须与认证名称一致"
      acts={<ExportButton list="seals" search={sought.search} />}
    >
      <QueueTools label="所有者或印章名称" sought={sought} />
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
      {open && <SealSheet seal={open} onClose={() => setOpen(null)} />}
    </RoomFrame>
  )
}

type Opening = (row: SealReview) => void
type WaitingProps = {
  rows: readonly SealReview[]
  /** Others may wait that are not what is looked for. */
  isSought: boolean
  onOpen: Opening
  /** Null behind the last. */
  onMore: (() => unknown) | null
  busy: boolean
}

function Waiting({ rows, isSought, onOpen, onMore, busy }: WaitingProps) {
  if (rows.length === 0 && !onMore) {
    if (isSought) return <NothingFound hint="名称可以只输入一部分" />
    return (
      <div className="card">
        <EmptyState title="没有待审核的印章" hint="上传图片制作的印章会出现在这里" />
      </div>
    )
  }
  return (
    <>
      <h2 className="sr" id="room-seals">
        待审核的印章
      </h2>
      <TableOrCards
        labelledBy="room-seals"
        columns={columnsFor(onOpen)}
        rows={rows}
        rowKey={({ sealId }) => sealId}
        renderCard={(row) => <SealCard row={row} onOpen={onOpen} />}
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

const columnsFor = (onOpen: Opening): readonly PlainColumn<SealReview>[] => [
  { title: '认证名称', render: ({ ownerName }) => <span className="seal-owner">{ownerName}</span> },
  { title: '印章', width: 200, render: ({ sealName }) => <span className="seal-owner">{sealName}</span> },
  { title: '类型', width: 130, render: kindOf },
  { title: '尺寸', width: 120, shownFrom: 'desktop', render: (row) => <span className="num">{sizeOf(row)}</span> },
  { title: '提交时间', width: 180, render: ({ submitTime }) => formatDate(submitTime) },
  { title: '操作', width: 110, render: (row) => <OpenButton row={row} onOpen={onOpen} /> },
]

const OpenButton = ({ row, onOpen }: { row: SealReview; onOpen: Opening }) => (
  <Button size="s" aria-label={`审核：${row.ownerName} ${row.sealName}`} onClick={() => onOpen(row)}>
    审核
  </Button>
)

const SealCard = ({ row, onOpen }: { row: SealReview; onOpen: Opening }) => (
  <div className="card seal-waits">
    <b className="seal-owner">{row.ownerName}</b>
    <p className="seal-owner">
      {row.sealName}，{kindOf(row)}，{sizeOf(row)}
    </p>
    <p className="small muted num">{formatDate(row.submitTime)}</p>
    <Button block aria-label={`审核：${row.ownerName} ${row.sealName}`} onClick={() => onOpen(row)}>
      审核
    </Button>
  </div>
)

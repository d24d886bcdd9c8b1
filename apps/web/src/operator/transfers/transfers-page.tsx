import type { Transfer } from '@moqi/api/operator'
import { formatDate } from '@moqi/domain/time/format-date'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../client/call.ts'
import { TableOrCards, UnreadRecords } from '../../kit/list/table-or-cards.tsx'
import { ExportButton } from '../../kit/operator/export-button.tsx'
import { NothingFound, QueueTools } from '../../kit/operator/queue-tools.tsx'
import { RoomFrame } from '../../kit/operator/room-frame.tsx'
import { useSought } from '../../kit/operator/use-sought.ts'
import { yuan } from '../../ui/amount.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import type { PlainColumn } from '../../ui/plain-table.tsx'
import { Tag } from '../../ui/tag.tsx'
import { ReturnSheet } from './return-sheet.tsx'
import { VoucherSheet } from './voucher-sheet.tsx'
import './transfers.css'

const words = {
  review: { tag: <Tag tone="ochre">待审凭证</Tag>, act: '审凭证' },
  return: { tag: <Tag tone="seal">待退回</Tag>, act: '登记退款' },
} as const

const states = [
  { value: 'review', label: '待审凭证' },
  { value: 'return', label: '待退回' },
] as const
const stateKeys = states.map(({ value }) => value)

/** Bank transfers that wait for somebody, the oldest first: a voucher to be held against the bank, money to go back. */
export function TransfersPage() {
  const [open, setOpen] = useState<Transfer | null>(null)
  const sought = useSought(stateKeys)
  const { data, hasNextPage, fetchNextPage, isFetchingNextPage, ...unread } = useInfiniteQuery({
    queryKey: ['operator', 'transfers', sought.search, sought.state],
    queryFn: ({ signal, pageParam }) =>
      call(
        'listTransfers',
        {
          ...sought.asked,
          ...(sought.state !== null && { todo: sought.state }),
          ...(pageParam && { cursor: pageParam }),
        },
        { signal, quiet: true },
      ),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
  })
  const rows = data?.pages.flatMap(({ transferArray }) => transferArray)
  const Sheet = open?.todo === 'return' ? ReturnSheet : VoucherSheet
  return (
    <RoomFrame
      title="对公转账"
      note="最早提交的在前；在银行流水中核对后再确认"
      acts={<ExportButton list="transfers" search={sought.search} state={sought.state ?? undefined} />}
    >
      <QueueTools label="买家、订单号或其后8位" sought={sought} states={states} />
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
      {open && <Sheet transfer={open} onClose={() => setOpen(null)} />}
    </RoomFrame>
  )
}

type WaitingProps = {
  rows: readonly Transfer[]
  /** Others may wait that are not what is looked for. */
  isSought: boolean
  onOpen: Opening
  /** Null behind the last. */
  onMore: (() => unknown) | null
  busy: boolean
}

function Waiting({ rows, isSought, onOpen, onMore, busy }: WaitingProps) {
  if (rows.length === 0 && !onMore) {
    if (isSought) return <NothingFound hint="买家名称可以只输入一部分；订单号须完整，或输入最后8位" />
    return (
      <div className="card">
        <EmptyState title="没有待处理的转账" hint="提交汇款凭证、申请退款的订单会出现在这里" />
      </div>
    )
  }
  return (
    <>
      <h2 className="sr" id="room-transfers">
        待处理的转账
      </h2>
      <TableOrCards
        labelledBy="room-transfers"
        columns={columnsFor(onOpen)}
        rows={rows}
        rowKey={({ paymentNo }) => paymentNo}
        renderCard={(row) => <TransferCard row={row} onOpen={onOpen} />}
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

type Opening = (row: Transfer) => void

const columnsFor = (onOpen: Opening): readonly PlainColumn<Transfer>[] => [
  {
    title: '买家',
    render: ({ ownerName, orderNo }) => (
      <>
        <span className="transfer-owner">{ownerName}</span>
        <span className="small muted num">{orderNo}</span>
      </>
    ),
  },
  { title: '套餐', width: 200, render: ({ packName, copies }) => `${packName}，${copies}份` },
  { title: '金额', width: 130, render: ({ fen }) => <span className="num">{yuan(fen)}元</span> },
  { title: '待办', width: 110, render: ({ todo }) => words[todo].tag },
  { title: '提交时间', width: 160, shownFrom: 'desktop', render: ({ createTime }) => formatDate(createTime) },
  { title: '操作', width: 110, render: (row) => <OpenButton row={row} onOpen={onOpen} /> },
]

const OpenButton = ({ row, onOpen }: { row: Transfer; onOpen: Opening }) => (
  <Button size="s" aria-label={`${words[row.todo].act}：${row.ownerName} ${row.orderNo}`} onClick={() => onOpen(row)}>
    {words[row.todo].act}
  </Button>
)

const TransferCard = ({ row, onOpen }: { row: Transfer; onOpen: Opening }) => (
  <div className="card transfer-card">
    <p className="spread">
      <b className="transfer-owner">{row.ownerName}</b>
      {words[row.todo].tag}
    </p>
    <p>
      {row.packName}，{row.copies}份，<span className="num">{yuan(row.fen)}元</span>
    </p>
    <p className="small muted num">
      {row.orderNo}　{formatDate(row.createTime)}
    </p>
    <Button block aria-label={`${words[row.todo].act}：${row.ownerName} ${row.orderNo}`} onClick={() => onOpen(row)}>
      {words[row.todo].act}
    </Button>
  </div>
)

import type { AwaitedInvoice } from '@moqi/api/operator-invoice'
import { invoiceKindLabels } from '@moqi/domain/orders/invoice-title'
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
import { InvoiceSheet } from './invoice-sheet.tsx'
import './invoices.css'

const words = {
  blue: { tag: <Tag tone="ochre">待开票</Tag>, act: '开票' },
  red: { tag: <Tag tone="seal">待红冲</Tag>, act: '红冲' },
} as const

const states = [
  { value: 'blue', label: '待开票' },
  { value: 'red', label: '待红冲' },
] as const
const stateKeys = states.map(({ value }) => value)

/** Invoices and red letters that nobody makes out by himself, the oldest first. */
export function InvoicesPage() {
  const [open, setOpen] = useState<AwaitedInvoice | null>(null)
  const sought = useSought(stateKeys)
  const { data, hasNextPage, fetchNextPage, isFetchingNextPage, ...unread } = useInfiniteQuery({
    queryKey: ['operator', 'invoices', sought.search, sought.state],
    queryFn: ({ signal, pageParam }) =>
      call(
        'listAwaitedInvoices',
        {
          ...sought.asked,
          ...(sought.state !== null && { letter: sought.state }),
          ...(pageParam && { cursor: pageParam }),
        },
        { signal, quiet: true },
      ),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
  })
  const rows = data?.pages.flatMap(({ invoiceArray }) => invoiceArray)
  return (
    <RoomFrame
      title="发票"
      note="最早申请的在前；在电子税务局开具后，上传数电票的 PDF 并填写号码"
      acts={<ExportButton list="invoices" search={sought.search} state={sought.state ?? undefined} />}
    >
      <QueueTools label="申请方、抬头、税号或订单号" sought={sought} states={states} />
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
      {open && <InvoiceSheet invoice={open} onClose={() => setOpen(null)} />}
    </RoomFrame>
  )
}

type Opening = (row: AwaitedInvoice) => void
type WaitingProps = {
  rows: readonly AwaitedInvoice[]
  /** Others may wait that are not what is looked for. */
  isSought: boolean
  onOpen: Opening
  /** Null behind the last. */
  onMore: (() => unknown) | null
  busy: boolean
}

function Waiting({ rows, isSought, onOpen, onMore, busy }: WaitingProps) {
  if (rows.length === 0 && !onMore) {
    if (isSought) return <NothingFound hint="都可以只输入一部分" />
    return (
      <div className="card">
        <EmptyState title="没有待开的发票" hint="客户申请的发票和红冲会出现在这里；开具后自动发到其邮箱" />
      </div>
    )
  }
  return (
    <>
      <h2 className="sr" id="room-invoices">
        待开的发票
      </h2>
      <TableOrCards
        labelledBy="room-invoices"
        columns={columnsFor(onOpen)}
        rows={rows}
        rowKey={keyOf}
        renderCard={(row) => <InvoiceCard row={row} onOpen={onOpen} />}
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

const keyOf = ({ invoiceId, letter }: AwaitedInvoice) => `${invoiceId} ${letter}`

const columnsFor = (onOpen: Opening): readonly PlainColumn<AwaitedInvoice>[] => [
  {
    title: '抬头',
    render: ({ titleName, taxNo }) => (
      <>
        <span className="invoice-title">{titleName}</span>
        <span className="small muted num">{taxNo || '个人'}</span>
      </>
    ),
  },
  { title: '类型', width: 120, render: ({ invoiceType }) => invoiceKindLabels[invoiceType] },
  { title: '金额', width: 130, render: ({ fen }) => <span className="num">{yuan(fen)}元</span> },
  { title: '待办', width: 110, render: ({ letter }) => words[letter].tag },
  { title: '申请时间', width: 160, shownFrom: 'desktop', render: ({ askTime }) => formatDate(askTime) },
  { title: '操作', width: 110, render: (row) => <OpenButton row={row} onOpen={onOpen} /> },
]

const labelOf = ({ letter, titleName, fen }: AwaitedInvoice) => `${words[letter].act}：${titleName} ${yuan(fen)}元`

const OpenButton = ({ row, onOpen }: { row: AwaitedInvoice; onOpen: Opening }) => (
  <Button size="s" aria-label={labelOf(row)} onClick={() => onOpen(row)}>
    {words[row.letter].act}
  </Button>
)

const InvoiceCard = ({ row, onOpen }: { row: AwaitedInvoice; onOpen: Opening }) => (
  <div className="card invoice-card">
    <p className="spread">
      <b className="invoice-title">{row.titleName}</b>
      {words[row.letter].tag}
    </p>
    <p>
      {invoiceKindLabels[row.invoiceType]}，<span className="num">{yuan(row.fen)}元</span>
    </p>
    <p className="small muted num">{formatDate(row.askTime)}</p>
    <Button block aria-label={labelOf(row)} onClick={() => onOpen(row)}>
      {words[row.letter].act}
    </Button>
  </div>
)

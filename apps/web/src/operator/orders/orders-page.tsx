import type { SoldOrder } from '@moqi/api/operator-order'
import { orderStateLabels } from '@moqi/domain/labels/status-labels'
import { keysOf } from '@moqi/domain/keys-of'
import { payWayLabels } from '@moqi/domain/orders/pay-way'
import { formatDate } from '@moqi/domain/time/format-date'
import { useInfiniteQuery } from '@tanstack/react-query'
import { call } from '../../client/call.ts'
import { TableOrCards, UnreadRecords } from '../../kit/list/table-or-cards.tsx'
import { ExportButton } from '../../kit/operator/export-button.tsx'
import { NothingFound } from '../../kit/operator/queue-tools.tsx'
import { RoomFrame } from '../../kit/operator/room-frame.tsx'
import { Link } from '../../router/link.tsx'
import { yuan } from '../../ui/amount.ts'
import { Button } from '../../ui/button.tsx'
import { DateRangeInput } from '../../ui/date-range-input.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import type { PlainColumn } from '../../ui/plain-table.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { Select } from '../../ui/select.tsx'
import { OrderTag, soldOrderPath } from './order-words.tsx'
import { useOrderFilter } from './use-order-filter.ts'
import './orders.css'

const states = [
  { value: '', label: '全部状态' },
  ...keysOf(orderStateLabels).map((value) => ({ value, label: orderStateLabels[value] })),
]
const ways = [
  { value: '', label: '全部支付方式' },
  ...keysOf(payWayLabels).map((value) => ({ value, label: payWayLabels[value] })),
]

/** What the platform sold, the newest first, or what is looked for. */
export function OrdersPage() {
  const { filter, isSought, asked, more, change } = useOrderFilter()
  const { data, hasNextPage, fetchNextPage, isFetchingNextPage, ...unread } = useInfiniteQuery({
    queryKey: ['operator', 'orders', asked],
    queryFn: ({ signal, pageParam }) =>
      call('findOrders', { ...asked, ...(pageParam && { cursor: pageParam }) }, { signal, quiet: true }),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
  })
  const rows = data?.pages.flatMap(({ orderArray }) => orderArray)
  return (
    <RoomFrame
      title="订单"
      note="最新的在前；核对汇款在“对公转账”，开票在“发票”"
      acts={<ExportButton list="orders" search={filter.search} state={asked.orderState} more={more} />}
    >
      <div className="sold-tools">
        <SearchField
          label="订单号、后8位、买家或套餐"
          value={filter.search}
          onSearch={(search) => change({ search })}
        />
        <Select aria-label="状态" value={filter.state} options={states} onChange={(state) => change({ state })} />
        <Select aria-label="支付方式" value={filter.payWay} options={ways} onChange={(payWay) => change({ payWay })} />
        <DateRangeInput
          label="下单日期"
          value={[filter.from, filter.to]}
          onChange={([from, to]) => change({ from, to })}
        />
      </div>
      {!rows && <UnreadRecords {...unread} />}
      {rows?.length === 0 && isSought && (
        <NothingFound hint="买家和套餐可以只输入一部分；订单号从开头输入，或输入最后8位" />
      )}
      {rows?.length === 0 && !isSought && (
        <div className="card">
          <EmptyState title="还没有订单" hint="客户提交订单后会出现在这里" />
        </div>
      )}
      {rows && rows.length > 0 && (
        <Found rows={rows} onMore={hasNextPage ? fetchNextPage : null} busy={isFetchingNextPage} />
      )}
    </RoomFrame>
  )
}

type FoundProps = {
  rows: readonly SoldOrder[]
  /** Null behind the last. */
  onMore: (() => unknown) | null
  busy: boolean
}

const Found = ({ rows, onMore, busy }: FoundProps) => (
  <>
    <h2 className="sr" id="room-orders">
      订单
    </h2>
    <TableOrCards
      labelledBy="room-orders"
      columns={columns}
      rows={rows}
      rowKey={({ orderId }) => orderId}
      renderCard={(row) => <OrderCard row={row} />}
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

const packText = ({ packName, quantity }: SoldOrder) => (quantity === 1 ? packName : `${packName} × ${quantity}`)

const columns: readonly PlainColumn<SoldOrder>[] = [
  {
    title: '买家',
    render: ({ ownerName, orderNo }) => (
      <>
        <span className="sold-word">{ownerName}</span>
        <span className="small muted num">{orderNo}</span>
      </>
    ),
  },
  { title: '套餐', width: 170, render: packText },
  { title: '金额', width: 120, render: ({ fen }) => <span className="num">{yuan(fen)}元</span> },
  {
    title: '状态',
    width: 120,
    render: ({ orderState, payWay }) => (
      <>
        <OrderTag state={orderState} />
        <span className="small muted sold-word">{payWayLabels[payWay]}</span>
      </>
    ),
  },
  {
    title: '下单时间',
    width: 180,
    shownFrom: 'desktop',
    render: ({ createTime }) => <span className="num">{formatDate(createTime)}</span>,
  },
  { title: '操作', width: 88, render: (row) => <OpenLink row={row} size="s" /> },
]

const OpenLink = ({ row: { orderId, orderNo }, size }: { row: SoldOrder; size: 's' | 'm' }) => (
  <Link className={`btn btn-${size} btn-plain`} to={soldOrderPath(orderId)} aria-label={`打开：${orderNo}`}>
    打开
  </Link>
)

const OrderCard = ({ row }: { row: SoldOrder }) => (
  <div className="card sold-card">
    <p className="spread">
      <b className="sold-word">{row.ownerName}</b>
      <OrderTag state={row.orderState} />
    </p>
    <p>
      {packText(row)}，<span className="num">{yuan(row.fen)}元</span>，{payWayLabels[row.payWay]}
    </p>
    <p className="small muted num sold-word">
      {row.orderNo}　{formatDate(row.createTime)}
    </p>
    <OpenLink row={row} size="m" />
  </div>
)

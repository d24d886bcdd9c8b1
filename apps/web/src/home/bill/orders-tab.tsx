import { countText } from '@moqi/domain/labels/count-text'
import type { Order } from '@moqi/api/order'
import { keysOf } from '@moqi/domain/keys-of'
import { orderStateLabels } from '@moqi/domain/labels/status-labels'
import { formatDate } from '@moqi/domain/time/format-date'
import { useState } from 'react'
import { call } from '../../client/call.ts'
import { orderTones } from '../../kit/orders/order-tones.ts'
import { Link } from '../../router/link.tsx'
import { yuan } from '../../ui/amount.ts'
import { ListCard } from '../../ui/list-card.tsx'
import type { PlainColumn } from '../../ui/plain-table.tsx'
import { Select } from '../../ui/select.tsx'
import { Tag } from '../../ui/tag.tsx'
import { TwoLines } from '../../ui/two-lines.tsx'
import { BillList } from './bill-list.tsx'
import { orderPath } from './bill-paths.ts'

type State = Order['orderState']

/** The space's orders, newest first. */
export function OrdersTab({ tenantId }: { tenantId: string }) {
  const [state, setState] = useState<State | ''>('')
  return (
    <>
      <div className="bill-filter">
        <Select<State | ''>
          aria-label="订单状态"
          value={state}
          options={[
            { value: '', label: '全部订单状态' },
            ...keysOf(orderStateLabels).map((one) => ({ value: one, label: orderStateLabels[one] })),
          ]}
          onChange={setState}
        />
      </div>
      <BillList
        queryKey={['orders', 'list', tenantId, state]}
        read={async (page, signal) => {
          const input = { ...page, ...(state !== '' && { orderState: state }) }
          const { orderArray, nextCursor } = await call('listOrders', input, { signal })
          return { rows: orderArray, nextCursor }
        }}
        columns={columns}
        rowKey={({ orderId }) => orderId}
        renderCard={(order) => (
          <ListCard
            title={order.packName}
            tag={<OrderTag order={order} />}
            facts={[
              ['订单号', order.orderNo],
              ['份数', `${countText(order.copies)} 份`],
              ['金额', `¥${yuan(order.fen)}`],
            ]}
            foot={formatDate(order.createTime, '{y}-{m}-{d} {h}:{i}')}
            actions={<Open order={order} />}
          />
        )}
        empty={state === '' ? '暂无订单' : '没有找到符合条件的记录'}
      />
    </>
  )
}

const columns: readonly PlainColumn<Order>[] = [
  {
    title: '订单',
    render: ({ orderNo, createTime, buyerName }) => (
      <TwoLines name={orderNo} company={`${formatDate(createTime, '{y}-{m}-{d} {h}:{i}')}　${buyerName}`} />
    ),
  },
  {
    title: '套餐',
    width: 152,
    render: ({ packName, quantity, copies }) => (
      <TwoLines name={packName} company={`× ${quantity}，共${countText(copies)}份`} />
    ),
  },
  { title: '金额', width: 128, render: ({ fen }) => <span className="num">¥{yuan(fen)}</span> },
  {
    title: '支付方式',
    width: 184,
    shownFrom: 'desktop',
    render: ({ payThrough }) => <span className="clip">{payThrough ?? '—'}</span>,
  },
  { title: '状态', width: 128, render: (order) => <OrderTag order={order} /> },
  { title: '操作', width: 96, render: (order) => <Open order={order} /> },
]

const OrderTag = ({ order: { orderState } }: { order: Order }) => (
  <Tag tone={orderTones[orderState]}>{orderStateLabels[orderState]}</Tag>
)

function Open({ order: { orderId, orderNo, orderState } }: { order: Order }) {
  const label = orderState === 'created' ? '去支付' : '查看'
  return (
    <Link className="link" to={orderPath(orderId)} aria-label={`${label}：${orderNo}`}>
      {label}
    </Link>
  )
}

import { countText } from '@moqi/domain/labels/count-text'
import type { SoldOrderDetail } from '@moqi/api/operator-order'
import { invoiceStateLabels } from '@moqi/domain/labels/status-labels'
import { orderLogLabels } from '@moqi/domain/orders/order-log-verbs'
import { payWayLabels } from '@moqi/domain/orders/pay-way'
import { formatDate } from '@moqi/domain/time/format-date'
import { useQuery } from '@tanstack/react-query'
import { CallRefusal } from '../../client/call-error.ts'
import { call } from '../../client/call.ts'
import { UnreadRecords } from '../../kit/list/table-or-cards.tsx'
import { RoomFrame } from '../../kit/operator/room-frame.tsx'
import { tenantPath } from '../../kit/operator/tenant-path.ts'
import { useSearchParams } from '../../router/hooks.ts'
import { Link } from '../../router/link.tsx'
import { yuan } from '../../ui/amount.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Facts } from '../../ui/facts.tsx'
import { OrderDoors } from './order-doors.tsx'
import { OrderTag } from './order-words.tsx'
import './orders.css'

/** One order: what was bought, how it was paid, and its log. What is done to it has pages of its own. */
export function SoldOrderPage() {
  const [params] = useSearchParams()
  const orderId = params.get('orderId') ?? ''
  const { data, ...unread } = useQuery({
    queryKey: ['operator', 'order', orderId],
    queryFn: ({ signal }) => call('getSoldOrder', { orderId }, { signal, quiet: true }),
    retry: false,
    // Each reading is on record: it is read when the page is opened.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  const isGone = unread.error instanceof CallRefusal
  return (
    <RoomFrame title={data ? `订单 ${data.orderNo}` : '订单'}>
      <p className="sold-back">
        <Link className="link" to="/orders">
          全部订单
        </Link>
      </p>
      {data && <Order order={data} />}
      {isGone && (
        <div className="card">
          <EmptyState title="没有这个订单" hint="链接可能不完整，请从订单列表打开" />
        </div>
      )}
      {!data && !isGone && <UnreadRecords {...unread} />}
    </RoomFrame>
  )
}

const Order = ({ order }: { order: SoldOrderDetail }) => (
  <div className="sold">
    <section className="card sold-part" aria-labelledby="sold-what">
      <div className="sold-head">
        <h2 className="h2" id="sold-what">
          {order.packName}
          {order.quantity > 1 && ` × ${order.quantity}`}
        </h2>
        <OrderTag state={order.orderState} />
      </div>
      <Facts className="sold-facts" facts={factsOf(order)} />
      <OrderDoors order={order} />
    </section>
    <Payments payments={order.paymentArray} />
    <Log lines={order.logArray} />
  </div>
)

const known = (label: string, value: string | null) => (value === null ? [] : [[label, value] as const])

const factsOf = (order: SoldOrderDetail) => [
  [
    '买家',
    <span key="owner">
      <Link className="link" to={tenantPath(order.tenantId)}>
        {order.ownerName}
      </Link>
      {order.buyerName && `，${order.buyerName}下单`}
    </span>,
  ] as const,
  [
    '套餐',
    <Link key="offer" className="link" to={`/catalogue/one?${new URLSearchParams({ offerId: order.offerId })}`}>
      {order.packName}
      {order.versionNo !== null && `（第${order.versionNo}版）`}
    </Link>,
  ] as const,
  ['份数', `${countText(order.copies)}份，${order.months}个月`] as const,
  ['金额', `${yuan(order.fen)}元`] as const,
  ['支付方式', payWayLabels[order.payWay]] as const,
  ['下单时间', formatDate(order.createTime)] as const,
  ...known('支付', order.payTime === null ? null : `${formatDate(order.payTime)}，${order.payThrough ?? ''}`),
  ...known('付款截止', order.payTime === null ? formatDate(order.endTime) : null),
  ...known('有效期至', order.packEndTime === null ? null : formatDate(order.packEndTime, '{y}-{m}-{d}')),
  ...known('发票', order.invoiceState === null ? null : invoiceStateLabels[order.invoiceState]),
  ...known('凭证驳回', order.voucherFault),
  ...known('退款原因', order.refundReason),
  ...known('未予退款', order.refundFault),
]

const channels = { wechat: '微信支付', alipay: '支付宝', demo: '演示收银台', transfer: '对公转账' } as const
const paymentStates = { pending: '待收款', received: '已收款', returning: '退款中', returned: '已退款' } as const

const Payments = ({ payments }: { payments: SoldOrderDetail['paymentArray'] }) => (
  <section className="card sold-part" aria-labelledby="sold-payments">
    <h2 className="h2" id="sold-payments">
      付款
    </h2>
    {payments.length === 0 ? (
      <p className="muted">买家还没有打开收银台或提交汇款凭证</p>
    ) : (
      <ul className="sold-lines">
        {payments.map((payment) => (
          <li key={payment.paymentNo}>
            <p className="spread">
              <b>
                {channels[payment.payChannel]} <span className="num">{yuan(payment.fen)}元</span>
              </b>
              <span>{paymentStates[payment.paymentState]}</span>
            </p>
            <p className="small muted num sold-word">
              付款单{payment.paymentNo}
              {payment.transactionNo !== null && `　交易号${payment.transactionNo}`}
              {`　${formatDate(payment.settleTime ?? payment.createTime)}`}
            </p>
          </li>
        ))}
      </ul>
    )}
  </section>
)

const Log = ({ lines }: { lines: SoldOrderDetail['logArray'] }) => (
  <section className="card sold-part" aria-labelledby="sold-log">
    <h2 className="h2" id="sold-log">
      订单日志
    </h2>
    <ol className="sold-lines">
      {lines.map(({ logTime, who, verb, detail }) => (
        <li key={`${logTime} ${verb}`}>
          <p className="spread">
            <b>{orderLogLabels[verb]}</b>
            <span className="small muted num">{formatDate(logTime)}</span>
          </p>
          <p className="small muted sold-word">
            {who}
            {detail !== null && `　${detail}`}
          </p>
        </li>
      ))}
    </ol>
  </section>
)

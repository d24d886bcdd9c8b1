import { countText } from '@moqi/domain/labels/count-text'
import type { OrderDetail } from '@moqi/api/order'
import { orderStateLabels } from '@moqi/domain/labels/status-labels'
import { orderLogLabels } from '@moqi/domain/orders/order-log-verbs'
import { payWayLabels } from '@moqi/domain/orders/pay-way'
import { formatDate } from '@moqi/domain/time/format-date'
import { ArrowLeft } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { CallRefusal } from '../../client/call-error.ts'
import { orderTones } from '../../kit/orders/order-tones.ts'
import { useNavigate, useSearchParams } from '../../router/hooks.ts'
import { Link } from '../../router/link.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { CardState } from '../../ui/card-state.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Facts } from '../../ui/facts.tsx'
import { Tag } from '../../ui/tag.tsx'
import { Timeline } from '../../ui/timeline.tsx'
import { useSecondsUntil } from '../../ui/use-seconds-until.ts'
import { BuyerGate } from './buyer-gate.tsx'
import { cartPath, readBack, successPath } from './cart-paths.ts'
import { Money } from './money.tsx'
import { OrderActs } from './order-acts.tsx'
import { headOf } from './order-words.ts'
import { PayPanel } from './pay-panel.tsx'
import { rereadOrders, useOrder } from './use-order.ts'
import './cart.css'
import './order.css'

/** One order from its making to its end (checklist R37). */
export function OrderPage() {
  const [params] = useSearchParams()
  const orderId = params.get('orderId') ?? ''
  return <BuyerGate>{() => <OneOrder key={orderId} orderId={orderId} back={readBack(params)} />}</BuyerGate>
}

function OneOrder({ orderId, back }: { orderId: string; back: string | null }) {
  const order = useOrder(orderId)
  useCredited(order.data, back)
  if (order.error instanceof CallRefusal && !order.data)
    return (
      <EmptyState title={order.error.message} hint="请从账单中打开订单，或重新选择套餐。">
        <ButtonLink to={cartPath(back)} variant="primary">
          购买套餐
        </ButtonLink>
      </EmptyState>
    )
  return (
    <CardState query={order} rows={8}>
      {(data) => <Shown order={data} back={back} />}
    </CardState>
  )
}

/** Whoever sees the order credited on this page is led to what came in. */
function useCredited(order: OrderDetail | undefined, back: string | null): void {
  const navigate = useNavigate()
  const waited = useRef(false)
  const state = order?.orderState
  const orderId = order?.orderId
  useEffect(() => {
    if (state === 'created') waited.current = true
    if (state !== 'done' || !waited.current || orderId === undefined) return
    waited.current = false
    void rereadOrders()
    void navigate(successPath(orderId, back), { replace: true })
  }, [state, orderId, back, navigate])
}

function Shown({ order, back }: { order: OrderDetail; back: string | null }) {
  const waits = order.orderState === 'created'
  return (
    <>
      <OrderHead order={order} back={back} />
      <div className="order">
        <div className="order-main">
          {waits && <PayPanel order={order} back={back} />}
          <section className="card order-log" aria-labelledby="order-log-title">
            <h2 id="order-log-title" className="h2">
              订单进度
            </h2>
            <Timeline steps={stepsOf(order)} />
          </section>
        </div>
        <aside>
          <Bought order={order} />
          <section className="card order-what" aria-label="订单信息">
            <Facts
              className="sum-facts"
              facts={[
                ['订单号', order.orderNo],
                ['下单时间', formatDate(order.createTime, '{y}-{m}-{d} {h}:{i}')],
                ['下单人', order.buyerName],
                ['收款方', order.payee?.payeeName ?? '—'],
                ['支付方式', order.payThrough ?? waysOf(order)],
              ]}
            />
          </section>
        </aside>
      </div>
    </>
  )
}

function OrderHead({ order, back }: { order: OrderDetail; back: string | null }) {
  const { title, says } = headOf(order)
  const label = orderStateLabels[order.orderState]
  const isRefused = order.orderState === 'created' && order.voucherFault !== null
  const counts = order.orderState === 'created' && order.payWay === 'online' && !isRefused
  return (
    <header className="order-head">
      <Link to={cartPath(back)} className="icon-btn" aria-label="返回购买套餐">
        <ArrowLeft size={20} />
      </Link>
      <div className="order-title">
        <h1 className="h1">{counts ? <Countdown until={order.endTime} /> : title}</h1>
        {title !== label && <Tag tone={orderTones[order.orderState]}>{label}</Tag>}
      </div>
      <OrderActs order={order} back={back} />
      <p className={isRefused || order.refundFault !== null ? 'order-says fault' : 'order-says muted'}>{says}</p>
    </header>
  )
}

const two = (number: number) => String(number).padStart(2, '0')

function Countdown({ until }: { until: number }) {
  const left = useSecondsUntil(until)
  if (left === 0) return '支付时间已过，正在核对'
  return (
    <>
      请在 <span className="num">{`${two(Math.floor(left / 60))}:${two(left % 60)}`}</span> 内完成支付
    </>
  )
}

function Bought({ order }: { order: OrderDetail }) {
  const { packName, quantity, copies, months, packEndTime, spaceName, fen, orderState } = order
  const isPaid = order.payTime !== null
  return (
    <section className="card order-what" aria-labelledby="order-what-title">
      <h2 id="order-what-title" className="h2">
        {packName}
      </h2>
      <Facts
        className="sum-facts"
        facts={[
          ['数量', String(quantity)],
          ['到账份数', `${countText(copies)} 份`],
          [
            '有效期',
            packEndTime === null || orderState === 'refunded'
              ? `到账之日起${months}个月`
              : `至 ${formatDate(packEndTime, '{y}-{m}-{d}')}`,
          ],
          ['购买空间', spaceName || '个人'],
        ]}
      />
      <p className="cart-total">
        <span>{isPaid ? '实付' : '应付'}</span>
        <Money fen={fen} />
      </p>
    </section>
  )
}

const waysOf = ({ payWay, cashierArray: [only, ...more] }: OrderDetail) =>
  payWay === 'online' && only && more.length === 0 ? only.label : payWayLabels[payWay]

const stepsOf = ({ logArray }: OrderDetail) =>
  logArray.map(({ logTime, who, verb, detail }, index) => ({
    id: `${index} ${verb}`,
    state: 'done' as const,
    title: orderLogLabels[verb],
    at: formatDate(logTime),
    children: <p className="small muted">{[who, detail].filter(Boolean).join('　')}</p>,
  }))

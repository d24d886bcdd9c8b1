import { countText } from '@moqi/domain/labels/count-text'
import type { OrderDetail } from '@moqi/api/order'
import type { Output } from '@moqi/api/call'
import type { Table } from '@moqi/api/table'
import { orderStateLabels } from '@moqi/domain/labels/status-labels'
import { formatDate } from '@moqi/domain/time/format-date'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../client/call.ts'
import { CallRefusal } from '../../client/call-error.ts'
import { launchPath } from '../../kit/contract/contract-paths.ts'
import { useSearchParams } from '../../router/hooks.ts'
import { yuan } from '../../ui/amount.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { CardState } from '../../ui/card-state.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Facts } from '../../ui/facts.tsx'
import { BuyerGate } from './buyer-gate.tsx'
import { cartKeys, cartPath, orderPath, readBack } from './cart-paths.ts'
import { useOrder } from './use-order.ts'
import './cart.css'
import './cart-success.css'

type Shop = Output<Table['listOffers']>

/** What came in, what is there now, and the way back to what one was doing. */
export function SuccessPage() {
  const [params] = useSearchParams()
  const orderId = params.get('orderId') ?? ''
  return (
    <BuyerGate>
      {(space) => <Credited key={orderId} {...{ orderId }} tenantId={space.tenantId} back={readBack(params)} />}
    </BuyerGate>
  )
}

type CreditedProps = { orderId: string; tenantId: string; back: string | null }

function Credited({ orderId, tenantId, back }: CreditedProps) {
  const order = useOrder(orderId)
  const shop = useQuery({
    queryKey: [...cartKeys.offers, tenantId],
    queryFn: ({ signal }) => call('listOffers', {}, { signal }),
  })
  if (order.error instanceof CallRefusal && !order.data)
    return (
      <EmptyState title={order.error.message}>
        <ButtonLink to={cartPath(back)} variant="primary">
          购买套餐
        </ButtonLink>
      </EmptyState>
    )
  return (
    <CardState query={order} rows={6}>
      {(data) =>
        data.orderState === 'done' ? (
          <Receipt order={data} shop={shop.data} back={back} />
        ) : (
          <EmptyState title={`订单${orderStateLabels[data.orderState]}`} hint="份数到账后才会显示结果。">
            <ButtonLink to={orderPath(orderId, back)} variant="primary">
              查看订单
            </ButtonLink>
          </EmptyState>
        )
      }
    </CardState>
  )
}

const day = (at: number) => formatDate(at, '{y}-{m}-{d}')

function Receipt({ order, shop, back }: { order: OrderDetail; shop: Shop | undefined; back: string | null }) {
  const { orderId, packName, quantity, copies, packEndTime, fen, payThrough, orderNo } = order
  const first = shop?.packArray[0]
  return (
    <div className="bought">
      <div className="receipt-lift">
        <section className="receipt" aria-labelledby="bought-title">
          <h1 id="bought-title">支付成功</h1>
          <p className="bought-in">
            <b>+{countText(copies)}</b> 份已到账
          </p>
          <Facts
            facts={[
              ['套餐', `${packName} × ${quantity}`],
              ['有效期至', packEndTime === null ? '—' : day(packEndTime)],
              ['实付', `¥${yuan(fen)}`],
              ['支付方式', payThrough ?? '—'],
              ['订单号', orderNo],
            ]}
          />
          {shop && (
            <p className="bought-now">
              <span>剩余发起签署</span>
              <span>
                <b>{countText(shop.surplus)}</b> 份
              </span>
            </p>
          )}
          {first && (
            <p className="small muted bought-rule">
              {`先用最早到期的一包：${first.packName}，${first.endTime === null ? '长期有效' : `${day(first.endTime)}到期`}，剩${first.remaining}份。`}
            </p>
          )}
        </section>
      </div>
      <div className="bought-acts">
        <ButtonLink size="l" to={orderPath(orderId, back)}>
          查看订单
        </ButtonLink>
        <ButtonLink size="l" variant="primary" to={back ?? launchPath('/')}>
          {back === null ? '发起签署' : '继续发送合同'}
        </ButtonLink>
      </div>
    </div>
  )
}

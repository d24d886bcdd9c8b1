import type { SoldOrderDetail } from '@moqi/api/operator-order'
import { invoiceLifecycle } from '@moqi/domain/orders/invoice-lifecycle'
import { orderLifecycle } from '@moqi/domain/orders/order-lifecycle'
import { paymentLifecycle } from '@moqi/domain/orders/payment-lifecycle'
import { ButtonLink } from '../../ui/button.tsx'

/** What waits for somebody of the platform, with the page where it is done. */
function doorsOf({ orderNo, orderState, paymentArray, invoiceState }: SoldOrderDetail) {
  const search = new URLSearchParams({ search: orderNo })
  const returning = paymentArray.filter(({ paymentState }) => paymentLifecycle.can(paymentState, 'arrive'))
  const isReviewed = orderLifecycle.can(orderState, 'voucherPassed')
  const byHand = returning.some(({ payChannel }) => payChannel === 'transfer')
  return {
    links: [
      ...(isReviewed ? [{ to: `/?${search}`, label: '审汇款凭证' }] : []),
      ...(byHand ? [{ to: `/?${search}`, label: '登记退款' }] : []),
      ...(invoiceState !== null &&
      (invoiceLifecycle.can(invoiceState, 'issue') || invoiceLifecycle.can(invoiceState, 'reverse'))
        ? [{ to: `/invoices?${search}`, label: '处理发票' }]
        : []),
    ],
    /** The cashier that took the money gives it back by itself. */
    isOnItsWay: returning.length > 0 && !byHand,
  }
}

/** The ways from an order to where something is done about it; none where nothing waits. */
export function OrderDoors({ order }: { order: SoldOrderDetail }) {
  const { links, isOnItsWay } = doorsOf(order)
  return (
    <>
      {isOnItsWay && (
        <p className="muted">退款由支付渠道原路退回，到账后订单自动更新；长时间未退回的在“任务”中重试。</p>
      )}
      {links.length > 0 && (
        <p className="sold-doors">
          {links.map(({ to, label }) => (
            <ButtonLink key={label} to={to}>
              {label}
            </ButtonLink>
          ))}
        </p>
      )}
    </>
  )
}

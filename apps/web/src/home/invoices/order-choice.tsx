import type { InvoiceableOrder } from '@moqi/api/invoice'
import { invoiceLimits } from '@moqi/domain/orders/invoice-amount'
import { formatDate } from '@moqi/domain/time/format-date'
import { yuan } from '../../ui/amount.ts'
import { Button } from '../../ui/button.tsx'
import '../../ui/checkbox.css'

type OrderChoiceProps = {
  orders: readonly InvoiceableOrder[]
  chosen: ReadonlySet<string>
  /** Null where the invoice's orders stand. */
  onToggle: ((orderId: string) => void) | null
  /** Reads on; null behind the last. */
  onMore: (() => void) | null
  busy: boolean
}

/** What of the chosen orders is invoiced, in 分. */
export const sumOf = (orders: readonly InvoiceableOrder[], chosen: ReadonlySet<string>): number =>
  orders.filter(({ orderId }) => chosen.has(orderId)).reduce((sum, { fen }) => sum + fen, 0)

/** Orders to be ticked, and what they come to: the sum is what was paid and cannot be typed. */
export function OrderChoice({ orders, chosen, onToggle, onMore, busy }: OrderChoiceProps) {
  const isFull = chosen.size >= invoiceLimits.orders
  return (
    <section className="card invoice-orders" aria-labelledby="invoice-orders-title">
      <header className="spread">
        <h2 id="invoice-orders-title" className="h2">
          {onToggle ? '选择订单' : '开票订单'}
        </h2>
        <span className="small muted">{onToggle ? '已支付且未开票的订单' : '重新申请不能更换订单'}</span>
      </header>
      <ul>
        {orders.map((order) => {
          const isChosen = chosen.has(order.orderId)
          return (
            <li key={order.orderId}>
              <label>
                {onToggle && (
                  <input
                    type="checkbox"
                    className="checkbox"
                    checked={isChosen}
                    disabled={isFull && !isChosen}
                    onChange={() => onToggle(order.orderId)}
                  />
                )}
                <span>
                  <span>
                    {order.packName} × {order.quantity}
                  </span>
                  <span className="small muted">
                    {order.orderNo}　{formatDate(order.payTime, '{y}-{m}-{d}')}
                  </span>
                </span>
                <b>¥{yuan(order.fen)}</b>
              </label>
            </li>
          )
        })}
      </ul>
      {onMore && (
        <p className="invoice-more">
          <Button busy={busy} onClick={onMore}>
            加载更多
          </Button>
        </p>
      )}
      <p className="invoice-sum" role="status">
        <span>
          已选择 <b>{chosen.size}</b> 个订单，合开1张{isFull && `（每张最多${invoiceLimits.orders}个）`}
        </span>
        <strong>¥{yuan(sumOf(orders, chosen))}</strong>
      </p>
    </section>
  )
}

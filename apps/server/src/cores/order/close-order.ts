import { orderLifecycle } from '@moqi/domain/orders/order-lifecycle'
import { paymentLifecycle } from '@moqi/domain/orders/payment-lifecycle'
import type { Deps } from '#src/platform/deps.ts'
import { moveOrder, type OrderPlace, platformName, requireOrder } from './order-rows.ts'
import { paymentsOf } from './payments.ts'
import { askPayment } from './settle-payment.ts'

/** Asks the cashier about every payment of an order that still waits; one that is out of reach stops it. */
export async function askAbout(deps: Deps, { tenantId, orderId }: OrderPlace): Promise<void> {
  const payments = await deps.db.read(tenantId, (db) => paymentsOf(db, { tenant_id: tenantId, order_id: orderId }))
  for (const { payment_no: paymentNo, state, channel } of payments) {
    if (channel === deps.payment.channel && paymentLifecycle.can(state, 'receive'))
      await askPayment(deps, { paymentNo })
  }
}

/** Closes an order whose time to be paid is over, unless the cashier, asked once more, has the money. */
export async function closeOrder(deps: Deps, place: OrderPlace): Promise<void> {
  await askAbout(deps, place)
  await deps.db.write(place.tenantId, async (tx) => {
    const order = await requireOrder(tx, place, { lock: true })
    if (!orderLifecycle.can(order.state, 'close') || order.expires_at > deps.now()) return
    await moveOrder(deps, tx, order, 'close', { who: platformName })
  })
}

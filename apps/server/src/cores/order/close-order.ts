import { orderLifecycle } from '@moqi/domain/orders/order-lifecycle'
import { paymentLifecycle } from '@moqi/domain/orders/payment-lifecycle'
import type { Deps } from '#src/platform/deps.ts'
import { cashierOf } from '#src/platform/gateways/payment/payment-gateway.ts'
import { moveOrder, type OrderPlace, platformName, requireOrder } from './order-rows.ts'
import { closeBills, paymentsOf, requirePayment } from './payments.ts'
import { askPayment } from './settle-payment.ts'

/** Asks the cashiers about every payment of an order that still waits, then throws what one out of reach threw. */
export async function askAbout(deps: Deps, { tenantId, orderId }: OrderPlace): Promise<void> {
  const payments = await deps.db.read(tenantId, (db) => paymentsOf(db, { tenant_id: tenantId, order_id: orderId }))
  const asked = await Promise.allSettled(payments.map(({ payment_no: paymentNo }) => askPayment(deps, { paymentNo })))
  const failed = asked.find((one) => one.status === 'rejected')
  if (failed) throw failed.reason
}

/** Closes an order whose time to be paid is over, unless a cashier, asked once more, has the money. */
export async function closeOrder(deps: Deps, place: OrderPlace): Promise<void> {
  await askAbout(deps, place)
  await deps.db.write(place.tenantId, async (tx) => {
    const order = await requireOrder(tx, place, { lock: true })
    if (!orderLifecycle.can(order.state, 'close') || order.expires_at > deps.now()) return
    await moveOrder(deps, tx, order, 'close', { who: platformName })
    await closeBills(deps, tx, order)
  })
}

/**
 * Has a bill paid no more at the cashier that made it out, and asks once more about it: who paid just then is given the
 * money back.
 */
export async function closePayment(deps: Deps, { paymentNo }: { paymentNo: string }): Promise<void> {
  const { channel, state } = await deps.db.directory((directory) => requirePayment(directory, paymentNo))
  if (!paymentLifecycle.can(state, 'receive')) return
  await cashierOf(deps.cashiers, channel)?.close(paymentNo)
  await askPayment(deps, { paymentNo })
}

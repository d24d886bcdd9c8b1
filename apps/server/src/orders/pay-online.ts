import type { order } from '@moqi/api/order'
import { orderLifecycle } from '@moqi/domain/orders/order-lifecycle'
import { Refusal } from '@moqi/domain/refusal'
import { askAbout } from '#src/cores/order/close-order.ts'
import { waitingPayment } from '#src/cores/order/payments.ts'
import { settlePayment } from '#src/cores/order/settle-payment.ts'
import type { Handler } from '#src/platform/handlers.ts'
import { keepAnswer } from '#src/platform/idempotency.ts'
import { enqueue } from '#src/platform/jobs/jobs.ts'
import { ownOrder } from './own-order.ts'

/** When an order nobody has called back about is asked for, minutes after its cashier was opened; closing asks too. */
const askedAfter = [1, 4, 10, 20]

/** Has an order's bill made out by the cashier and answers where it is paid; asked again, it is the same bill. */
export const openCashier: Handler<typeof order.openCashier> = async (deps, member, { orderId }) => {
  const { channel, closed } = deps.payment
  if (closed !== null) throw new Refusal('service/unavailable', { message: closed })
  const { found, payment } = await deps.db.write(member.tenantId, async (tx) => {
    const locked = await ownOrder(tx, member, orderId, { lock: true })
    if (!orderLifecycle.can(locked.state, 'pay')) throw new Refusal('order/changed')
    const waiting = await waitingPayment(deps, tx, locked, channel)
    for (const minutes of askedAfter) {
      const when = { delayMs: minutes * 60_000, key: `ask ${waiting.payment_no} ${minutes}` }
      await enqueue(tx, 'askPayment', { paymentNo: waiting.payment_no }, when)
    }
    return { found: locked, payment: waiting }
  })
  const title = found.quantity === 1 ? found.pack_name : `${found.pack_name} × ${found.quantity}`
  const { payment_no: paymentNo, fen } = payment
  const url = await deps.payment.open({ paymentNo, orderNo: found.order_no, title, fen })
  return deps.db.directoryWrite((tx) => keepAnswer(tx, deps, member, { url, paymentNo }))
}

/** Asks the cashier now, for who has paid and sees nothing of it. */
export const queryOrder: Handler<typeof order.queryOrder> = async (deps, member, { orderId }) => {
  await deps.db.read(member.tenantId, (tenant) => ownOrder(tenant, member, orderId))
  await askAbout(deps, { tenantId: member.tenantId, orderId })
  const { state } = await deps.db.read(member.tenantId, (tenant) => ownOrder(tenant, member, orderId))
  return { orderState: state }
}

/** A cashier's callback, as often as it comes. */
export const noticePayment: Handler<typeof order.noticePayment> = async (deps, _, callback) => {
  if (deps.payment.closed !== null) throw new Refusal('service/unavailable', { message: deps.payment.closed })
  await settlePayment(deps, deps.payment.read(callback))
  return { result: 'success' }
}

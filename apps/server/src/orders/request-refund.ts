import type { order } from '@moqi/api/order'
import { checkReason } from '@moqi/domain/contract/draft-text'
import { invoicedFault } from '@moqi/domain/orders/invoice-lifecycle'
import { orderLifecycle } from '@moqi/domain/orders/order-lifecycle'
import { paymentLifecycle } from '@moqi/domain/orders/payment-lifecycle'
import { refundFault } from '@moqi/domain/orders/refund-rule'
import { Refusal } from '@moqi/domain/refusal'
import { invoiceStateOf } from '#src/cores/invoice/invoiced-orders.ts'
import { moveOrder, type OrderRow } from '#src/cores/order/order-rows.ts'
import { movePayment, paymentsOf, transferChannel } from '#src/cores/order/payments.ts'
import { withdrawUnused } from '#src/cores/quota/withdraw-pack.ts'
import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'
import { fieldOf } from '#src/platform/field-of.ts'
import type { Handler } from '#src/platform/handlers.ts'
import { keepAnswer } from '#src/platform/idempotency.ts'
import { enqueue } from '#src/platform/jobs/jobs.ts'
import { ownOrder } from './own-order.ts'

/**
 * Asks an unused pack's price back within seven days. The pack is taken out of use at once, so that nothing is sent
 * from it meanwhile; the money goes back the way it came, a transfer's by the operator. What an invoice
 * holds must leave it first.
 */
export const requestRefund: Handler<typeof order.requestRefund> = (deps, member, { orderId, reason }) => {
  const why = fieldOf('reason', checkReason(reason))
  return deps.db.write(member.tenantId, async (tx) => {
    const found = await ownOrder(tx, member, orderId, { lock: true })
    if (!orderLifecycle.can(found.state, 'requestRefund')) throw new Refusal('order/changed')
    const invoiced = await invoiceStateOf(tx, found)
    const fault = invoiced && invoicedFault(invoiced)
    if (fault !== null) throw new Refusal('order/not-refundable', { message: fault })
    await withdraw(deps, tx, found)
    const more = { refund_reason: why, refund_fault: null }
    await moveOrder(deps, tx, found, 'requestRefund', { who: member.nickName, detail: why, more })
    for (const payment of await paymentsOf(tx, found)) {
      if (!paymentLifecycle.can(payment.state, 'giveBack')) continue
      await movePayment(deps, tx, payment, 'giveBack')
      if (payment.channel !== transferChannel) await enqueue(tx, 'returnPayment', { paymentNo: payment.payment_no })
    }
    return keepAnswer(tx, deps, member, null)
  })
}

async function withdraw(deps: Pick<Deps, 'now' | 'newId'>, tx: Db, order: OrderRow): Promise<void> {
  const { tenant_id: tenantId, pack_id: packId, paid_at: paidAt } = order
  const fault = refundFault({ paidAt, used: packId === null }, deps.now())
  if (fault !== null) throw new Refusal('order/not-refundable', { message: fault })
  if (packId === null || (await withdrawUnused(deps, tx, { tenantId, packId }))) return
  throw new Refusal('order/not-refundable', { message: refundFault({ paidAt, used: true }, deps.now()) })
}

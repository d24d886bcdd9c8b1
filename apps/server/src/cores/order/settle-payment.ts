import { orderLifecycle } from '@moqi/domain/orders/order-lifecycle'
import { paymentLifecycle } from '@moqi/domain/orders/payment-lifecycle'
import { Refusal } from '@moqi/domain/refusal'
import type { Database } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'
import { cashierOf, type PaymentGateway, type PaymentNotice } from '#src/platform/gateways/payment/payment-gateway.ts'
import { enqueue } from '#src/platform/jobs/jobs.ts'
import { creditOrder, type Ordering } from './credit-order.ts'
import { requireOrder } from './order-rows.ts'
import { closeBills, movePayment, requirePayment } from './payments.ts'

type Settling = Ordering & { db: Database }
type Cashier = Pick<PaymentGateway, 'channel' | 'label' | 'merchantId'>

/**
 * Takes what a cashier says of a payment, called back or asked, as often as it says it: the order is credited in the
 * transaction that notes the payment, or, when it is over by then, the money goes back. Throws `payment/not-found`, and
 * `payment/forged` where merchant, amount or channel are not those of the bill, or another transaction has paid it.
 */
export async function settlePayment(
  deps: Settling,
  { channel, label, merchantId }: Cashier,
  notice: PaymentNotice,
): Promise<void> {
  const { paymentNo, transactionNo, fen } = notice
  const known = await deps.db.directory((directory) => requirePayment(directory, paymentNo))
  if (notice.merchantId !== merchantId || known.channel !== channel || known.fen !== fen)
    throw new Refusal('payment/forged')
  const place = { tenantId: known.tenant_id, orderId: known.order_id }
  await deps.db.write(place.tenantId, async (tx) => {
    // The order before its payments, everywhere.
    const order = await requireOrder(tx, place, { lock: true })
    const payment = await requirePayment(tx, paymentNo, { lock: true })
    if (!paymentLifecycle.can(payment.state, 'receive')) {
      if (payment.transaction_no !== transactionNo) throw new Refusal('payment/forged')
      return
    }
    if (orderLifecycle.can(order.state, 'pay')) {
      await movePayment(deps, tx, payment, 'receive', transactionNo)
      await creditOrder(deps, tx, order, { event: 'pay', who: label, through: label, reference: transactionNo })
      await closeBills(deps, tx, order)
    } else {
      await movePayment(deps, tx, payment, 'receiveLate', transactionNo)
      await enqueue(tx, 'returnPayment', { paymentNo })
    }
  })
}

/**
 * Asks the cashier of its channel about a payment nobody has called back for, and settles it when it was paid. One
 * that is set up no more is not asked.
 */
export async function askPayment(
  deps: Settling & Pick<Deps, 'cashiers'>,
  { paymentNo }: { paymentNo: string },
): Promise<void> {
  const { channel, state } = await deps.db.directory((directory) => requirePayment(directory, paymentNo))
  const cashier = cashierOf(deps.cashiers, channel)
  if (!cashier || !paymentLifecycle.can(state, 'receive')) return
  const notice = await cashier.ask(paymentNo)
  if (notice) await settlePayment(deps, cashier, notice)
}

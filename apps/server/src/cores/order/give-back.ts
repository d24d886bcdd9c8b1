import { orderLifecycle } from '@moqi/domain/orders/order-lifecycle'
import { paymentLifecycle } from '@moqi/domain/orders/payment-lifecycle'
import { yuanText } from '@moqi/domain/orders/yuan-text'
import { restoreWithdrawn } from '#src/cores/quota/withdraw-pack.ts'
import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'
import { notify } from '#src/platform/messages/notify.ts'
import type { Ordering } from './credit-order.ts'
import { moveOrder, type OrderRow, platformName, requireOrder } from './order-rows.ts'
import { movePayment, type PaymentRow, requirePayment } from './payments.ts'

/** Gives a payment's money back by the cashier that took it, and ends its order's refund; a repeat does nothing. */
export async function returnPayment(deps: Deps, { paymentNo }: { paymentNo: string }): Promise<void> {
  const known = await deps.db.directory((directory) => requirePayment(directory, paymentNo))
  if (!paymentLifecycle.can(known.state, 'arrive')) return
  const fault = await deps.payment.giveBack({ paymentNo, fen: known.fen })
  await deps.db.write(known.tenant_id, (tx) => endReturn(deps, tx, known, { fault, who: platformName }))
}

/**
 * Notes that a payment has gone back, or why it has not, and ends its order's refund alike: what was not given back can
 * be used again. Answers whether the payment was on its way; of any other nothing is changed. Runs in the tenant.
 */
export async function endReturn(
  deps: Ordering,
  tx: Db,
  { tenant_id: tenantId, order_id: orderId, payment_no }: PaymentRow,
  { fault, who }: { fault: string | null; who: string },
): Promise<boolean> {
  const order = await requireOrder(tx, { tenantId, orderId }, { lock: true })
  const payment = await requirePayment(tx, payment_no, { lock: true })
  if (!paymentLifecycle.can(payment.state, 'arrive')) return false
  await movePayment(deps, tx, payment, fault === null ? 'arrive' : 'fail')
  // Money that came too late for its order goes back without one.
  if (!orderLifecycle.can(order.state, 'refund')) return true
  if (fault === null) await moveOrder(deps, tx, order, 'refund', { who, detail: order.paid_through })
  else await refuseRefund(deps, tx, order, { fault, who })
  const to = { tenantId, accountId: order.account_id }
  const facts = { orderNo: order.order_no, orderId, amount: yuanText(order.fen), reason: fault }
  await notify(deps, tx, { kind: 'orderRefunded', to, facts })
  return true
}

async function refuseRefund(
  deps: Ordering,
  tx: Db,
  order: OrderRow,
  { fault, who }: { fault: string; who: string },
): Promise<void> {
  await moveOrder(deps, tx, order, 'refuseRefund', { who, detail: fault, more: { refund_fault: fault } })
  const { tenant_id: tenantId, pack_id: packId, pack_ends_at: expiresAt, copies } = order
  if (packId !== null && expiresAt !== null) await restoreWithdrawn(deps, tx, { tenantId, packId, copies, expiresAt })
}

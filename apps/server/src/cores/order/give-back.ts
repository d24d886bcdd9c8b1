import { orderLifecycle } from '@moqi/domain/orders/order-lifecycle'
import { paymentLifecycle } from '@moqi/domain/orders/payment-lifecycle'
import { yuanText } from '@moqi/domain/orders/yuan-text'
import { hourMs } from '@moqi/domain/time/civil-date'
import { restoreWithdrawn } from '#src/cores/quota/withdraw-pack.ts'
import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'
import { cashierOf, type GivenBack } from '#src/platform/gateways/payment/payment-gateway.ts'
import { enqueue } from '#src/platform/jobs/jobs.ts'
import { notify } from '#src/platform/messages/notify.ts'
import type { Ordering } from './credit-order.ts'
import { moveOrder, type OrderRow, platformName, requireOrder } from './order-rows.ts'
import { movePayment, type PaymentRow, requirePayment } from './payments.ts'

/** How long after the first question a cashier is asked again whether the money has gone back, doubled each time. */
const askAgainMs = 60_000
const rarestMs = 6 * hourMs

/**
 * Gives a payment's money back by the cashier that took it, and ends its order's refund; a repeat does nothing. While
 * the cashier says that it is under way it is asked again, ever more rarely.
 */
export async function returnPayment(
  deps: Deps,
  { paymentNo, asked = 0 }: { paymentNo: string; asked?: number | undefined },
): Promise<void> {
  const known = await deps.db.directory((directory) => requirePayment(directory, paymentNo))
  if (!paymentLifecycle.can(known.state, 'arrive')) return
  const given = await (cashierOf(deps.cashiers, known.channel)?.giveBack({ paymentNo, fen: known.fen }) ?? noCashier)
  await deps.db.write(known.tenant_id, async (tx) => {
    if (given === 'underWay') {
      const delayMs = Math.min(askAgainMs * 2 ** asked, rarestMs)
      return enqueue(tx, 'returnPayment', { paymentNo, asked: asked + 1 }, { delayMs, key: `return ${paymentNo}` })
    }
    await endReturn(deps, tx, known, { fault: given === 'returned' ? null : given.fault, who: platformName })
  })
}

/** What is said of a channel that is set up no more. */
const noCashier: GivenBack = { fault: '原支付渠道已停用，无法原路退回，请联系客服' }

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

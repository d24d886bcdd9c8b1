import type { order } from '@moqi/api/order'
import { flagOf } from '@moqi/api/wire/flag'
import { nullWhenRefused, Refusal } from '@moqi/domain/refusal'
import { requirePayment } from '#src/cores/order/payments.ts'
import { settlePayment } from '#src/cores/order/settle-payment.ts'
import type { Member } from '#src/platform/actor.ts'
import type { Deps } from '#src/platform/deps.ts'
import { callbackOf, embeddedChannel, findBill, payBill } from '#src/platform/gateways/payment/embedded-cashier.ts'
import { cashierOf } from '#src/platform/gateways/payment/payment-gateway.ts'
import type { Handler } from '#src/platform/handlers.ts'
import { keepAnswer } from '#src/platform/idempotency.ts'
import { enqueue } from '#src/platform/jobs/jobs.ts'

/** A bill at the embedded cashier, for who may pay it. */
export const getCashierBill: Handler<typeof order.getCashierBill> = async (deps, member, { paymentNo }) => {
  const { bill, orderId } = await ownBill(deps, member, paymentNo)
  return {
    paymentNo,
    orderId,
    orderNo: bill.order_no,
    title: bill.title,
    fen: bill.fen,
    payeeName: deps.config.payee?.name ?? deps.config.brand,
    paid: flagOf(bill.paid_at !== null),
  }
}

/** Pays a bill in the embedded cashier's books as the payer has chosen; the callback leaves by a job, or not at all. */
export const payCashierBill: Handler<typeof order.payCashierBill> = async (deps, member, { paymentNo, outcome }) => {
  const { bill } = await ownBill(deps, member, paymentNo)
  return deps.db.directoryWrite(async (tx) => {
    if (bill.closed_at !== null) throw new Refusal('payment/closed')
    if (outcome !== 'refused') await payBill(deps, tx, { paymentNo })
    if (outcome === 'paid') await enqueue(tx, 'reportPayment', { paymentNo })
    return keepAnswer(tx, deps, member, { paid: flagOf(outcome !== 'refused' || bill.paid_at !== null) })
  })
}

/** Calls back for the embedded cashier what its books say; what comes of it is as for any other callback. */
export async function reportPayment(deps: Deps, { paymentNo }: { paymentNo: string }): Promise<void> {
  const callback = await callbackOf(deps, paymentNo)
  const cashier = cashierOf(deps.cashiers, embeddedChannel)
  const notice = callback && (await cashier?.read(callback))
  if (cashier && notice) await settlePayment(deps, cashier, notice)
}

/** The bill of a payment for the member's space. Throws `payment/not-found`, and where the cashier is shut says so. */
async function ownBill({ db, cashiers }: Pick<Deps, 'db' | 'cashiers'>, { tenantId }: Member, paymentNo: string) {
  const closed = cashierOf(cashiers, embeddedChannel)?.closed
  if (closed !== null) throw new Refusal('service/unavailable', { message: closed ?? '演示收银台已关闭' })
  return db.directory(async (directory) => {
    const known = await requirePayment(directory, paymentNo).catch(nullWhenRefused)
    const bill = await findBill(directory, paymentNo)
    if (!bill || known?.tenant_id !== tenantId) throw new Refusal('payment/not-found')
    return { bill, orderId: known.order_id }
  })
}

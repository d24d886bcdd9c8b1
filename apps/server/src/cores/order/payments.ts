import type { EventOf } from '@moqi/domain/lifecycle'
import type { PayChannel, PayForm } from '@moqi/domain/orders/pay-channel'
import { payWithinMs } from '@moqi/domain/orders/pay-way'
import { paymentLifecycle } from '@moqi/domain/orders/payment-lifecycle'
import { Refusal } from '@moqi/domain/refusal'
import type { Selectable } from 'kysely'
import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'
import { enqueue } from '#src/platform/jobs/jobs.ts'
import type { Schema } from '#src/platform/database/schema.ts'
import type { OrderRow } from './order-rows.ts'

/** Money for an order as it is kept. */
export type PaymentRow = Selectable<Schema['payment']>

/** The channel of bank transfers, which an operator confirms. */
export const transferChannel = 'transfer'

/** How a payment comes: its channel, and of a cashier's what the payer is given. */
export type PaymentPlace = { channel: PayChannel; form: PayForm } | { channel: typeof transferChannel; form: null }

/** What a bill needs to be paid in, ms: one that has less left is made out anew. */
const leastMs = 60_000

/** The payment of that number. Throws `payment/not-found`. */
export async function requirePayment(db: Db, paymentNo: string, { lock = false } = {}): Promise<PaymentRow> {
  const payment = await db
    .selectFrom('payment')
    .where('payment_no', '=', paymentNo)
    .selectAll()
    .$if(lock, (query) => query.forUpdate())
    .executeTakeFirst()
  if (!payment) throw new Refusal('payment/not-found')
  return payment
}

/** All payments of an order, the first first. */
export const paymentsOf = (
  db: Db,
  { tenant_id, order_id }: Pick<OrderRow, 'tenant_id' | 'order_id'>,
): Promise<PaymentRow[]> =>
  db
    .selectFrom('payment')
    .where('tenant_id', '=', tenant_id)
    .where('order_id', '=', order_id)
    .orderBy('created_at')
    .orderBy('payment_no')
    .selectAll()
    .execute()

/** The payment of a locked order in a channel: the one that waits and has time, else a new one. */
export async function waitingPayment(
  { now, random }: Pick<Deps, 'now' | 'random'>,
  tx: Db,
  order: OrderRow,
  { channel, form }: PaymentPlace,
): Promise<PaymentRow> {
  const known = (await paymentsOf(tx, order)).find(
    (payment) =>
      payment.channel === channel &&
      (payment.form ?? form) === form &&
      (payment.expires_at ?? Infinity) >= now() + leastMs &&
      paymentLifecycle.can(payment.state, 'receive'),
  )
  if (known) return known
  return tx
    .insertInto('payment')
    .values({
      // Cashiers take 32 characters.
      payment_no: `FK${random(15).toString('hex')}`,
      tenant_id: order.tenant_id,
      order_id: order.order_id,
      channel,
      form,
      fen: order.fen,
      state: paymentLifecycle.initial,
      transaction_no: null,
      expires_at: form === null ? null : Math.min(order.expires_at, now() + payWithinMs.online),
      created_at: now(),
      settled_at: null,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/**
 * Has every bill of a locked order closed that still waits at a cashier: the order is paid another way, or over. None
 * is taken up again.
 */
export async function closeBills(
  { now }: Pick<Deps, 'now'>,
  tx: Db,
  order: Pick<OrderRow, 'tenant_id' | 'order_id'>,
): Promise<void> {
  for (const { channel, state, payment_no: paymentNo } of await paymentsOf(tx, order)) {
    if (channel === transferChannel || !paymentLifecycle.can(state, 'receive')) continue
    await tx.updateTable('payment').set({ expires_at: now() }).where('payment_no', '=', paymentNo).execute()
    await enqueue(tx, 'closePayment', { paymentNo }, { key: `close ${paymentNo}` })
  }
}

/** Moves a payment that its caller has locked; `transactionNo` is what the cashier or bank calls it. */
export async function movePayment(
  { now }: Pick<Deps, 'now'>,
  tx: Db,
  payment: PaymentRow,
  event: EventOf<typeof paymentLifecycle>,
  transactionNo = payment.transaction_no,
): Promise<void> {
  await tx
    .updateTable('payment')
    .set({ state: paymentLifecycle.after(payment.state, event), transaction_no: transactionNo, settled_at: now() })
    .where('payment_no', '=', payment.payment_no)
    .execute()
}

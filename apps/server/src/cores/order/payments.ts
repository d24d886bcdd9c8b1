import type { EventOf } from '@moqi/domain/lifecycle'
import { paymentLifecycle } from '@moqi/domain/orders/payment-lifecycle'
import { Refusal } from '@moqi/domain/refusal'
import type { Selectable } from 'kysely'
import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'
import type { Schema } from '#src/platform/database/schema.ts'
import type { OrderRow } from './order-rows.ts'

/** Money for an order as it is kept. */
export type PaymentRow = Selectable<Schema['payment']>

/** The channel of bank transfers, which an operator confirms. */
export const transferChannel = 'transfer'

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

/** The payment of a locked order in a channel: the one that waits, else a new one. */
export async function waitingPayment(
  { now, random }: Pick<Deps, 'now' | 'random'>,
  tx: Db,
  order: OrderRow,
  channel: string,
): Promise<PaymentRow> {
  const known = (await paymentsOf(tx, order)).find(
    (payment) => payment.channel === channel && paymentLifecycle.can(payment.state, 'receive'),
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
      fen: order.fen,
      state: paymentLifecycle.initial,
      transaction_no: null,
      created_at: now(),
      settled_at: null,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
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

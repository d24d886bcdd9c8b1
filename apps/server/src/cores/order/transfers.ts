import { paymentLifecycle } from '@moqi/domain/orders/payment-lifecycle'
import { payWithinMs } from '@moqi/domain/orders/pay-way'
import { Refusal } from '@moqi/domain/refusal'
import { sql } from 'kysely'
import type { Database, Db } from '#src/platform/database/database.ts'
import { likeText } from '#src/platform/keyset.ts'
import { notify } from '#src/platform/messages/notify.ts'
import { creditOrder, type Ordering } from './credit-order.ts'
import { closeLater } from './make-order.ts'
import { moveOrder, type OrderRow, requireOrder } from './order-rows.ts'
import { movePayment, type PaymentRow, requirePayment, transferChannel } from './payments.ts'

/** What the platform's operator has to see to: a payment with its order, and whose it is by name. */
export type OpenPayment = { payment: PaymentRow; order: OrderRow; owner: string }

/**
 * Vouchers to look at, transfers to send back, and money received that its order is not paid with; the oldest first.
 */
export async function openPayments(db: Database): Promise<OpenPayment[]> {
  const rows = await db.directory((directory) =>
    directory
      .selectFrom('payment as p')
      .innerJoin('space as s', 's.tenant_id', 'p.tenant_id')
      .where((payment) =>
        payment.or([payment('p.channel', '=', transferChannel), payment('p.state', 'in', ['returning', 'received'])]),
      )
      .where('p.state', '<>', 'returned')
      .orderBy('p.created_at')
      .selectAll('p')
      .select('s.name as owner')
      .execute(),
  )
  const found: OpenPayment[] = []
  for (const { owner, ...payment } of rows) {
    const place = { tenantId: payment.tenant_id, orderId: payment.order_id }
    const order = await db.read(place.tenantId, (tenant) => requireOrder(tenant, place))
    if (isOpen(payment, order)) found.push({ payment, order, owner })
  }
  return found
}

function isOpen(payment: PaymentRow, order: OrderRow): boolean {
  if (paymentLifecycle.can(payment.state, 'arrive')) return true
  if (paymentLifecycle.can(payment.state, 'giveBack')) return order.state !== 'done'
  return order.state === 'voucherReview'
}

/** Behind which payment a page begins. */
export type PaymentCursor = { at: number; paymentNo: string }

/** By what transfers are found: the buyer's name or the order's number, whole or its last eight digits. */
export type SoughtTransfers = { search?: string | undefined; todo?: 'review' | 'return' | undefined }

/**
 * Transfers whose voucher or return waits for somebody, and their payments; the oldest first, a page at a time. `next`
 * is null behind the last.
 */
export async function transfersToDecide(
  db: Database,
  after: PaymentCursor | null,
  limit: number,
  { search = '', todo }: SoughtTransfers = {},
): Promise<{ open: OpenPayment[]; next: PaymentCursor | null }> {
  const rows = await db.directory((directory) =>
    directory
      .selectFrom('payment as p')
      .innerJoin('space as s', 's.tenant_id', 'p.tenant_id')
      .innerJoin('order_register as r', 'r.order_id', 'p.order_id')
      .where('p.channel', '=', transferChannel)
      .where('p.state', 'in', todo === undefined ? waits : [waiting[todo]])
      .$if(search !== '', (query) =>
        query.where((eb) =>
          eb.or([
            eb('s.name', 'like', likeText(search) ?? ''),
            eb('r.order_no', '=', search.toUpperCase()),
            sql<boolean>`right(r.order_no, 8) = ${search}`,
          ]),
        ),
      )
      .where(({ eb, refTuple, tuple }) =>
        eb(refTuple('p.created_at', 'p.payment_no'), '>', tuple(after?.at ?? 0, after?.paymentNo ?? '')),
      )
      .orderBy('p.created_at')
      .orderBy('p.payment_no')
      .limit(limit)
      .selectAll('p')
      .select('s.name as owner')
      .execute(),
  )
  const open: OpenPayment[] = []
  for (const { owner, ...payment } of rows) {
    const place = { tenantId: payment.tenant_id, orderId: payment.order_id }
    const order = await db.read(place.tenantId, (tenant) => requireOrder(tenant, place))
    if (isOpen(payment, order)) open.push({ payment, order, owner })
  }
  const last = rows.length < limit ? undefined : rows.at(-1)
  return { open, next: last ? { at: last.created_at, paymentNo: last.payment_no } : null }
}

/** What somebody has to see to, by the state of its payment. */
const waiting = { review: 'pending', return: 'returning' } as const
const waits = [waiting.review, waiting.return]

type Decided = { paymentNo: string; by: string }

/** A payment and its order, both locked, the order first. Runs in the tenant. */
async function lockedTransfer(tx: Db, tenantId: string, paymentNo: string) {
  const { order_id: orderId } = await requirePayment(tx, paymentNo)
  const order = await requireOrder(tx, { tenantId, orderId }, { lock: true })
  const payment = await requirePayment(tx, paymentNo, { lock: true })
  if (payment.channel !== transferChannel) throw new Refusal('order/changed')
  return { order, payment }
}

/** The money of a transfer is there: the order is paid and credited. Throws `order/changed` unless a voucher waits. */
export async function confirmTransfer(
  deps: Ordering,
  tx: Db,
  tenantId: string,
  { paymentNo, by, reference }: Decided & { reference: string },
): Promise<OrderRow> {
  const { order, payment } = await lockedTransfer(tx, tenantId, paymentNo)
  await movePayment(deps, tx, payment, 'receive', reference)
  return creditOrder(deps, tx, order, { event: 'voucherPassed', who: by, through: '对公转账', reference })
}

/** A voucher that proves nothing: the order waits to be paid again, with all its time, and its buyer is told why. */
export async function refuseVoucher(
  deps: Ordering,
  tx: Db,
  tenantId: string,
  { paymentNo, by, reason }: Decided & { reason: string },
): Promise<OrderRow> {
  const { order } = await lockedTransfer(tx, tenantId, paymentNo)
  const more = { voucher_fault: reason, expires_at: deps.now() + payWithinMs.transfer }
  const moved = await moveOrder(deps, tx, order, 'voucherRejected', { who: by, detail: reason, more })
  await closeLater(deps, tx, moved)
  const { order_no: orderNo, order_id: orderId, account_id: accountId } = order
  const facts = { orderNo, orderId, reason }
  await notify(deps, tx, { kind: 'voucherRefused', to: { tenantId, accountId }, facts })
  return moved
}

import { invoiceableFen, type InvoicedOrder } from '@moqi/domain/orders/invoice-amount'
import type { InvoiceState } from '@moqi/domain/orders/invoice-lifecycle'
import { Refusal } from '@moqi/domain/refusal'
import { type OrderRow, requireOrder } from '#src/cores/order/order-rows.ts'
import { paymentsOf } from '#src/cores/order/payments.ts'
import type { Db } from '#src/platform/database/database.ts'

/** An order with what of it is invoiced, in 分. */
export type OrderShare = { order: OrderRow; fen: number }

/** What may be invoiced of an order, in 分; 0 of one that an invoice holds already. Runs in the tenant. */
export async function openFen(db: Db, order: OrderRow): Promise<number> {
  if (await invoiceStateOf(db, order)) return 0
  const payments: InvoicedOrder['payments'] = await paymentsOf(db, order)
  return invoiceableFen({ state: order.state, fen: order.fen, payments })
}

/**
 * Locks orders, always in the same order, with what may be invoiced of each. Throws `order/not-found`, and
 * `invoice/order-unfit` for one of which nothing may be. Runs in the tenant.
 */
export async function lockShares(tx: Db, tenantId: string, orderIds: readonly string[]): Promise<OrderShare[]> {
  const shares: OrderShare[] = []
  for (const orderId of [...new Set(orderIds)].toSorted()) {
    const order = await requireOrder(tx, { tenantId, orderId }, { lock: true })
    const fen = await openFen(tx, order)
    if (fen === 0) throw new Refusal('invoice/order-unfit')
    shares.push({ order, fen })
  }
  return shares
}

/** The state of the invoice that holds an order; null when none does. Runs in the tenant. */
export async function invoiceStateOf(
  db: Db,
  { tenant_id, order_id }: Pick<OrderRow, 'tenant_id' | 'order_id'>,
): Promise<InvoiceState | null> {
  const found = await db
    .selectFrom('invoice_order as o')
    .innerJoin('invoice as i', (join) =>
      join.onRef('i.tenant_id', '=', 'o.tenant_id').onRef('i.invoice_id', '=', 'o.invoice_id'),
    )
    .where('o.tenant_id', '=', tenant_id)
    .where('o.order_id', '=', order_id)
    .where('o.living', '=', true)
    .select('i.state')
    .executeTakeFirst()
  return found?.state ?? null
}

/** The orders of an invoice with what is invoiced of each, the oldest first. Runs in the tenant. */
export const ordersOf = (db: Db, { tenantId, invoiceId }: { tenantId: string; invoiceId: string }) =>
  db
    .selectFrom('invoice_order as i')
    .innerJoin('pack_order as o', (join) =>
      join.onRef('o.tenant_id', '=', 'i.tenant_id').onRef('o.order_id', '=', 'i.order_id'),
    )
    .where('i.tenant_id', '=', tenantId)
    .where('i.invoice_id', '=', invoiceId)
    .orderBy('o.created_at')
    .orderBy('o.order_id')
    .select(['o.order_id', 'o.order_no', 'o.pack_name', 'o.quantity', 'i.fen'])
    .execute()

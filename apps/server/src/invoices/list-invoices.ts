import type { InvoiceableOrder, invoice } from '@moqi/api/invoice'
import { flagOf } from '@moqi/api/wire/flag'
import { invoiceLifecycle } from '@moqi/domain/orders/invoice-lifecycle'
import { orderLifecycle } from '@moqi/domain/orders/order-lifecycle'
import { invoiceKindLabels } from '@moqi/domain/orders/invoice-title'
import { Refusal } from '@moqi/domain/refusal'
import { sql } from 'kysely'
import { type InvoiceRow, requireInvoice } from '#src/cores/invoice/invoice-rows.ts'
import { openFen, ordersOf } from '#src/cores/invoice/invoiced-orders.ts'
import type { Member } from '#src/platform/actor.ts'
import type { Db } from '#src/platform/database/database.ts'
import type { BlobAnswer, Handler } from '#src/platform/handlers.ts'
import { pageOf, readCursor } from '#src/platform/keyset.ts'
import { isUuid } from '#src/platform/uuid.ts'
import type { Deps } from '#src/platform/deps.ts'

const refundable = orderLifecycle.states.filter((state) => orderLifecycle.can(state, 'requestRefund'))

/** Orders that no invoice holds, with what may be invoiced of each. */
export const listInvoiceableOrders: Handler<typeof invoice.listInvoiceableOrders> = async (
  { db, invoicing },
  { tenantId },
  input,
) => {
  const before = readCursor(input.cursor)
  return db.read(tenantId, async (tenant) => {
    const rows = await tenant
      .selectFrom('pack_order as o')
      .where('o.tenant_id', '=', tenantId)
      .where('o.state', 'in', refundable)
      .where((order) =>
        order.not(
          order.exists(
            order
              .selectFrom('invoice_order as i')
              .whereRef('i.tenant_id', '=', 'o.tenant_id')
              .whereRef('i.order_id', '=', 'o.order_id')
              .where('i.living', '=', true)
              .select('i.order_id'),
          ),
        ),
      )
      .$if(before !== null, (orders) =>
        orders.where(sql<boolean>`(o.paid_at, o.order_id) < (${before?.at ?? 0}, ${before?.id ?? null}::uuid)`),
      )
      .orderBy('o.paid_at', 'desc')
      .orderBy('o.order_id', 'desc')
      .limit(input.pageSize + 1)
      .selectAll('o')
      .execute()
    const { page, nextCursor } = pageOf(rows, input.pageSize, (row) => ({ at: row.paid_at ?? 0, id: row.order_id }))
    const orderArray: InvoiceableOrder[] = []
    for (const row of page) {
      const fen = await openFen(tenant, row)
      if (fen === 0) continue
      const { order_id: orderId, order_no: orderNo, pack_name: packName, quantity, paid_at: payTime } = row
      orderArray.push({ orderId, orderNo, packName, quantity, payTime: payTime ?? row.created_at, fen })
    }
    return { orderArray, nextCursor, label: invoicing.label }
  })
}

/** The space's invoices, newest first. */
export const listInvoices: Handler<typeof invoice.listInvoices> = async ({ db }, { tenantId }, input) => {
  const before = readCursor(input.cursor)
  const rows = await db.read(tenantId, (tenant) =>
    tenant
      .selectFrom('invoice as i')
      .where('i.tenant_id', '=', tenantId)
      .$if(before !== null, (invoices) =>
        invoices.where(sql<boolean>`(i.created_at, i.invoice_id) < (${before?.at ?? 0}, ${before?.id ?? null}::uuid)`),
      )
      .orderBy('i.created_at', 'desc')
      .orderBy('i.invoice_id', 'desc')
      .limit(input.pageSize + 1)
      .selectAll('i')
      .select((row) =>
        row
          .selectFrom('invoice_order as o')
          .whereRef('o.tenant_id', '=', 'i.tenant_id')
          .whereRef('o.invoice_id', '=', 'i.invoice_id')
          .select(({ fn }) => fn.countAll().as('number'))
          .as('orders'),
      )
      .execute(),
  )
  const { page, nextCursor } = pageOf(rows, input.pageSize, (row) => ({ at: row.created_at, id: row.invoice_id }))
  return { invoiceArray: page.map((row) => wireInvoice(row, Number(row.orders))), nextCursor }
}

const wireInvoice = (row: InvoiceRow, orderNumber: number) => ({
  invoiceId: row.invoice_id,
  invoiceStatus: row.state,
  invoiceType: row.kind,
  titleName: row.name,
  fen: row.fen,
  orderNumber,
  createTime: row.created_at,
  invoiceNo: row.number,
  faultReason: row.fault,
})

/** One invoice with its orders and its log. */
export const getInvoice: Handler<typeof invoice.getInvoice> = async (deps, member, { invoiceId }) =>
  deps.db.read(member.tenantId, async (tenant) => {
    const row = await ownInvoice(tenant, member, invoiceId)
    const orders = await ordersOf(tenant, { tenantId: member.tenantId, invoiceId })
    const log = await tenant
      .selectFrom('invoice_log')
      .where('tenant_id', '=', member.tenantId)
      .where('invoice_id', '=', invoiceId)
      .orderBy('log_id')
      .select(['at', 'who', 'verb', 'detail'])
      .execute()
    return {
      ...wireInvoice(row, orders.length),
      titleType: row.title_type,
      taxNo: row.tax_no,
      address: row.address,
      phone: row.phone,
      bankName: row.bank,
      bankAccount: row.bank_account,
      email: row.email,
      issueTime: row.issued_at,
      redNo: row.red_number,
      redTime: row.red_at,
      redReason: row.red_reason,
      orderArray: orders.map((order) => ({
        orderId: order.order_id,
        orderNo: order.order_no,
        packName: order.pack_name,
        quantity: order.quantity,
        fen: order.fen,
      })),
      withdrawable: flagOf(deps.invoicing.issue === null && invoiceLifecycle.can(row.state, 'withdraw')),
      logArray: log.map(({ at, who, verb, detail }) => ({ logTime: at, who, verb, detail })),
    }
  })

/** The PDF of an invoice, or of its red letter. Throws `invoice/changed` where there is none yet. */
export async function downloadInvoice(
  deps: Pick<Deps, 'db' | 'blobs'>,
  member: Pick<Member, 'tenantId'>,
  { invoiceId, letter }: { invoiceId: string; letter: 'blue' | 'red' },
): Promise<BlobAnswer> {
  const row = await deps.db.read(member.tenantId, (tenant) => ownInvoice(tenant, member, invoiceId))
  const { sha256, number } = letter === 'blue' ? row : { sha256: row.red_sha256, number: row.red_number }
  if (sha256 === null) throw new Refusal('invoice/changed', { message: '发票还没有开具，请稍后再下载' })
  const kind = letter === 'blue' ? invoiceKindLabels[row.kind] : '红字发票'
  return {
    bytes: await deps.blobs.get(sha256),
    type: 'application/pdf',
    etag: sha256,
    fileName: `${kind}-${number ?? ''}.pdf`,
  }
}

const ownInvoice = async (db: Db, { tenantId }: Pick<Member, 'tenantId'>, invoiceId: string): Promise<InvoiceRow> => {
  if (!isUuid(invoiceId)) throw new Refusal('invoice/not-found')
  return requireInvoice(db, { tenantId, invoiceId })
}

import type { EventOf } from '@moqi/domain/lifecycle'
import type { InvoiceLogVerb } from '@moqi/domain/orders/invoice-log-verbs'
import { holdsOrders, invoiceLifecycle } from '@moqi/domain/orders/invoice-lifecycle'
import type { InvoiceTitle } from '@moqi/domain/orders/invoice-title'
import { Refusal } from '@moqi/domain/refusal'
import type { Selectable, Updateable } from 'kysely'
import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'
import type { Schema } from '#src/platform/database/schema.ts'

/** An invoice as it is kept. */
export type InvoiceRow = Selectable<Schema['invoice']>
/** Names an invoice. */
export type InvoicePlace = { tenantId: string; invoiceId: string }
/** What the invoice keeps beside its state. */
type More = Omit<Updateable<Schema['invoice']>, 'state' | 'tenant_id' | 'invoice_id'>
/** Who did something, as the log says it, and what else there is to say. */
type Line = { who: string; detail?: string | null; more?: More }

/** A space's invoice, locked for a change. Throws `invoice/not-found`. Runs in the tenant. */
export async function requireInvoice(db: Db, place: InvoicePlace, { lock = false } = {}): Promise<InvoiceRow> {
  const invoice = await db
    .selectFrom('invoice')
    .where('tenant_id', '=', place.tenantId)
    .where('invoice_id', '=', place.invoiceId)
    .selectAll()
    .$if(lock, (query) => query.forUpdate())
    .executeTakeFirst()
  if (!invoice) throw new Refusal('invoice/not-found')
  return invoice
}

/**
 * Moves a locked invoice, with its log line; its orders are held or let go as its state says. Throws `invoice/changed`
 * for a move that its lifecycle does not list.
 */
export async function moveInvoice(
  deps: Pick<Deps, 'now' | 'newId'>,
  tx: Db,
  invoice: InvoiceRow,
  event: EventOf<typeof invoiceLifecycle>,
  { who, detail = null, more = {} }: Line,
): Promise<InvoiceRow> {
  const state = invoiceLifecycle.after(invoice.state, event)
  const { tenant_id, invoice_id } = invoice
  const moved = await tx
    .updateTable('invoice')
    .set({ ...more, state, changed_at: deps.now() })
    .where('tenant_id', '=', tenant_id)
    .where('invoice_id', '=', invoice_id)
    .returningAll()
    .executeTakeFirstOrThrow()
  await tx
    .updateTable('invoice_order')
    .set({ living: holdsOrders(state) })
    .where('tenant_id', '=', tenant_id)
    .where('invoice_id', '=', invoice_id)
    .execute()
  await addInvoiceLog(deps, tx, invoice, { verb: event, who, detail })
  return moved
}

/** Appends a line to an invoice's log. */
export async function addInvoiceLog(
  { now, newId }: Pick<Deps, 'now' | 'newId'>,
  tx: Db,
  { tenant_id, invoice_id }: Pick<InvoiceRow, 'tenant_id' | 'invoice_id'>,
  { verb, who, detail }: { verb: InvoiceLogVerb; who: string; detail: string | null },
): Promise<void> {
  await tx
    .insertInto('invoice_log')
    .values({ tenant_id, invoice_id, log_id: newId(), at: now(), who, verb, detail })
    .execute()
}

/** Whom a row is made out to. */
export const titleOf = (row: Pick<InvoiceRow, keyof ReturnType<typeof titleColumns>>): InvoiceTitle => ({
  type: row.title_type,
  name: row.name,
  taxNo: row.tax_no,
  address: row.address,
  phone: row.phone,
  bank: row.bank,
  account: row.bank_account,
})

/** The same as columns. */
export const titleColumns = ({ type, name, taxNo, address, phone, bank, account }: InvoiceTitle) => ({
  title_type: type,
  name,
  tax_no: taxNo,
  address,
  phone,
  bank,
  bank_account: account,
})

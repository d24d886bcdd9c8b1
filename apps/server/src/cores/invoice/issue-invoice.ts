import { awaitsRedLetter, invoiceLifecycle } from '@moqi/domain/orders/invoice-lifecycle'
import { yuanText } from '@moqi/domain/orders/yuan-text'
import { Refusal } from '@moqi/domain/refusal'
import { platformName } from '#src/cores/order/order-rows.ts'
import { holdBlobs } from '#src/platform/blobs/blob-holders.ts'
import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'
import type { InvoiceAsked } from '#src/platform/gateways/invoice-gateway.ts'
import { notify } from '#src/platform/messages/notify.ts'
import type { Sending } from '#src/platform/messages/queue-message.ts'
import { putBeforeOperator, takeFromIssuer } from './ask-invoice.ts'
import { type InvoicePlace, type InvoiceRow, moveInvoice, requireInvoice, titleOf } from './invoice-rows.ts'
import { ordersOf } from './invoiced-orders.ts'

type Settling = Pick<Deps, 'config' | 'newId' | 'derivationKey'> & Sending
/** What came of it: the number and the PDF's name in the blob store, or why there is none. */
export type Delivered = { number: string; sha256: string } | { fault: string }

/** Whether somebody has to make it out, or its red letter. */
const isAwaited = ({ state }: InvoiceRow) => invoiceLifecycle.can(state, 'issue') || awaitsRedLetter(state)

/** Has an invoice or its red letter made out by the gateway. Runs as a job; a repeat finds nothing to do. */
export async function issueInvoice(deps: Deps, place: InvoicePlace): Promise<void> {
  const { issue } = deps.invoicing
  // The settings have changed since it was asked for.
  if (!issue) return deps.db.directoryWrite((tx) => putBeforeOperator(deps.now(), tx, place))
  const invoice = await deps.db.read(place.tenantId, (tenant) => requireInvoice(tenant, place))
  if (!isAwaited(invoice)) return
  const outcome = await issue(await askedOf(deps, invoice))
  const delivered = 'fault' in outcome ? outcome : { number: outcome.number, sha256: await deps.blobs.put(outcome.pdf) }
  await deps.db.write(place.tenantId, async (tx) => {
    const now = await requireInvoice(tx, place, { lock: true })
    if (now.state === invoice.state) await settleInvoice(deps, tx, now, delivered)
  })
}

async function askedOf({ db }: Pick<Deps, 'db'>, invoice: InvoiceRow): Promise<InvoiceAsked> {
  const { tenant_id: tenantId, invoice_id: invoiceId } = invoice
  const orders = await db.read(tenantId, (tenant) => ordersOf(tenant, { tenantId, invoiceId }))
  return {
    invoiceId,
    kind: invoice.kind,
    title: titleOf(invoice),
    fen: invoice.fen,
    lines: orders.map(({ pack_name: name, order_no: orderNo, quantity, fen }) => ({ name, orderNo, quantity, fen })),
    reverses: awaitsRedLetter(invoice.state)
      ? { number: invoice.number ?? '', reason: invoice.red_reason ?? '' }
      : null,
  }
}

/**
 * Ends the making out of a locked invoice or of its red letter, and tells who asked. Throws `invoice/changed` where
 * nobody waits for it. Runs in the tenant.
 */
export async function settleInvoice(
  deps: Settling,
  tx: Db,
  invoice: InvoiceRow,
  delivered: Delivered,
): Promise<InvoiceRow> {
  if (!isAwaited(invoice)) throw new Refusal('invoice/changed')
  const { tenant_id: tenantId, invoice_id: invoiceId, account_id: accountId, fen } = invoice
  const isRed = awaitsRedLetter(invoice.state)
  const moved =
    'fault' in delivered ? await fail(deps, tx, invoice, delivered) : await issued(deps, tx, invoice, delivered)
  await takeFromIssuer(tx, invoice)
  const to = { tenantId, accountId }
  const facts = { amount: yuanText(fen), title: invoice.name, red: isRed, invoiceId, reason: moved.fault }
  await notify(deps, tx, { kind: 'invoiceDecided', to, facts })
  return moved
}

const fail = (deps: Settling, tx: Db, invoice: InvoiceRow, { fault }: { fault: string }): Promise<InvoiceRow> =>
  moveInvoice(deps, tx, invoice, awaitsRedLetter(invoice.state) ? 'refuseReversal' : 'fail', {
    who: platformName,
    detail: fault,
    more: { fault },
  })

async function issued(
  deps: Settling,
  tx: Db,
  invoice: InvoiceRow,
  { number, sha256 }: { number: string; sha256: string },
): Promise<InvoiceRow> {
  await holdBlobs(tx, invoice.invoice_id, [sha256])
  const at = deps.now()
  const line = { who: platformName, detail: `发票号码 ${number}` }
  return awaitsRedLetter(invoice.state)
    ? moveInvoice(deps, tx, invoice, 'reverse', {
        ...line,
        more: { red_number: number, red_sha256: sha256, red_at: at, fault: null },
      })
    : moveInvoice(deps, tx, invoice, 'issue', { ...line, more: { number, sha256, issued_at: at, fault: null } })
}

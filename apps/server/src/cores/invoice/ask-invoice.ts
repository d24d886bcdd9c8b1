import { invoiceLifecycle } from '@moqi/domain/orders/invoice-lifecycle'
import { type InvoiceKind, type InvoiceTitle, invoiceKindLabels } from '@moqi/domain/orders/invoice-title'
import { yuanText } from '@moqi/domain/orders/yuan-text'
import { Refusal } from '@moqi/domain/refusal'
import type { Member } from '#src/platform/actor.ts'
import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'
import { enqueue } from '#src/platform/jobs/jobs.ts'
import { addInvoiceLog, type InvoiceRow, moveInvoice, requireInvoice, titleColumns } from './invoice-rows.ts'
import { lockShares, ordersOf } from './invoiced-orders.ts'

type Asking = Pick<Deps, 'now' | 'newId' | 'invoicing'>
type Asker = Pick<Member, 'tenantId' | 'accountId' | 'nickName'>
/** What is asked for: `fen` is the sum that was shown. */
export type InvoiceWish = {
  orderIds: readonly string[]
  fen: number
  kind: InvoiceKind
  title: InvoiceTitle
  email: string
}

/**
 * Asks for one invoice over these orders, for exactly what was paid for them and not given back. The orders are locked:
 * of two that ask for the same one the second is refused. Throws `order/not-found`, `invoice/order-unfit`,
 * `invoice/amount-changed`. Runs in the tenant.
 */
export async function askInvoice(deps: Asking, tx: Db, asker: Asker, wish: InvoiceWish): Promise<InvoiceRow> {
  const { tenantId, accountId, nickName } = asker
  const shares = await lockShares(tx, tenantId, wish.orderIds)
  const fen = shares.reduce((sum, share) => sum + share.fen, 0)
  if (fen !== wish.fen) throw new Refusal('invoice/amount-changed')
  const at = deps.now()
  const invoice = await tx
    .insertInto('invoice')
    .values({
      tenant_id: tenantId,
      invoice_id: deps.newId(),
      account_id: accountId,
      kind: wish.kind,
      ...titleColumns(wish.title),
      email: wish.email,
      fen,
      state: invoiceLifecycle.after(invoiceLifecycle.initial, 'apply'),
      created_at: at,
      changed_at: at,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('invoice_order')
    .values(
      shares.map((share) => ({
        tenant_id: tenantId,
        invoice_id: invoice.invoice_id,
        order_id: share.order.order_id,
        fen: share.fen,
        living: true,
      })),
    )
    .execute()
  await addInvoiceLog(deps, tx, invoice, { verb: 'apply', who: nickName, detail: summaryOf(invoice) })
  await handToIssuer(deps, tx, invoice)
  return invoice
}

/**
 * Asks again for one that failed, made out to `title` now. Throws `invoice/changed`, `invoice/order-unfit` where
 * another invoice has one of its orders meanwhile, and `invoice/amount-changed`. Runs in the tenant.
 */
export async function askAgain(
  deps: Asking,
  tx: Db,
  { tenantId, nickName }: Asker,
  wish: { invoiceId: string } & Omit<InvoiceWish, 'orderIds' | 'fen'>,
): Promise<void> {
  const { invoiceId, kind, title, email } = wish
  const orders = await ordersOf(tx, { tenantId, invoiceId })
  // Orders before their invoice, everywhere.
  const shares = await lockWhenFailed(tx, { tenantId, invoiceId }, orders)
  const invoice = await requireInvoice(tx, { tenantId, invoiceId }, { lock: true })
  if (shares.reduce((sum, share) => sum + share.fen, 0) !== invoice.fen) throw new Refusal('invoice/amount-changed')
  const moved = await moveInvoice(deps, tx, invoice, 'apply', {
    who: nickName,
    detail: summaryOf({ ...invoice, kind, name: title.name }),
    more: { kind, ...titleColumns(title), email, fault: null },
  })
  await handToIssuer(deps, tx, moved)
}

/** An invoice that holds its orders itself is refused for what it is, not for its orders. */
async function lockWhenFailed(
  tx: Db,
  place: { tenantId: string; invoiceId: string },
  orders: readonly { order_id: string }[],
) {
  const { state } = await requireInvoice(tx, place)
  if (!invoiceLifecycle.can(state, 'apply')) throw new Refusal('invoice/changed')
  return lockShares(
    tx,
    place.tenantId,
    orders.map(({ order_id }) => order_id),
  )
}

const summaryOf = ({ kind, name, fen }: Pick<InvoiceRow, 'kind' | 'name' | 'fen'>) =>
  `${invoiceKindLabels[kind]}，${name}，${yuanText(fen)}元`

/** Takes back what nobody has issued yet; a gateway that issues by itself is too quick for that. Runs in the tenant. */
export async function withdrawInvoice(
  deps: Asking,
  tx: Db,
  { tenantId, nickName }: Asker,
  invoiceId: string,
): Promise<void> {
  const invoice = await requireInvoice(tx, { tenantId, invoiceId }, { lock: true })
  if (deps.invoicing.issue) throw new Refusal('invoice/changed', { message: '发票正在开具，请稍候刷新查看结果' })
  await moveInvoice(deps, tx, invoice, 'withdraw', { who: nickName })
  await takeFromIssuer(tx, invoice)
}

/** Asks for the red letter of an invoice, which takes it back as a whole. Runs in the tenant. */
export async function askReversal(
  deps: Asking,
  tx: Db,
  { tenantId, nickName }: Asker,
  { invoiceId, reason }: { invoiceId: string; reason: string },
): Promise<void> {
  const invoice = await requireInvoice(tx, { tenantId, invoiceId }, { lock: true })
  const more = { red_reason: reason, fault: null }
  const moved = await moveInvoice(deps, tx, invoice, 'askReversal', { who: nickName, detail: reason, more })
  await handToIssuer(deps, tx, moved)
}

/** Has a job ask the gateway, or puts it before the platform's operator. */
async function handToIssuer(
  { now, invoicing }: Pick<Deps, 'now' | 'invoicing'>,
  tx: Db,
  { tenant_id: tenantId, invoice_id: invoiceId }: InvoiceRow,
): Promise<void> {
  if (invoicing.issue) await enqueue(tx, 'issueInvoice', { tenantId, invoiceId })
  else await putBeforeOperator(now(), tx, { tenantId, invoiceId })
}

/** Puts an invoice among those that the platform's operator makes out. */
export async function putBeforeOperator(
  at: number,
  tx: Db,
  { tenantId, invoiceId }: { tenantId: string; invoiceId: string },
): Promise<void> {
  await tx
    .insertInto('invoice_waiting')
    .values({ invoice_id: invoiceId, tenant_id: tenantId, asked_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** There is nothing to make out any more. */
export async function takeFromIssuer(tx: Db, { invoice_id }: Pick<InvoiceRow, 'invoice_id'>): Promise<void> {
  await tx.deleteFrom('invoice_waiting').where('invoice_id', '=', invoice_id).execute()
}

import type { AwaitedInvoice, operatorInvoice } from '@moqi/api/operator-invoice'
import { checkReason } from '@moqi/domain/contract/draft-text'
import { awaitsRedLetter } from '@moqi/domain/orders/invoice-lifecycle'
import type { OperatorVerb } from '@moqi/domain/operators/operator-verbs'
import { Refusal } from '@moqi/domain/refusal'
import { type InvoiceRow, requireInvoice } from '#src/cores/invoice/invoice-rows.ts'
import { ordersOf } from '#src/cores/invoice/invoiced-orders.ts'
import { type Delivered, settleInvoice } from '#src/cores/invoice/issue-invoice.ts'
import { addOperatorLog } from '#src/cores/operator/operator-log.ts'
import type { Operator } from '#src/platform/actor.ts'
import type { Database } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'
import { fieldOf } from '#src/platform/field-of.ts'
import type { Handler } from '#src/platform/handlers.ts'
import { pageOf, readCursor } from '#src/platform/keyset.ts'
import { holds, siftedPage } from './sifted-page.ts'
import { isUuid } from '#src/platform/uuid.ts'

const pageSize = 20
const mostMegabytes = 5

/** Invoices and red letters to make out, or those looked for, the oldest first. */
export const listAwaitedInvoices: Handler<typeof operatorInvoice.listAwaitedInvoices> = async (
  { db },
  _operator,
  { cursor, search, letter },
) => {
  const { rows, nextCursor } = await siftedPage({
    size: pageSize,
    cursor,
    read: async (from) => {
      const { invoiceArray, nextCursor: next } = await awaitedPage(db, from)
      return { rows: invoiceArray, nextCursor: next }
    },
    fits: (one) => isSought(one, { search, letter }),
  })
  return { invoiceArray: rows, nextCursor }
}

type Sought = { search?: string | undefined; letter?: AwaitedInvoice['letter'] | undefined }

/** Titles and orders lie within their spaces: what is looked for in them is looked for in what waits. */
function isSought(one: AwaitedInvoice, { search = '', letter }: Sought): boolean {
  const { ownerName, titleName, taxNo, orderArray } = one
  const texts = [ownerName, titleName, taxNo, ...orderArray.map(({ orderNo }) => orderNo)]
  return (letter === undefined || one.letter === letter) && texts.some((text) => holds(text, search))
}

async function awaitedPage(
  db: Database,
  cursor: string | undefined,
): Promise<{ invoiceArray: AwaitedInvoice[]; nextCursor: string | null }> {
  const after = readCursor(cursor)
  const rows = await db.directory((directory) =>
    directory
      .selectFrom('invoice_waiting as w')
      .innerJoin('space as s', 's.tenant_id', 'w.tenant_id')
      .where(({ eb, refTuple, tuple }) =>
        eb(refTuple('w.asked_at', 'w.invoice_id'), '>', tuple(after?.at ?? 0, after?.id ?? firstId)),
      )
      .orderBy('w.asked_at')
      .orderBy('w.invoice_id')
      .limit(pageSize + 1)
      .select(['w.tenant_id', 'w.invoice_id', 'w.asked_at', 's.name'])
      .execute(),
  )
  const { page, nextCursor } = pageOf(rows, pageSize, (row) => ({ at: row.asked_at, id: row.invoice_id }))
  const invoiceArray: AwaitedInvoice[] = []
  for (const row of page) invoiceArray.push(await shown(db, row))
  return { invoiceArray, nextCursor }
}

const firstId = '00000000-0000-0000-0000-000000000000'

type Waiting = { tenant_id: string; invoice_id: string; asked_at: number; name: string }

function shown(
  db: Database,
  { tenant_id: tenantId, invoice_id: invoiceId, asked_at: askTime, name: ownerName }: Waiting,
) {
  return db.read(tenantId, async (tenant): Promise<AwaitedInvoice> => {
    const row = await requireInvoice(tenant, { tenantId, invoiceId })
    const orders = await ordersOf(tenant, { tenantId, invoiceId })
    const letter = letterOf(row)
    return {
      invoiceId,
      letter,
      ownerName,
      askTime,
      invoiceType: row.kind,
      titleName: row.name,
      taxNo: row.tax_no,
      address: row.address,
      phone: row.phone,
      bankName: row.bank,
      bankAccount: row.bank_account,
      email: row.email,
      fen: row.fen,
      orderArray: orders.map(({ order_no: orderNo, pack_name: packName, quantity, fen }) => {
        return { orderNo, packName, quantity, fen }
      }),
      reversesNo: letter === 'red' ? row.number : null,
      redReason: letter === 'red' ? row.red_reason : null,
    }
  })
}

/** Hands out what the tax office gave: the invoice, or the red letter that is waited for. */
export const deliverInvoice: Handler<typeof operatorInvoice.deliverInvoice> = async (
  deps,
  operator,
  { invoiceId, letter, number, file },
) => {
  if (!/^\d{8}$|^\d{20}$/.test(number))
    throw new Refusal('field/invalid', { field: 'number', message: '发票号码为20位数字（数电票）或8位数字' })
  if (file.size > mostMegabytes * 1024 * 1024) throw new Refusal('file/too-large', { megabytes: mostMegabytes })
  const kind = await deps.workshop.fileKind(file).catch(() => null)
  if (kind !== 'pdf') throw new Refusal('file/type', { message: '仅支持 pdf 格式' })
  const tenantId = await ownerOf(deps, invoiceId)
  const delivered = { number, sha256: await deps.blobs.put(await file.read()) }
  return settle(deps, operator, { tenantId, invoiceId, letter, delivered, detail: number })
}

/** The tax office refuses it: who asked is told why. */
export const refuseInvoice: Handler<typeof operatorInvoice.refuseInvoice> = async (
  deps,
  operator,
  { invoiceId, letter, reason },
) => {
  const fault = fieldOf('reason', checkReason(reason))
  const tenantId = await ownerOf(deps, invoiceId)
  return settle(deps, operator, { tenantId, invoiceId, letter, delivered: { fault }, detail: fault })
}

/** Whose a waiting invoice is. Throws `invoice/not-found`. */
async function ownerOf({ db }: Pick<Deps, 'db'>, invoiceId: string): Promise<string> {
  const found = isUuid(invoiceId)
    ? await db.directory((directory) =>
        directory
          .selectFrom('invoice_waiting')
          .where('invoice_id', '=', invoiceId)
          .select('tenant_id')
          .executeTakeFirst(),
      )
    : undefined
  if (!found) throw new Refusal('invoice/not-found')
  return found.tenant_id
}

type Letter = AwaitedInvoice['letter']
type Settling = { tenantId: string; invoiceId: string; letter: Letter; delivered: Delivered; detail: string }

async function settle(
  deps: Deps,
  { operatorId, address }: Operator,
  { tenantId, invoiceId, letter, delivered, detail }: Settling,
): Promise<null> {
  await deps.db.write(tenantId, async (tx) => {
    const invoice = await requireInvoice(tx, { tenantId, invoiceId }, { lock: true })
    if (letterOf(invoice) !== letter) throw new Refusal('invoice/changed')
    const verb = verbOf(letter, delivered)
    await settleInvoice(deps, tx, invoice, delivered)
    await addOperatorLog(deps, tx, { operatorId, address, verb, detail: `${invoice.name}　${detail}` })
  })
  return null
}

const letterOf = ({ state }: InvoiceRow): Letter => (awaitsRedLetter(state) ? 'red' : 'blue')

function verbOf(letter: Letter, delivered: Delivered): OperatorVerb {
  if (letter === 'red') return 'fault' in delivered ? 'refuseReversal' : 'issueRedLetter'
  return 'fault' in delivered ? 'refuseInvoice' : 'issueInvoice'
}

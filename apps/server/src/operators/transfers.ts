import type { Output } from '@moqi/api/call'
import type { operator, Transfer } from '@moqi/api/operator'
import { checkReason } from '@moqi/domain/contract/draft-text'
import type { OperatorVerb } from '@moqi/domain/operators/operator-verbs'
import { paymentLifecycle } from '@moqi/domain/orders/payment-lifecycle'
import { Refusal } from '@moqi/domain/refusal'
import { addOperatorLog } from '#src/cores/operator/operator-log.ts'
import { endReturn } from '#src/cores/order/give-back.ts'
import { addOrderLog, type OrderRow, platformName, requireOrder } from '#src/cores/order/order-rows.ts'
import { type PaymentRow, requirePayment, transferChannel } from '#src/cores/order/payments.ts'
import {
  confirmTransfer as confirm,
  type OpenPayment,
  type PaymentCursor,
  refuseVoucher,
  transfersToDecide,
} from '#src/cores/order/transfers.ts'
import type { Operator } from '#src/platform/actor.ts'
import { type Db, isDuplicate } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'
import { fieldOf } from '#src/platform/field-of.ts'
import type { BlobAnswer, Handler } from '#src/platform/handlers.ts'

const pageSize = 20
/** px; small print of a bank's slip can be read. */
const pageWidth = 1200

/** Transfers whose voucher is to be looked at, and money to be sent back, or those looked for; the oldest first. */
export const listTransfers: Handler<typeof operator.listTransfers> = async ({ db }, _operator, input) => {
  const { cursor, search, todo } = input
  const { open, next } = await transfersToDecide(db, readCursor(cursor), pageSize, { search, todo })
  const transferArray: Transfer[] = []
  for (const one of open) transferArray.push(shown(one, await voucherOf(db, one.order)))
  return { transferArray, nextCursor: next && `${next.at}.${next.paymentNo}` }
}

function readCursor(cursor: string | undefined): PaymentCursor | null {
  if (cursor === undefined) return null
  const [, at, paymentNo] = /^(\d{1,15})\.([\w-]{1,40})$/.exec(cursor) ?? []
  if (at === undefined || paymentNo === undefined) throw new Refusal('request/invalid')
  return { at: Number(at), paymentNo }
}

type Voucher = { name: string; kept_sha256: string; page_count: number }

const shown = ({ payment, order, owner }: OpenPayment, voucher: Voucher | null): Transfer => ({
  paymentNo: payment.payment_no,
  orderNo: order.order_no,
  ownerName: owner,
  packName: order.pack_name,
  copies: order.copies,
  fen: payment.fen,
  createTime: payment.created_at,
  todo: paymentLifecycle.can(payment.state, 'arrive') ? 'return' : 'review',
  voucherPages: voucher?.page_count ?? 0,
  voucherName: voucher?.name ?? null,
  refundReason: order.refund_reason,
})

const voucherOf = ({ read }: Pick<Deps['db'], 'read'>, { tenant_id, voucher_file_id }: OrderRow) =>
  read(tenant_id, async (tenant): Promise<Voucher | null> => {
    if (voucher_file_id === null) return null
    const file = await tenant
      .selectFrom('file')
      .where('tenant_id', '=', tenant_id)
      .where('file_id', '=', voucher_file_id)
      .select(['name', 'kept_sha256', 'page_count'])
      .executeTakeFirst()
    return file ?? null
  })

/** A transfer that exists, whoever's. Throws `order/not-found`. */
async function requireTransfer({ db }: Pick<Deps, 'db'>, paymentNo: string): Promise<PaymentRow> {
  const payment = await db
    .directory((directory) => requirePayment(directory, paymentNo))
    .catch((error: unknown) => {
      throw error instanceof Refusal ? new Refusal('order/not-found') : error
    })
  if (payment.channel !== transferChannel) throw new Refusal('order/not-found')
  return payment
}

/** A page of a voucher, drawn; whose it is can read in the order's log that each was looked at. */
export async function transferVoucher(
  deps: Deps,
  operator: Operator,
  { paymentNo, page }: { paymentNo: string; page: number },
): Promise<BlobAnswer> {
  const payment = await requireTransfer(deps, paymentNo)
  const place = { tenantId: payment.tenant_id, orderId: payment.order_id }
  const order = await deps.db.read(place.tenantId, (tenant) => requireOrder(tenant, place))
  const voucher = await voucherOf(deps.db, order)
  if (!voucher || page > voucher.page_count) throw new Refusal('file/not-found')
  const { kept_sha256: sha256 } = voucher
  const bytes = await deps.workshop.renderPage(sha256, () => deps.blobs.get(sha256), page, pageWidth)
  const detail = voucher.page_count === 1 ? voucher.name : `${voucher.name}　第${page}页`
  await deps.db.write(place.tenantId, async (tx) => {
    await addOrderLog(deps, tx, order, { verb: 'lookVoucher', who: platformName, detail })
    await noteDeed(deps, tx, operator, { verb: 'lookVoucher', order, detail })
  })
  return { bytes, type: 'image/png', etag: `${sha256}-${page}-${pageWidth}` }
}

type Deed = { verb: OperatorVerb; order: Pick<OrderRow, 'order_no'>; detail?: string }

const noteDeed = (
  deps: Deps,
  tx: Db,
  { operatorId, address }: Operator,
  { verb, order: { order_no: orderNo }, detail }: Deed,
): Promise<void> => addOperatorLog(deps, tx, { operatorId, address, verb, detail: [orderNo, detail].join('　').trim() })

type Decision = Handler<typeof operator.confirmTransfer>

/** The money is there: the order is paid and its copies are credited; a line of the bank's pays one order alone. */
export const confirmTransfer: Decision = (deps, operator, { paymentNo, reference }) =>
  decide(deps, paymentNo, async (tx, { tenant_id }) => {
    const order = await confirm(deps, tx, tenant_id, { paymentNo, by: platformName, reference })
    await noteDeed(deps, tx, operator, { verb: 'confirmTransfer', order, detail: reference })
  }).catch((error: unknown) => {
    if (!isDuplicate(error)) throw error
    const message = '该银行流水号已用于其他付款，请核对后重新填写'
    throw new Refusal('field/invalid', { field: 'reference', message }, { cause: error })
  })

/** The voucher proves nothing: the buyer is told why, and may hand in another. */
export const refuseTransfer: Handler<typeof operator.refuseTransfer> = (deps, operator, { paymentNo, reason }) => {
  const why = fieldOf('reason', checkReason(reason))
  return decide(deps, paymentNo, async (tx, { tenant_id }) => {
    const order = await refuseVoucher(deps, tx, tenant_id, { paymentNo, by: platformName, reason: why })
    await noteDeed(deps, tx, operator, { verb: 'refuseVoucher', order, detail: why })
  })
}

/** The money has gone back; or, with a reason, it is kept and the copies are there again. */
export const endTransferReturn: Handler<typeof operator.endTransferReturn> = (deps, operator, input) => {
  const fault = input.reason === undefined ? null : fieldOf('reason', checkReason(input.reason))
  return decide(deps, input.paymentNo, async (tx, payment) => {
    if (!(await endReturn(deps, tx, payment, { fault, who: platformName }))) throw new Refusal('order/changed')
    const order = await requireOrder(tx, { tenantId: payment.tenant_id, orderId: payment.order_id })
    const verb = fault === null ? 'returnMoney' : 'keepMoney'
    await noteDeed(deps, tx, operator, { verb, order, ...(fault !== null && { detail: fault }) })
  })
}

/** Decides about a transfer in its owner's tenant: whoever decides second is refused by the order's lifecycle. */
async function decide(
  deps: Deps,
  paymentNo: string,
  work: (tx: Db, payment: PaymentRow) => Promise<void>,
): Promise<Output<typeof operator.confirmTransfer>> {
  const payment = await requireTransfer(deps, paymentNo)
  await deps.db.write(payment.tenant_id, (tx) => work(tx, payment))
  return null
}

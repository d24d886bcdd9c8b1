import type { operatorOrder, SoldOrderDetail } from '@moqi/api/operator-order'
import { Refusal } from '@moqi/domain/refusal'
import { invoiceStateOf } from '#src/cores/invoice/invoiced-orders.ts'
import { addOperatorLog } from '#src/cores/operator/operator-log.ts'
import { requireOrder } from '#src/cores/order/order-rows.ts'
import { paymentsOf } from '#src/cores/order/payments.ts'
import type { Db } from '#src/platform/database/database.ts'
import type { Handler } from '#src/platform/handlers.ts'
import { isUuid } from '#src/platform/uuid.ts'
import { allOrders, shownOrder } from './find-orders.ts'

/**
 * One order with its payments and its log. The platform sold it, so no look into the space is needed; what is left of
 * the pack, and all else of the space, stays behind one. The operator's record says who looked.
 */
export const getSoldOrder: Handler<typeof operatorOrder.getSoldOrder> = async (deps, operator, { orderId }) => {
  const found = isUuid(orderId)
    ? await deps.db.directory((directory) => allOrders(directory).where('r.order_id', '=', orderId).executeTakeFirst())
    : undefined
  if (!found) throw new Refusal('order/not-found')
  const shown = await deps.db.read(found.tenant_id, (tenant) => restOf(tenant, { tenantId: found.tenant_id, orderId }))
  const { operatorId, address } = operator
  const detail = `${found.order_no}　${found.owner}`
  await deps.db.directoryWrite((tx) => addOperatorLog(deps, tx, { operatorId, address, verb: 'lookOrder', detail }))
  return { ...shownOrder(found), ...shown }
}

type Rest = Omit<SoldOrderDetail, keyof ReturnType<typeof shownOrder>>

/** What the order itself has beside what it is found by. */
async function restOf(tenant: Db, place: { tenantId: string; orderId: string }): Promise<Rest> {
  const order = await requireOrder(tenant, place)
  const buyer = await tenant
    .selectFrom('account')
    .where('account_id', '=', order.account_id)
    .select('nick_name')
    .executeTakeFirst()
  const log = await tenant
    .selectFrom('pack_order_log')
    .where('tenant_id', '=', place.tenantId)
    .where('order_id', '=', place.orderId)
    .orderBy('log_id')
    .select(['at', 'who', 'verb', 'detail'])
    .execute()
  return {
    offerId: order.offer_id,
    versionNo: order.offer_version,
    months: order.months,
    buyerName: buyer?.nick_name ?? '',
    endTime: order.expires_at,
    packEndTime: order.pack_ends_at,
    voucherFault: order.voucher_fault,
    refundReason: order.refund_reason,
    refundFault: order.refund_fault,
    paymentArray: (await paymentsOf(tenant, order)).map((payment) => ({
      paymentNo: payment.payment_no,
      payChannel: payment.channel,
      fen: payment.fen,
      paymentState: payment.state,
      transactionNo: payment.transaction_no,
      createTime: payment.created_at,
      settleTime: payment.settled_at,
    })),
    invoiceState: await invoiceStateOf(tenant, order),
    logArray: log.map(({ at, who, verb, detail }) => ({ logTime: at, who, verb, detail })),
  }
}

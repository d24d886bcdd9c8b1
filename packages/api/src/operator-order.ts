import { keysOf } from '@moqi/domain/keys-of'
import { invoiceLifecycle } from '@moqi/domain/orders/invoice-lifecycle'
import { orderLifecycle } from '@moqi/domain/orders/order-lifecycle'
import { orderLogLabels } from '@moqi/domain/orders/order-log-verbs'
import { payChannels } from '@moqi/domain/orders/pay-channel'
import { payWays } from '@moqi/domain/orders/pay-way'
import { paymentLifecycle } from '@moqi/domain/orders/payment-lifecycle'
import { z } from 'zod'
import { callsUnder } from './call.ts'
import { id, time } from './shapes.ts'

const orderState = z.enum(orderLifecycle.states)
const payWay = z.enum(payWays)

const SoldOrder = z.object({
  orderId: id,
  orderNo: z.string(),
  tenantId: id,
  /** Whose it is: a company, or a person. */
  ownerName: z.string(),
  packName: z.string(),
  quantity: z.int(),
  /** Of the whole order, in 份 and 分. */
  copies: z.int(),
  fen: z.int(),
  orderState,
  payWay,
  createTime: time,
  payTime: time.nullable(),
  /** By what it was paid. */
  payThrough: z.string().nullable(),
})
/** An order as those who run the platform find it. */
export type SoldOrder = z.infer<typeof SoldOrder>

const SoldOrderDetail = SoldOrder.extend({
  offerId: id,
  /** Of the offer it was ordered as; null of orders that are older than versions. */
  versionNo: z.int().nullable(),
  months: z.int(),
  buyerName: z.string(),
  /** When it closes unpaid. */
  endTime: time,
  /** Until when the bought pack holds. */
  packEndTime: time.nullable(),
  voucherFault: z.string().nullable(),
  refundReason: z.string().nullable(),
  refundFault: z.string().nullable(),
  paymentArray: z.array(
    z.object({
      paymentNo: z.string(),
      payChannel: z.enum([...payChannels, 'transfer']),
      fen: z.int(),
      paymentState: z.enum(paymentLifecycle.states),
      /** As the cashier or the bank calls it. */
      transactionNo: z.string().nullable(),
      createTime: time,
      settleTime: time.nullable(),
    }),
  ),
  /** Of the invoice that holds it; null where none does. */
  invoiceState: z.enum(invoiceLifecycle.states).nullable(),
  logArray: z.array(
    z.object({ logTime: time, who: z.string(), verb: z.enum(keysOf(orderLogLabels)), detail: z.string().nullable() }),
  ),
})
/** One order with its payments and its log. */
export type SoldOrderDetail = z.infer<typeof SoldOrderDetail>

/** What orders are found by; `timeStart` and `timeEnd` are of the ordering, both included. */
export const orderFilter = {
  search: z.string().trim().max(100).optional(),
  orderState: orderState.optional(),
  payWay: payWay.optional(),
  timeStart: time.optional(),
  timeEnd: time.optional(),
}

/** Issue 18: what the platform sold, for those who run it (ADR 0075). Nothing of an order is changed here. */
export const operatorOrder = callsUnder('/operator/api', { access: 'operator' })({
  findOrders: {
    summary: '订单（最新的在前），按订单号或其后8位、买家名称或空间编号、状态、支付方式与下单时间查找',
    input: z.object({ ...orderFilter, cursor: z.string().max(200).optional() }),
    output: z.object({ orderArray: z.array(SoldOrder), nextCursor: z.string().nullable() }),
    refuses: ['request/invalid'],
  },
  getSoldOrder: {
    summary: '一个订单：付款、开票与订单日志（查看记入操作记录）',
    input: z.object({ orderId: id }),
    output: SoldOrderDetail,
    refuses: ['order/not-found'],
  },
})

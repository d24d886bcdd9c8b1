import { offerAudiences } from '@moqi/domain/orders/pack-offer'
import { orderLifecycle } from '@moqi/domain/orders/order-lifecycle'
import { orderLogLabels } from '@moqi/domain/orders/order-log-verbs'
import { payChannels, payForms } from '@moqi/domain/orders/pay-channel'
import { orderLimits, payWays } from '@moqi/domain/orders/pay-way'
import { keysOf } from '@moqi/domain/keys-of'
import { z } from 'zod'
import { callsUnder } from './call.ts'
import { flag, id, nothing, paging, reason, time } from './shapes.ts'

const orderIdOnly = z.object({ orderId: id })
const paymentNoOnly = z.object({ paymentNo: id })
const payWay = z.enum(payWays)
const payChannel = z.enum(payChannels)
const payForm = z.enum(payForms)
/** 分 */
const fen = z.int().positive()
/** 份 */
const copies = z.int()

/** A pack on offer: so many 份 for so many 分, held for so many months from when it is credited. */
export const Offer = z.object({
  offerId: id,
  /** Another after every change of it. */
  versionNo: z.int(),
  packName: z.string(),
  copies,
  fen,
  months: z.int(),
  audience: z.enum(offerAudiences),
})
export type Offer = z.infer<typeof Offer>

/** A pack that the space has: what was in it, what is left, until when it holds; null for ever. */
export const HeldPack = z.object({
  packId: id,
  packName: z.string(),
  total: copies,
  remaining: copies,
  getTime: time,
  endTime: time.nullable(),
})
export type HeldPack = z.infer<typeof HeldPack>

/** An order; `copies` and `fen` are of the whole, `endTime` is when it closes unpaid. */
export const Order = z.object({
  orderId: id,
  orderNo: z.string(),
  orderState: z.enum(orderLifecycle.states),
  packName: z.string(),
  quantity: z.int(),
  copies,
  months: z.int(),
  fen,
  payWay,
  createTime: time,
  endTime: time,
  payTime: time.nullable(),
  /** By what it was paid. */
  payThrough: z.string().nullable(),
  /** Until when the bought pack holds. */
  packEndTime: time.nullable(),
  /** Until when it may be given back, where it may. */
  refundUntil: time.nullable(),
  buyerName: z.string(),
})
export type Order = z.infer<typeof Order>

/** An order with what its page shows beside it. */
export const OrderDetail = Order.extend({
  spaceName: z.string(),
  /** Who takes money at once, in which forms, and what to say where it is no real money; where nobody does, why. */
  cashierArray: z.array(
    z.object({ channel: payChannel, label: z.string(), formArray: z.array(payForm), note: z.string().nullable() }),
  ),
  closedReason: z.string().nullable(),
  /** The account to transfer to; null where none are taken. `isDemo`: there is no such account. */
  payee: z
    .object({ payeeName: z.string(), bankName: z.string(), bankAccount: z.string(), note: z.string(), isDemo: flag })
    .nullable(),
  /** The voucher handed in last, and why it was refused. */
  voucher: z.object({ fileId: id, fileName: z.string() }).nullable(),
  voucherFault: z.string().nullable(),
  refundReason: z.string().nullable(),
  refundFault: z.string().nullable(),
  logArray: z.array(
    z.object({ logTime: time, who: z.string(), verb: z.enum(keysOf(orderLogLabels)), detail: z.string().nullable() }),
  ),
})
export type OrderDetail = z.infer<typeof OrderDetail>

const noOrder = ['order/not-found'] as const
const changes = ['order/not-found', 'order/changed'] as const

/** Checklist R37, C95: buying packs. An operator of a company is answered 403 (P2). */
export const order = callsUnder('/api/common/v1/order', { right: 'buy' })({
  listOffers: {
    summary: '可购买的套餐、现有份包与用量',
    output: z.object({
      offerArray: z.array(Offer),
      packArray: z.array(HeldPack),
      surplus: copies,
      /** 份 spent a month, by the last 90 days; 0 where nothing was sent. */
      monthlyUse: z.number(),
      /** Whether bank transfers are taken, and what takes money at once. */
      transfer: flag,
      cashierArray: z.array(z.string()),
    }),
  },
  createOrder: {
    summary: '提交订单（按所见价格，价格有变则拒绝）',
    mutates: true,
    input: z.object({
      offerId: id,
      quantity: z.int().min(1).max(orderLimits.quantity),
      /** The sum that was shown. */
      fen,
      /** The version that was shown: another is refused. */
      versionNo: z.int().optional(),
      payWay: payWay.default('online'),
    }),
    output: orderIdOnly,
    refuses: ['space/not-authenticated', 'order/offer-changed', 'order/too-many'],
  },
  getOrder: { summary: '订单详情', input: orderIdOnly, output: OrderDetail, refuses: noOrder },
  listOrders: {
    summary: '订单列表，新的在前',
    input: z.object({ orderState: z.enum(orderLifecycle.states).optional(), ...paging }),
    output: z.object({ orderArray: z.array(Order), nextCursor: z.string().nullable() }),
    refuses: ['request/invalid'],
  },
  setPayWay: {
    summary: '更换支付方式（待支付时）',
    mutates: true,
    input: z.object({ orderId: id, payWay }),
    output: nothing,
    refuses: [...changes, 'service/unavailable'],
  },
  openCashier: {
    summary: '在线支付：答收银台地址，或供手机扫的二维码',
    mutates: true,
    input: z.object({ orderId: id, channel: payChannel, form: payForm }),
    /** Of both, one. */
    output: z.object({ url: z.string().nullable(), qrcode: z.string().nullable(), paymentNo: id, endTime: time }),
    refuses: [...changes, 'service/unavailable'],
  },
  queryOrder: {
    summary: '我已付款，查询结果：向收银台查询并入账',
    input: orderIdOnly,
    output: z.object({ orderState: z.enum(orderLifecycle.states) }),
    refuses: [...noOrder, 'payment/forged', 'payment/not-found', 'service/unavailable'],
    limit: { count: 30, seconds: 60 },
  },
  cancelOrder: {
    summary: '取消订单（待支付时）',
    mutates: true,
    input: orderIdOnly,
    output: nothing,
    refuses: changes,
  },
  submitVoucher: {
    summary: '提交汇款凭证（先以 usage=voucher 上传）',
    mutates: true,
    input: z.object({ orderId: id, fileId: id }),
    output: nothing,
    refuses: [...changes, 'file/not-found', 'service/unavailable'],
  },
  requestRefund: {
    summary: '申请退款（到账7天内、从未使用）',
    mutates: true,
    input: z.object({ orderId: id, reason }),
    output: nothing,
    refuses: [...changes, 'order/not-refundable', 'field/invalid'],
  },
  getCashierBill: {
    summary: '演示收银台：付款单（不会真实扣款）',
    input: paymentNoOnly,
    output: z.object({
      paymentNo: id,
      orderId: id,
      orderNo: z.string(),
      title: z.string(),
      fen,
      payeeName: z.string(),
      paid: flag,
    }),
    refuses: ['payment/not-found', 'service/unavailable'],
  },
  payCashierBill: {
    summary: '演示收银台：模拟付款（不会真实扣款）',
    mutates: true,
    input: z.object({
      paymentNo: id,
      /** Paid and called back; paid and not called back; refused by the payer's bank. */
      outcome: z.enum(['paid', 'silent', 'refused']),
    }),
    output: z.object({ paid: flag }),
    refuses: ['payment/not-found', 'payment/closed', 'service/unavailable'],
  },
})

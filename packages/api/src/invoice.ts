import { keysOf } from '@moqi/domain/keys-of'
import { invoiceLimits } from '@moqi/domain/orders/invoice-amount'
import { invoiceLifecycle } from '@moqi/domain/orders/invoice-lifecycle'
import { invoiceLogLabels } from '@moqi/domain/orders/invoice-log-verbs'
import { invoiceKinds } from '@moqi/domain/orders/invoice-title'
import { z } from 'zod'
import { callsUnder } from './call.ts'
import { flag, id, isSo, nothing, paging, reason, time } from './shapes.ts'

const invoiceIdOnly = z.object({ invoiceId: id })
const titleIdOnly = z.object({ titleId: id })
/** 分 */
const fen = z.int().positive()
const invoiceType = z.enum(invoiceKinds)
const email = z.string().trim().max(200)
const text = z.string().max(200)

const titleFields = {
  titleType: z.enum(['person', 'company']),
  titleName: text,
  taxNo: text.default(''),
  address: text.default(''),
  phone: text.default(''),
  bankName: text.default(''),
  bankAccount: text.default(''),
}

/** Whom invoices of the space may be made out to; what is not said is empty. */
export const InvoiceTitle = z.object({ titleId: id, ...titleFields, isDefault: flag })
export type InvoiceTitle = z.infer<typeof InvoiceTitle>

/** An order of which something may be invoiced: `fen` is how much. */
export const InvoiceableOrder = z.object({
  orderId: id,
  orderNo: z.string(),
  packName: z.string(),
  quantity: z.int(),
  payTime: time,
  fen,
})
export type InvoiceableOrder = z.infer<typeof InvoiceableOrder>

/** An invoice in a list. */
export const Invoice = z.object({
  invoiceId: id,
  invoiceStatus: z.enum(invoiceLifecycle.states),
  invoiceType,
  titleName: z.string(),
  fen,
  orderNumber: z.int(),
  createTime: time,
  /** Of the tax office; null until it is issued. */
  invoiceNo: z.string().nullable(),
  /** Why it was not issued, or not reversed. */
  faultReason: z.string().nullable(),
})
export type Invoice = z.infer<typeof Invoice>

/** An invoice with all that its page shows. */
export const InvoiceDetail = Invoice.extend({
  ...titleFields,
  email: z.string(),
  issueTime: time.nullable(),
  redNo: z.string().nullable(),
  redTime: time.nullable(),
  redReason: z.string().nullable(),
  orderArray: z.array(z.object({ orderId: id, orderNo: z.string(), packName: z.string(), quantity: z.int(), fen })),
  /** Whether it may still be withdrawn. */
  withdrawable: flag,
  logArray: z.array(
    z.object({ logTime: time, who: z.string(), verb: z.enum(keysOf(invoiceLogLabels)), detail: z.string().nullable() }),
  ),
})
export type InvoiceDetail = z.infer<typeof InvoiceDetail>

const noInvoice = ['invoice/not-found'] as const
const changes = ['invoice/not-found', 'invoice/changed'] as const
const choosing = ['invoice-title/not-found', 'invoice/order-unfit', 'invoice/amount-changed', 'field/invalid'] as const

/** Checklist R40: invoices over what was paid, for who may buy. An operator of a company is answered 403 (P2). */
export const invoice = callsUnder('/api/common/v1/invoice', { right: 'buy' })({
  listInvoiceTitles: {
    summary: '发票抬头，默认的在前',
    output: z.object({ titleArray: z.array(InvoiceTitle) }),
  },
  saveInvoiceTitle: {
    summary: '新增或修改发票抬头（企业抬头校验税号）',
    mutates: true,
    input: z.object({ titleId: id.optional(), ...titleFields, isDefault: isSo.default(false) }),
    output: titleIdOnly,
    refuses: ['invoice-title/not-found', 'invoice-title/full', 'field/invalid'],
  },
  setDefaultInvoiceTitle: {
    summary: '设为默认发票抬头',
    mutates: true,
    input: titleIdOnly,
    output: nothing,
    refuses: ['invoice-title/not-found'],
  },
  listInvoiceableOrders: {
    summary: '可开票的订单与金额，新支付的在前',
    input: z.object(paging),
    output: z.object({
      orderArray: z.array(InvoiceableOrder),
      nextCursor: z.string().nullable(),
      /** What every invoice is labelled with; null where it is a real one. */
      label: z.string().nullable(),
    }),
    refuses: ['request/invalid'],
  },
  askInvoice: {
    summary: '申请发票：多个订单合开一张，金额为实付减已退',
    mutates: true,
    input: z.object({
      orderIdArray: z.array(id).min(1).max(invoiceLimits.orders),
      /** The sum that was shown. */
      fen,
      titleId: id,
      invoiceType,
      email,
    }),
    output: invoiceIdOnly,
    refuses: ['order/not-found', ...choosing],
  },
  askInvoiceAgain: {
    summary: '重新申请开票失败的发票（可更换抬头）',
    mutates: true,
    input: z.object({ invoiceId: id, titleId: id, invoiceType, email }),
    output: nothing,
    refuses: [...changes, ...choosing],
  },
  withdrawInvoice: {
    summary: '撤回尚未开具的开票申请',
    mutates: true,
    input: invoiceIdOnly,
    output: nothing,
    refuses: changes,
  },
  reverseInvoice: {
    summary: '申请红冲（整张），完成后订单可重新开票或退款',
    mutates: true,
    input: z.object({ invoiceId: id, reason }),
    output: nothing,
    refuses: [...changes, 'field/invalid'],
  },
  listInvoices: {
    summary: '发票列表，新的在前',
    input: z.object(paging),
    output: z.object({ invoiceArray: z.array(Invoice), nextCursor: z.string().nullable() }),
    refuses: ['request/invalid'],
  },
  getInvoice: { summary: '发票详情', input: invoiceIdOnly, output: InvoiceDetail, refuses: noInvoice },
  downloadInvoice: {
    method: 'GET',
    summary: '下载发票或红字发票（PDF）',
    kind: 'blob',
    input: z.object({ invoiceId: id, letter: z.enum(['blue', 'red']).default('blue') }),
    refuses: ['invoice/not-found', 'invoice/changed'],
  },
  removeInvoiceTitle: {
    summary: '删除发票抬头（已开的发票不受影响）',
    mutates: true,
    input: titleIdOnly,
    output: nothing,
    refuses: ['invoice-title/not-found'],
  },
})

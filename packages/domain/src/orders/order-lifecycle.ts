import { type LifecycleTable, stateAfter } from '../lifecycle-table.ts'

/** States of a package order (domain 5.9). */
export const orderStates = [
  'created',
  'voucherReview',
  'paid',
  'done',
  'cancelled',
  'closed',
  'refunding',
  'refunded',
] as const
export type OrderState = (typeof orderStates)[number]

/** Everything that may happen to an order; a refused voucher leads back to 待支付. */
export const orderEvents = [
  'pay',
  'cancel',
  'close',
  'submitVoucher',
  'voucherPassed',
  'voucherRejected',
  'credit',
  'requestRefund',
  'refund',
  'refuseRefund',
] as const
export type OrderEvent = (typeof orderEvents)[number]

/** Every legal move of an order (domain 5.9). */
export const orderLifecycle: LifecycleTable<OrderState, OrderEvent> = {
  created: { pay: 'paid', cancel: 'cancelled', close: 'closed', submitVoucher: 'voucherReview' },
  voucherReview: { voucherPassed: 'paid', voucherRejected: 'created' },
  paid: { credit: 'done' },
  done: { requestRefund: 'refunding' },
  cancelled: {},
  closed: {},
  refunding: { refund: 'refunded', refuseRefund: 'done' },
  refunded: {},
}

/** The order after `event`. Throws `contract/illegal-move` with `{ state, event }`. */
export const orderMoved = (state: OrderState, event: OrderEvent): OrderState => stateAfter(orderLifecycle, state, event)

/** How long an unpaid order stays open, in ms: online, and by bank transfer. */
export const orderOpenMs = { online: 30 * 60_000, transfer: 10 * 86_400_000 } as const

/** Days after crediting within which an unused package may be returned. */
export const refundDays = 7

/** States of the invoice of an order (domain 5.9). */
export const invoiceStates = ['none', 'applied', 'issued', 'failed', 'red'] as const
export type InvoiceState = (typeof invoiceStates)[number]

/** Everything that may happen to an invoice; `reverse` is 红冲. */
export const invoiceEvents = ['apply', 'issue', 'fail', 'reverse'] as const
export type InvoiceEvent = (typeof invoiceEvents)[number]

/** Every legal move of an invoice; one that failed may be applied for again. */
export const invoiceLifecycle: LifecycleTable<InvoiceState, InvoiceEvent> = {
  none: { apply: 'applied' },
  applied: { issue: 'issued', fail: 'failed' },
  issued: { reverse: 'red' },
  failed: { apply: 'applied' },
  red: {},
}

/** The invoice after `event`. Throws `contract/illegal-move` with `{ state, event }`. */
export const invoiceMoved = (state: InvoiceState, event: InvoiceEvent): InvoiceState =>
  stateAfter(invoiceLifecycle, state, event)

import { orderLifecycle, type OrderState } from './order-lifecycle.ts'
import { paymentLifecycle, type PaymentState } from './payment-lifecycle.ts'

/** An order as invoices see it: its price and its payments, in 分. */
export type InvoicedOrder = {
  readonly state: OrderState
  readonly fen: number
  readonly payments: readonly { readonly fen: number; readonly state: PaymentState }[]
}

/**
 * What may be invoiced of an order, in 分: what was received and not given back, never more than its price, and nothing
 * of one that is not credited or is being refunded.
 */
export function invoiceableFen({ state, fen, payments }: InvoicedOrder): number {
  if (!orderLifecycle.can(state, 'requestRefund')) return 0
  const kept = payments.filter((payment) => paymentLifecycle.can(payment.state, 'giveBack'))
  return Math.min(
    fen,
    kept.reduce((sum, payment) => sum + payment.fen, 0),
  )
}

/** The tax on modern services, in percent (财税〔2016〕36号). */
export const taxPercent = 6

/** An amount that includes tax, in 分, as price and tax, which add up to it exactly. */
export function splitTax(fen: number): { price: number; tax: number } {
  const price = Math.round((fen * 100) / (100 + taxPercent))
  return { price, tax: fen - price }
}

/** Orders in one invoice, and titles of one space, at most. */
export const invoiceLimits = { orders: 30, titles: 20 } as const

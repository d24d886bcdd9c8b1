import { dayMs } from '../time/civil-date.ts'

/** How an order is paid: at a cashier at once, or by bank transfer with a voucher (对公转账). */
export const payWays = ['online', 'transfer'] as const
/** One of them. */
export type PayWay = (typeof payWays)[number]

/** Ways to pay as pages name them. */
export const payWayLabels: Readonly<Record<PayWay, string>> = { online: '在线支付', transfer: '对公转账' }

/** How long an order waits to be paid, ms (domain 5.9). */
export const payWithinMs: Readonly<Record<PayWay, number>> = { online: 30 * 60_000, transfer: 10 * dayMs }

/** Packs of one kind in one order, and orders of a space that wait to be paid, at most. */
export const orderLimits = { quantity: 99, waiting: 10 } as const

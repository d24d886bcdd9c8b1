import { dayMs } from '../time/civil-date.ts'

/** How long after it was credited an unused pack may be given back, ms (domain 5.9). */
const refundWithinMs = 7 * dayMs

/** What a refund depends on: when the order was credited, whether anything was ever sent from its pack. */
export type RefundFacts = { readonly paidAt: number | null; readonly used: boolean }

/** The last moment to ask for a refund, ms. */
export const refundUntil = (paidAt: number): number => paidAt + refundWithinMs

/** Why a credited order cannot be refunded, as a person reads it; null when it can. */
export function refundFault({ paidAt, used }: RefundFacts, now: number): string | null {
  if (paidAt === null) return '订单还没有支付，无需退款'
  if (used) return '套餐已使用过，不能退款'
  return now <= refundUntil(paidAt) ? null : '到账已超过7天，不能退款，如有疑问请联系客服'
}

import type { OrderState } from '@moqi/domain/orders/order-lifecycle'
import type { Tone } from '../../ui/tag.tsx'

/** The tone of each state of an order beside its word. */
export const orderTones: Readonly<Record<OrderState, Tone>> = {
  created: 'ochre',
  voucherReview: 'blue',
  paid: 'blue',
  done: 'green',
  cancelled: 'void',
  closed: 'void',
  refunding: 'ochre',
  refunded: 'void',
}

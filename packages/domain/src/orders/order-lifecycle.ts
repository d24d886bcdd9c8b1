import { lifecycle, type StateOf } from '../lifecycle.ts'

/** A package order (domain 5.9); a refused voucher leads back to 待支付. */
export const orderLifecycle = lifecycle({
  refusal: 'order/changed',
  initial: 'created',
  table: {
    created: { pay: 'paid', cancel: 'cancelled', close: 'closed', submitVoucher: 'voucherReview' },
    voucherReview: { voucherPassed: 'paid', voucherRejected: 'created' },
    paid: { credit: 'done' },
    done: { requestRefund: 'refunding' },
    cancelled: {},
    closed: {},
    refunding: { refund: 'refunded', refuseRefund: 'done' },
    refunded: {},
  },
})
/** A state of an order. */
export type OrderState = StateOf<typeof orderLifecycle>

import { lifecycle, type StateOf } from '../lifecycle.ts'

/**
 * Money for an order: received for one that waits for it, or too late for one that is over and so given back
 * (`receiveLate`); what the payee's bank or cashier will not give back stays received.
 */
export const paymentLifecycle = lifecycle({
  refusal: 'order/changed',
  initial: 'pending',
  table: {
    pending: { receive: 'received', receiveLate: 'returning' },
    received: { giveBack: 'returning' },
    returning: { arrive: 'returned', fail: 'received' },
    returned: {},
  },
})
/** A state of a payment. */
export type PaymentState = StateOf<typeof paymentLifecycle>

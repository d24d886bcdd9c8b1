import { lifecycle, type StateOf } from '../lifecycle.ts'

/** The invoice of an order (domain 5.9); one that failed may be applied for again, `reverse` is 红冲. */
export const invoiceLifecycle = lifecycle({
  refusal: 'invoice/changed',
  initial: 'none',
  table: {
    none: { apply: 'applied' },
    applied: { issue: 'issued', fail: 'failed' },
    issued: { reverse: 'red' },
    failed: { apply: 'applied' },
    red: {},
  },
})
/** A state of an invoice. */
export type InvoiceState = StateOf<typeof invoiceLifecycle>

import { lifecycle, type StateOf } from '../lifecycle.ts'

/**
 * The invoice of orders (domain 5.9): nothing before it is asked for; one that failed may be asked for again, one that
 * nobody has issued yet be withdrawn; `reverse` is 红冲, which whoever issues invoices may refuse.
 */
export const invoiceLifecycle = lifecycle({
  refusal: 'invoice/changed',
  initial: 'none',
  table: {
    none: { apply: 'applied' },
    applied: { issue: 'issued', fail: 'failed', withdraw: 'withdrawn' },
    issued: { askReversal: 'reversing' },
    reversing: { reverse: 'red', refuseReversal: 'issued' },
    failed: { apply: 'applied' },
    withdrawn: {},
    red: {},
  },
})
/** A state of an invoice. */
export type InvoiceState = StateOf<typeof invoiceLifecycle>

/** Whether an invoice in that state holds its orders: no other may be asked for, and none of them is refunded. */
export const holdsOrders = (state: InvoiceState): boolean =>
  invoiceLifecycle.can(state, 'issue') || invoiceLifecycle.can(state, 'askReversal') || awaitsRedLetter(state)

/** Whether a red letter has been asked for and is not there yet. */
export const awaitsRedLetter = (state: InvoiceState): boolean => invoiceLifecycle.can(state, 'reverse')

/** Why an order in an invoice of that state is not refunded, as a person reads it; null when it may be. */
export function invoicedFault(state: InvoiceState): string | null {
  if (!holdsOrders(state)) return null
  if (awaitsRedLetter(state)) return '订单的发票正在红冲，请在红冲完成后再申请退款'
  return invoiceLifecycle.can(state, 'askReversal')
    ? '订单已开票，请先在账单的发票中申请红冲，红冲完成后再申请退款'
    : '订单正在开票，请先在账单的发票中撤回申请，或待开票后申请红冲，再申请退款'
}

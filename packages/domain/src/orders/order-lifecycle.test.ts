import { expect, test } from 'vitest'
import { everyPair, outcomeOf } from '../outcome-of.ts'
import { invoiceEvents, invoiceMoved, invoiceStates, orderEvents, orderMoved, orderStates } from './order-lifecycle.ts'

// Written from domain 5.9.
const orders = everyPair(orderStates, orderEvents, {
  'created pay': 'paid',
  'created cancel': 'cancelled',
  'created close': 'closed',
  'created submitVoucher': 'voucherReview',
  'voucherReview voucherPassed': 'paid',
  'voucherReview voucherRejected': 'created',
  'paid credit': 'done',
  'done requestRefund': 'refunding',
  'refunding refund': 'refunded',
  'refunding refuseRefund': 'done',
})
const invoices = everyPair(invoiceStates, invoiceEvents, {
  'none apply': 'applied',
  'applied issue': 'issued',
  'applied fail': 'failed',
  'failed apply': 'applied',
  'issued reverse': 'red',
})

test.each(orders)('an order that is $state answers $event with $outcome', ({ state, event, outcome }) => {
  expect(outcomeOf(() => orderMoved(state, event))).toBe(outcome)
})

test.each(invoices)('an invoice that is $state answers $event with $outcome', ({ state, event, outcome }) => {
  expect(outcomeOf(() => invoiceMoved(state, event))).toBe(outcome)
})

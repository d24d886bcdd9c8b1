import { expect, test } from 'vitest'
import { everyMove, expectedMoves } from '../testing/every-move.ts'
import { holdsOrders, invoicedFault, invoiceLifecycle } from './invoice-lifecycle.ts'

// Written from domain 5.9, not from the table.
test('an invoice moves as the domain says and no other way', () => {
  const expected = expectedMoves(invoiceLifecycle, 'invoice/changed', {
    'none apply': 'applied',
    'applied issue': 'issued',
    'applied fail': 'failed',
    'applied withdraw': 'withdrawn',
    'failed apply': 'applied',
    'issued askReversal': 'reversing',
    'reversing reverse': 'red',
    'reversing refuseReversal': 'issued',
  })
  expect(everyMove(invoiceLifecycle)).toEqual(expected)
})

test('orders are held from the asking to the red letter, and are not refunded while they are', () => {
  expect(invoiceLifecycle.states.filter(holdsOrders)).toEqual(['applied', 'issued', 'reversing'])
  for (const state of invoiceLifecycle.states) expect(invoicedFault(state) !== null).toBe(holdsOrders(state))
})

import { expect, test } from 'vitest'
import { everyMove, expectedMoves } from '../testing/every-move.ts'
import { invoiceLifecycle } from './invoice-lifecycle.ts'

// Written from domain 5.9, not from the table.
test('an invoice moves as the domain says and no other way', () => {
  const expected = expectedMoves(invoiceLifecycle, 'invoice/changed', {
    'none apply': 'applied',
    'applied issue': 'issued',
    'applied fail': 'failed',
    'failed apply': 'applied',
    'issued reverse': 'red',
  })
  expect(everyMove(invoiceLifecycle)).toEqual(expected)
})

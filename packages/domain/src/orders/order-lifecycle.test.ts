import { expect, test } from 'vitest'
import { everyMove, expectedMoves } from '../testing/every-move.ts'
import { orderLifecycle } from './order-lifecycle.ts'

// Written from domain 5.9, not from the table.
test('an order moves as the domain says and no other way', () => {
  const expected = expectedMoves(orderLifecycle, 'order/changed', {
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
  expect(everyMove(orderLifecycle)).toEqual(expected)
})

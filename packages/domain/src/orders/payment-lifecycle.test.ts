import { expect, test } from 'vitest'
import { everyMove, expectedMoves } from '../testing/every-move.ts'
import { paymentLifecycle } from './payment-lifecycle.ts'

test('money comes in once and goes back once', () => {
  const expected = expectedMoves(paymentLifecycle, 'order/changed', {
    'pending receive': 'received',
    'pending receiveLate': 'returning',
    'received giveBack': 'returning',
    'returning arrive': 'returned',
    'returning fail': 'received',
  })
  expect(everyMove(paymentLifecycle)).toEqual(expected)
})

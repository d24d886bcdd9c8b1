import { expect, test } from 'vitest'
import { everyMove, expectedMoves } from '../testing/every-move.ts'
import { invitationLifecycle } from './invitation-lifecycle.ts'

// Written from domain 5.7.
test('an invitation is answered, taken back or over once', () => {
  const expected = expectedMoves(invitationLifecycle, 'invitation/changed', {
    'invited accept': 'accepted',
    'invited decline': 'declined',
    'invited expire': 'expired',
    'invited cancel': 'cancelled',
  })
  expect(everyMove(invitationLifecycle)).toEqual(expected)
})

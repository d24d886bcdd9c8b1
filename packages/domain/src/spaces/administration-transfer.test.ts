import { expect, test } from 'vitest'
import { everyMove, expectedMoves } from '../testing/every-move.ts'
import { administrationTransfer } from './administration-transfer.ts'

// Written from domain 5.7.
test('an administrator transfer moves as the domain says and no other way', () => {
  const expected = expectedMoves(administrationTransfer, 'transfer/not-found', {
    'requested accept': 'accepted',
    'requested decline': 'declined',
    'requested cancel': 'cancelled',
    'accepted confirm': 'effective',
    'accepted cancel': 'cancelled',
  })
  expect(everyMove(administrationTransfer)).toEqual(expected)
})

import { expect, test } from 'vitest'
import { everyMove, expectedMoves } from '../testing/every-move.ts'
import { grantLifecycle } from './grant-lifecycle.ts'

// Written from domain 5.8.
test('a seal authorisation moves as the domain says and no other way', () => {
  const expected = expectedMoves(grantLifecycle, 'seal/grant-changed', {
    'waitSign sign': 'waitEffective',
    'waitSign revoke': 'revoked',
    'waitEffective begin': 'effective',
    'waitEffective revoke': 'revoked',
    'effective expire': 'expired',
    'effective revoke': 'revoked',
  })
  expect(everyMove(grantLifecycle)).toEqual(expected)
})

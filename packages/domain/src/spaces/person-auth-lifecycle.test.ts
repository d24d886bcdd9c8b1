import { expect, test } from 'vitest'
import { everyMove, expectedMoves } from '../testing/every-move.ts'
import { personAuthLifecycle } from './person-auth-lifecycle.ts'

// Written from domain 5.6, row by row.
test('the authentication of a personal space moves as the domain says and no other way', () => {
  const expected = expectedMoves(personAuthLifecycle, 'identity/changed', {
    'notAuth submit': 'inPersonAuth',
    'rejectPersonAuth submit': 'inPersonAuth',
    'inPersonAuth personPassed': 'passAuth',
    'inPersonAuth personFailed': 'rejectPersonAuth',
    'passAuth changeInfo': 'passAuth',
    'passAuth lapse': 'notAuth',
  })
  expect(everyMove(personAuthLifecycle)).toEqual(expected)
})

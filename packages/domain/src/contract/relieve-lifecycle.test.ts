import { expect, test } from 'vitest'
import { everyMove, expectedMoves } from '../testing/every-move.ts'
import { relieveLifecycle } from './relieve-lifecycle.ts'

// Written from domain 5.1, rows 11–13.
test('voiding is under way from the sending of the agreement to its end', () => {
  const expected = expectedMoves(relieveLifecycle, 'contract/illegal-move', {
    'none void': 'none',
    'none relieveSent': 'relieving',
    'relieving relieveFinished': 'none',
    'relieving relieveClosed': 'none',
  })
  expect(everyMove(relieveLifecycle)).toEqual(expected)
})

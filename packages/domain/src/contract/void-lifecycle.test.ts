import { expect, test } from 'vitest'
import { everyMove, expectedMoves } from '../testing/every-move.ts'
import { voidLifecycle } from './void-lifecycle.ts'

// Written from domain 5.1, rows 11–13.
test('voiding is under way from the sending of the agreement to its end', () => {
  const expected = expectedMoves(voidLifecycle, 'contract/illegal-move', {
    'none void': 'none',
    'none voidSent': 'voiding',
    'voiding voidFinished': 'none',
    'voiding voidClosed': 'none',
  })
  expect(everyMove(voidLifecycle)).toEqual(expected)
})

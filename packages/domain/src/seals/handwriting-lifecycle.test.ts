import { expect, test } from 'vitest'
import { everyMove, expectedMoves } from '../testing/every-move.ts'
import { handwritingLifecycle } from './handwriting-lifecycle.ts'

// Written from checklist S24.
test('a signature asked of a phone is submitted once or expires, and moves no other way', () => {
  const expected = expectedMoves(handwritingLifecycle, 'handwriting/changed', {
    'waiting scan': 'scanned',
    'waiting submit': 'submitted',
    'waiting expire': 'expired',
    'scanned scan': 'scanned',
    'scanned submit': 'submitted',
    'scanned expire': 'expired',
  })
  expect(everyMove(handwritingLifecycle)).toEqual(expected)
})

import { expect, test } from 'vitest'
import { everyMove, expectedMoves } from '../testing/every-move.ts'
import { reportLifecycle } from './report-lifecycle.ts'

test('a report is decided once, one way or the other', () => {
  const expected = expectedMoves(reportLifecycle, 'report/changed', {
    'open uphold': 'upheld',
    'open dismiss': 'dismissed',
  })
  expect(everyMove(reportLifecycle)).toEqual(expected)
})

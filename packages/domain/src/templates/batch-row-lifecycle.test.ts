import { expect, test } from 'vitest'
import { everyMove, expectedMoves } from '../testing/every-move.ts'
import { batchRowLifecycle } from './batch-row-lifecycle.ts'

test('what was sent is not sent again, what failed may be', () => {
  const expected = expectedMoves(batchRowLifecycle, 'batch/changed', {
    'listed take': 'waiting',
    'waiting send': 'done',
    'waiting fail': 'failed',
    'failed retry': 'waiting',
  })
  expect(everyMove(batchRowLifecycle)).toEqual(expected)
})

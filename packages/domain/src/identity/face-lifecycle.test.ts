import { expect, test } from 'vitest'
import { everyMove, expectedMoves } from '../testing/every-move.ts'
import { faceLifecycle } from './face-lifecycle.ts'

test('a face verification is scanned, begun, and ends once; only one that failed begins again', () => {
  const expected = expectedMoves(faceLifecycle, 'face/changed', {
    'waiting scan': 'scanned',
    'waiting expire': 'expired',
    'waiting cancel': 'cancelled',
    'scanned scan': 'scanned',
    'scanned begin': 'running',
    'scanned expire': 'expired',
    'scanned cancel': 'cancelled',
    'running scan': 'running',
    'running pass': 'passed',
    'running fail': 'failed',
    'running expire': 'expired',
    'running cancel': 'cancelled',
    'failed scan': 'failed',
    'failed begin': 'running',
    'failed cancel': 'cancelled',
  })
  expect(everyMove(faceLifecycle)).toEqual(expected)
})

import { expect, test } from 'vitest'
import { everyMove, expectedMoves } from '../testing/every-move.ts'
import { appealLifecycle, grantObstacle, objectionEnd } from './appeal-lifecycle.ts'

test('an appeal is objected to once, and ends once, in one of three ways', () => {
  const expected = expectedMoves(appealLifecycle, 'appeal/changed', {
    'open object': 'objected',
    'open grant': 'granted',
    'open refuse': 'refused',
    'open withdraw': 'withdrawn',
    'objected grant': 'granted',
    'objected refuse': 'refused',
    'objected withdraw': 'withdrawn',
  })
  expect(everyMove(appealLifecycle)).toEqual(expected)
})

const until = objectionEnd(0)

test.each([
  ['open', until - 1, 'early'],
  ['open', until, null],
  ['objected', 1, null],
  ['objected', until, null],
] as const)(
  'an appeal that is %s at %d ms is granted unless somebody may still object (%s)',
  (state, now, obstacle) => {
    expect(grantObstacle(state, { until, now })).toBe(obstacle)
  },
)

test('three days are for objecting', () => {
  expect(until).toBe(3 * 24 * 3_600_000)
})

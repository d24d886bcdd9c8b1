import { expect, test } from 'vitest'
import { dayMs } from '../time/civil-date.ts'
import { becameLow, endingDays } from './quota-warning.ts'

test.each([
  [11, 10, 100, true],
  [10, 9, 100, false],
  [6, 5, 100, true],
  [5, 4, 100, false],
  [1, 0, 100, true],
  [6, 5, 8, true],
  [5, 4, 5, false],
  [51, 50, 500, true],
  [100, 99, 100, false],
])('from %i to %i of %i: told %s', (before, after, given, told) => {
  expect(becameLow(before, after, given)).toBe(told)
})

const pack = { givenAt: 0, expiresAt: 365 * dayMs }

test.each([
  [334 * dayMs, null],
  [335 * dayMs, 30],
  [357 * dayMs, 30],
  [358 * dayMs, 7],
  [365 * dayMs - 1, 7],
  [365 * dayMs, null],
])('at %i a pack of a year is told of %s days before its end', (now, days) => {
  expect(endingDays(pack, now)).toBe(days)
})

test('a pack given for a fortnight is told of a week before its end alone', () => {
  const short = { givenAt: 0, expiresAt: 14 * dayMs }
  expect([endingDays(short, 1), endingDays(short, 7 * dayMs)]).toEqual([null, 7])
})

import { expect, test } from 'vitest'
import { dayMs } from '../time/civil-date.ts'
import { hasPhone, isDormant, leftPhone } from './dormancy.ts'

test.each([
  [0, false],
  [90 * dayMs - 1, false],
  [90 * dayMs, true],
  [400 * dayMs, true],
])('an account unused for %d ms is dormant: %s', (unusedMs, dormant) => {
  expect(isDormant(1_000, 1_000 + unusedMs)).toBe(dormant)
})

test('a number that was left is no phone', () => {
  expect([hasPhone(leftPhone('a1')), hasPhone('closed a1'), hasPhone('13800000001')]).toEqual([false, false, true])
})

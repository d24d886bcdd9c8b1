import { expect, test } from 'vitest'
import { renewalDelay } from './renew-archive.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

test.each([
  ['years', 3650 * dayMs, 3560 * dayMs],
  ['100 days', 100 * dayMs, 50 * dayMs],
  ['a day', dayMs, 12 * hourMs],
  ['two hours', 2 * hourMs, hourMs],
  ['ten minutes', 10 * minuteMs, 5 * minuteMs],
])('an archive that holds for %s is renewed before its end', (_, left, wait) => {
  expect(renewalDelay(left)).toBe(wait)
})

test.each([0, -1, -dayMs, minuteMs])('where nothing is left to gain (%d ms) the authority is asked daily', (left) => {
  expect(renewalDelay(left)).toBe(dayMs)
})

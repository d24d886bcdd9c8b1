import { expect, test } from 'vitest'
import { monthsBetween } from './months.ts'

const at = (text: string) => Date.parse(`${text}+08:00`)

test.each([
  ['2026-11-20T10:00:00', '2027-02-01T00:00:00', ['2026-11', '2026-12', '2027-01']],
  ['2026-11-20T10:00:00', '2027-02-01T00:00:01', ['2026-11', '2026-12', '2027-01', '2027-02']],
  ['2026-01-01T00:00:00', '2026-01-01T00:00:00.001', ['2026-01']],
])('the months of Shanghai from %s to %s', (from, to, months) => {
  expect(monthsBetween(at(from), at(to))).toEqual(months)
})

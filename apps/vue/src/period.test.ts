import { expect, test } from 'vitest'
import { type Period, spanOf, spanText } from './period.ts'

const at = (text: string) => Date.parse(`${text}+08:00`)

test.each<[Period, string, string]>([
  ['days30', '2026-03-12T09:00:00', '2026-02-11 至 2026-03-12'],
  ['months12', '2026-03-12T09:00:00', '2025-04-01 至 2026-03-12'],
  ['months12', '2026-12-31T23:59:59', '2026-01-01 至 2026-12-31'],
  ['thisYear', '2026-03-12T00:00:00', '2026-01-01 至 2026-03-12'],
])('%s at %s is %s', (period, now, text) => {
  expect(spanText(spanOf(period, at(now)))).toBe(text)
})

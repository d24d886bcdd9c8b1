import { expect, test } from 'vitest'
import { dateOf, dayOf, dayTyped } from './day-text.ts'

test('a day may be typed as people write it', () => {
  for (const text of ['2026-12-09', '2026-12-9', '2026/12/9', '2026.12.09', '20261209', ' 2026年12月9日 '])
    expect(dayTyped(text)).toBe('2026-12-09')
})

test('what is no day, or not yet one, is none', () => {
  for (const text of ['', '2026', '2026-1', '2026-02-30', '2025-02-29', '20261', '12/29/2026', '2026-13-01', '明天'])
    expect(dayTyped(text)).toBeNull()
})

test('a day keeps its name on its way through the calendar', () => {
  const date = dateOf('2024-02-29')
  expect(date && dayOf(date)).toBe('2024-02-29')
  expect(dateOf('')).toBeUndefined()
})

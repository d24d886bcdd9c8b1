import { expect, test } from 'vitest'
import { deadlineDay, deadlineOf } from './deadline.ts'

test('a day means 23:59:59 in Beijing', () => {
  expect(deadlineOf('2026-04-11')).toBe(Date.UTC(2026, 3, 11, 15, 59, 59))
})

test('a deadline is shown as its day in Beijing', () => {
  expect(deadlineDay(Date.UTC(2026, 3, 11, 15, 59, 59))).toBe('2026-04-11')
  expect(deadlineDay(Date.UTC(2026, 3, 11, 16, 0, 0))).toBe('2026-04-12')
})

test('no day and no deadline are each other', () => {
  expect([deadlineOf(''), deadlineOf('2026-02-30'), deadlineDay(null)]).toEqual([null, null, ''])
})

test('showing and reading agree', () => {
  expect(deadlineDay(deadlineOf('2026-12-31'))).toBe('2026-12-31')
})

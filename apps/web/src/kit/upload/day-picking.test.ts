import dayjs from 'dayjs'
import { expect, test } from 'vitest'
import { dayOfPicked, pickedDay } from './day-picking.ts'

test('a picked day means 23:59:59 in Beijing, whatever the zone of the browser', () => {
  expect(dayOfPicked(dayjs(new Date(2026, 3, 11, 3)))).toBe(Date.UTC(2026, 3, 11, 15, 59, 59))
  expect(dayOfPicked(null)).toBeNull()
})

test('a time is shown as its day in Beijing', () => {
  expect(pickedDay(Date.UTC(2026, 3, 11, 15, 59, 59))?.format('YYYY-MM-DD')).toBe('2026-04-11')
  expect(pickedDay(Date.UTC(2026, 3, 11, 16, 0, 0))?.format('YYYY-MM-DD')).toBe('2026-04-12')
  expect(pickedDay(null)).toBeNull()
})

test('showing and picking agree', () => {
  const time = Date.UTC(2026, 11, 31, 15, 59, 59)
  expect(dayOfPicked(pickedDay(time))).toBe(time)
})

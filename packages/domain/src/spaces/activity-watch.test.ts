import { expect, test } from 'vitest'
import { dayMs, hourMs } from '../time/civil-date.ts'
import { activityInWords, hourOfDay, isUnusualHour, isUnusualNumber } from './activity-watch.ts'

// 10:00 in Beijing.
const ten = Date.UTC(2026, 10, 20, 2)
const mornings = [1, 2, 3, 4, 5].flatMap((days) => [ten - days * dayMs, ten - days * dayMs + hourMs])

test('an hour is unusual for whoever has signed in often, and never near it', () => {
  const night = ten + 13 * hourMs
  expect(hourOfDay(night)).toBe(23)
  expect(isUnusualHour(night, mornings)).toBe(true)
  expect(isUnusualHour(ten + 3 * hourMs, mornings)).toBe(false)
  expect(isUnusualHour(ten + 4 * hourMs, mornings)).toBe(true)
})

test('nothing is unusual for whoever has signed in seldom, on few days or long ago', () => {
  const night = ten + 13 * hourMs
  expect(isUnusualHour(night, mornings.slice(1))).toBe(false)
  expect(
    isUnusualHour(
      night,
      Array.from({ length: 20 }, () => ten - dayMs),
    ),
  ).toBe(false)
  expect(
    isUnusualHour(
      night,
      mornings.map((at) => at - 30 * dayMs),
    ),
  ).toBe(false)
})

test('hours go round midnight', () => {
  const late = mornings.map((at) => at + 13 * hourMs)
  expect(isUnusualHour(ten + 15 * hourMs, late)).toBe(false)
  expect(isUnusualHour(ten + 18 * hourMs, late)).toBe(true)
})

test('a number is unusual beyond twenty, and beyond three times the busiest day', () => {
  expect([20, 21].map((today) => isUnusualNumber(today, 0))).toEqual([false, true])
  expect([30, 31].map((today) => isUnusualNumber(today, 10))).toEqual([false, true])
})

test('whoever is told reads beside what it is unusual', () => {
  expect(activityInWords('downloads', { number: 46, usual: 8 })).toBe('今天下载合同46份，近30天每天不超过8份')
  expect(activityInWords('signings', { number: 31, usual: 0 })).toBe('今天签署31份，近30天每天不超过0份')
  expect(activityInWords('hours', { number: 23, usual: 0 })).toBe(
    '在不常登录的时间登录（23时，近30天从未在此前后2小时内登录）',
  )
})

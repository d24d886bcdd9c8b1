import { expect, test } from 'vitest'
import { civilDateOf, daysInMonth, daysSinceEpoch, isCivilDate, shanghaiDate } from './civil-date.ts'
import { formatCivilDate } from './date-control.ts'
import { formatDate, parseTime } from './format-date.ts'

test('days are counted as the calendar of the runtime counts them, from 1600 to 2400', () => {
  for (let days = -135_000; days < 157_000; days += 17) {
    const at = new Date(days * 86_400_000)
    const date = { year: at.getUTCFullYear(), month: at.getUTCMonth() + 1, day: at.getUTCDate() }
    expect(civilDateOf(days)).toEqual(date)
    expect(daysSinceEpoch(date)).toBe(days)
  }
})

test('February has 29 days in 2000 and 2024, 28 in 1900 and 2026', () => {
  expect([2000, 2024, 1900, 2026].map((year) => daysInMonth(year, 2))).toEqual([29, 29, 28, 28])
  expect(isCivilDate({ year: 2026, month: 13, day: 1 })).toBe(false)
})

// 2026-01-20T00:30:05Z, a Tuesday
const at = 1_768_869_005_000

test.each([
  [at, '2026-01-20 08:30:05'],
  [at / 1000, '2026-01-20 08:30:05'],
  [String(at), '2026-01-20 08:30:05'],
  [String(at / 1000), '2026-01-20 08:30:05'],
  [new Date(at), '2026-01-20 08:30:05'],
  ['2026-01-20T00:30:05.000Z', '2026-01-20 08:30:05'],
  ['2026-01-20T00:30:05-0300', '2026-01-20 11:30:05'],
  ['2026-01-20 08:30:05', '2026-01-20 08:30:05'],
  ['2026/1/20', '2026-01-20 00:00:00'],
  [0, '1970-01-01 08:00:00'],
  [-1, '1970-01-01 07:59:59'],
  ['', ''],
  [null, ''],
  [undefined, ''],
  ['2026-02-30', ''],
  ['soon', ''],
  [Number.NaN, ''],
])('%o is shown as "%s" in Shanghai', (input, text) => {
  expect(formatDate(input)).toBe(text)
})

test('a pattern places every token and leaves other text alone', () => {
  expect(formatDate(at, '{y}年{m}月{d}日 星期{a} {h}:{i}:{s} {x}')).toBe('2026年01月20日 星期二 08:30:05 {x}')
})

test('each weekday has its Chinese name', () => {
  const week = [18, 19, 20, 21, 22, 23, 24].map((day) => formatDate(`2026-01-${day}`, '{a}'))
  expect(week.join('')).toBe('日一二三四五六')
  expect(formatDate('1969-12-31', '{a}')).toBe('三')
})

test('a day begins at midnight in Shanghai', () => {
  expect(shanghaiDate(Date.parse('2026-01-20T16:00:00Z'))).toEqual({ year: 2026, month: 1, day: 21 })
})

test('fractions of a second are read as ms', () => {
  expect(parseTime('2026-01-20T00:30:05.5Z')).toBe(at + 500)
})

test.each([
  ['yyyy年m月d日', '2026年1月20日'],
  ['yyyy m d', '2026 1 20'],
  ['yyyy/m/d', '2026/1/20'],
  ['yyyy-m-d', '2026-1-20'],
  ['yyyy.m.d', '2026.1.20'],
  ['中文日期', '二〇二六年一月二十日'],
] as const)('the date control writes %s as %s', (format, text) => {
  expect(formatCivilDate({ year: 2026, month: 1, day: 20 }, format)).toBe(text)
})

test.each([
  [10, 1, '二〇二六年十月一日'],
  [11, 10, '二〇二六年十一月十日'],
  [12, 31, '二〇二六年十二月三十一日'],
  [2, 19, '二〇二六年二月十九日'],
])('month %i day %i is written %s', (month, day, text) => {
  expect(formatCivilDate({ year: 2026, month, day }, '中文日期')).toBe(text)
})

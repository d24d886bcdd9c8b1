import { expect, test } from 'vitest'
import {
  type FilingTerm,
  dayAt,
  dayWritten,
  monthsLater,
  nextTermDay,
  readDay,
  reminderDays,
  renewedTerm,
  termFault,
  termView,
} from './filing-term.ts'

const noTerm: FilingTerm = { beginDay: null, endDay: null, renewMonths: 0, noticeDays: 0 }
const day = (text: string) => readDay(text) ?? Number.NaN
const term = (from: string, to: string, rest: Partial<FilingTerm> = {}): FilingTerm => ({
  ...noTerm,
  beginDay: day(from),
  endDay: day(to),
  ...rest,
})

test('days are read as people write them, and no others', () => {
  for (const text of ['2026-04-01', '2026/4/1', '2026.4.1', '2026年4月1日']) {
    expect(dayWritten(day(text))).toBe('2026-04-01')
  }
  expect(['2026-02-30', '04-01', '明天', ''].map(readDay)).toEqual([null, null, null, null])
  expect(dayWritten(dayAt(Date.parse('2026-03-31T23:59:59+08:00')))).toBe('2026-03-31')
  expect(dayWritten(dayAt(Date.parse('2026-04-01T00:00:00+08:00')))).toBe('2026-04-01')
})

test('months later ends with the month', () => {
  expect(dayWritten(monthsLater(day('2028-01-31'), 1))).toBe('2028-02-29')
  expect(dayWritten(monthsLater(day('2026-11-30'), 15))).toBe('2028-02-29')
})

const written = (one: FilingTerm) => reminderDays(one).map(dayWritten)

test('one is reminded thirty and seven days before, and when notice must be given', () => {
  expect(written(term('2025-01-01', '2026-03-31'))).toEqual(['2026-03-01', '2026-03-24'])
  const renewing = term('2025-01-01', '2026-03-31', { renewMonths: 12, noticeDays: 60 })
  expect(written(renewing)).toEqual(['2026-01-30', '2026-03-01', '2026-03-24'])
  expect(written(noTerm)).toEqual([])
})

test('the next day is the next reminder, then the renewal, then none', () => {
  const renewing = term('2025-01-01', '2026-03-31', { renewMonths: 12, noticeDays: 30 })
  const next = (from: string) => nextTermDay(renewing, day(from))
  expect([next('2025-06-01'), next('2026-03-01'), next('2026-03-24')].map((one) => dayWritten(one ?? 0))).toEqual([
    '2026-03-01',
    '2026-03-24',
    '2026-04-01',
  ])
  expect(next('2026-04-01')).toBeNull()
  expect(nextTermDay(term('2025-01-01', '2026-03-31'), day('2026-03-24'))).toBeNull()
})

test('a term that goes on by itself has gone on as often as it ended', () => {
  const renewing = term('2020-03-01', '2021-02-28', { renewMonths: 12 })
  const end = (today: string) => dayWritten(renewedTerm(renewing, day(today)).endDay ?? 0)
  expect([end('2021-02-28'), end('2021-03-01'), end('2026-01-01')]).toEqual(['2021-02-28', '2022-02-28', '2026-02-28'])
  const plain = term('2020-03-01', '2021-02-28')
  expect(renewedTerm(plain, day('2026-01-01'))).toBe(plain)
})

test('a term is shown by its state, part and words', () => {
  const shown = (one: FilingTerm, today: string, settled = false) => {
    const { state, part, words } = termView(one, day(today), settled)
    return `${state} ${part} ${words}`
  }
  const year = term('2025-04-01', '2026-04-01')
  expect([
    shown(noTerm, '2026-03-12'),
    shown({ ...noTerm, beginDay: day('2026-01-01') }, '2026-03-12'),
    shown(year, '2026-03-12'),
    shown({ ...year, renewMonths: 12 }, '2026-03-25'),
    shown(year, '2026-04-01'),
    shown(year, '2026-04-13'),
    shown(year, '2026-04-13', true),
    shown(term('2026-04-01', '2027-03-31'), '2026-03-12'),
    shown(term('2025-11-01', '2028-10-31'), '2026-03-12'),
    shown(term('2025-11-01', '2026-07-31'), '2026-03-12'),
    shown({ ...year, renewMonths: 6, noticeDays: 60 }, '2026-02-10'),
  ]).toEqual([
    'none 0 未登记期限',
    'none 0 未约定到期日',
    'soon 95 还有20天，未约定续签',
    'soon 98 还有7天，自动顺延1年',
    'soon 100 今天到期，未约定续签',
    'past 100 已到期12天，尚未处理',
    'running 100 已到期12天，已处理',
    'before 0 2026-04-01 生效',
    'running 12 还有2年7个月',
    'running 48 还有4个月',
    'soon 86 还有50天，自动顺延6个月',
  ])
})

const said = (one: FilingTerm) => termFault(one)?.message ?? null

test('a term that makes no sense is refused in words', () => {
  expect([
    said(term('2026-04-01', '2026-03-31')),
    said({ ...noTerm, renewMonths: 12 }),
    said(term('2026-01-01', '2026-03-31', { renewMonths: 121 })),
    said(term('2026-01-01', '2026-03-31', { noticeDays: 366 })),
    said(term('2026-01-01', '2026-01-01')),
  ]).toEqual([
    '到期日期不能早于生效日期',
    '自动顺延需填写到期日期',
    '每次顺延不超过120个月',
    '提前通知不超过365天',
    null,
  ])
})

import { expect, test } from 'vitest'
import { formatDate } from '../time/format-date.ts'
import { type GroupPeriod, groupStanding, groupStandings, periodSpans, standingInWords } from './group-figures.ts'

const spans = (period: GroupPeriod, at: string) => {
  const { now, before } = periodSpans(period, Date.parse(at))
  return [now.begin, now.end - 1, before.begin, before.end - 1].map((ms) => formatDate(ms, '{y}-{m}-{d} {h}:{i}'))
}

test.each([
  ['month', '2026-11-20T10:00:00+08:00', '2026-11-01 00:00', '2026-10-01 00:00', '2026-10-20 10:00'],
  ['month', '2026-01-05T10:00:00+08:00', '2026-01-01 00:00', '2025-12-01 00:00', '2025-12-05 10:00'],
  ['month', '2026-03-31T10:00:00+08:00', '2026-03-01 00:00', '2026-02-01 00:00', '2026-02-28 23:59'],
  ['quarter', '2026-11-20T10:00:00+08:00', '2026-10-01 00:00', '2026-07-01 00:00', '2026-08-20 10:00'],
  ['quarter', '2026-03-31T10:00:00+08:00', '2026-01-01 00:00', '2025-10-01 00:00', '2025-12-29 10:00'],
  ['year', '2026-11-20T10:00:00+08:00', '2026-01-01 00:00', '2025-01-01 00:00', '2025-11-20 10:00'],
] as const)('a %s up to %s, and as much of the one before', (period, at, begin, beforeBegin, beforeEnd) => {
  expect(spans(period, at)).toEqual([begin, formatDate(Date.parse(at), '{y}-{m}-{d} {h}:{i}'), beforeBegin, beforeEnd])
})

const well = { isFrozen: false, isClosing: false, isAuthenticated: true, surplus: 50, total: 500, endedNumber: 0 }

test.each([
  ['fine', {}],
  ['ended', { endedNumber: 1 }],
  ['quotaLow', { surplus: 49, endedNumber: 1 }],
  ['quotaLow', { surplus: 0, total: 0 }],
  ['unauthenticated', { isAuthenticated: false, surplus: 0 }],
  ['closing', { isClosing: true, isAuthenticated: false }],
  ['frozen', { isFrozen: true, isClosing: true }],
] as const)('a company stands as %s with %o', (standing, facts) => {
  expect(groupStanding({ ...well, ...facts })).toBe(standing)
})

test('every standing is said in words', () => {
  const figures = { memberNumber: 1, signingNumber: 0, finishedNumber: 0, beforeNumber: 0, endingNumber: 0 }
  const words = groupStandings.map((one) => standingInWords(one, { ...figures, endedNumber: 2, surplus: 3, total: 50 }))
  expect(words).toEqual(['已被平台冻结', '正在注销', '企业认证已失效', '份数不足一成', '2份合同已到期', '正常'])
  expect(standingInWords('quotaLow', { ...figures, endedNumber: 0, surplus: 0, total: 0 })).toBe('份数已用完')
})

import { dayMs, hourMs } from '@moqi/domain/time/civil-date'
import { expect, test } from 'vitest'
import { growthWords, inThrees, paceWords, percent, timeWords } from './words.ts'

test('numbers stand in threes, and a part of nothing is none', () => {
  expect([inThrees(2592), percent(88, 100), percent(1, 0)]).toEqual(['2,592', 88, null])
})

test.each([
  [null, '—'],
  [1.94 * dayMs, '1.9天'],
  [dayMs, '1.0天'],
  [90 * 60_000, '1.5小时'],
  [20 * 60_000, '20分钟'],
  [5, '1分钟'],
])('%s ms is %s', (ms, words) => {
  const { value, unit } = timeWords(ms)
  expect(value + unit).toBe(words)
})

test.each([
  [118, 100, '比上一年多18%'],
  [50, 100, '比上一年少50%'],
  [100, 100, '与上一年持平'],
  [3, 0, '上一年没有发起'],
])('%i after %i is %s', (now, before, words) => {
  expect(growthWords(now, before, '上一年')).toBe(words)
})

test.each([
  [dayMs, 2 * dayMs, '比上一年快1.0天'],
  [3 * hourMs, hourMs, '比上一年慢2.0小时'],
  [null, dayMs, '还没有签完的合同'],
  [dayMs, null, '上一年没有签完的合同'],
  [dayMs, dayMs, '与上一年一样'],
])('a mean of %s after %s is %s', (now, before, words) => {
  expect(paceWords(now, before, '上一年')).toBe(words)
})

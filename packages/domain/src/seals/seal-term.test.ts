import { expect, test } from 'vitest'
import { dayMs } from '../time/civil-date.ts'
import { isSealOver, sealTermEnd, sealTurn } from './seal-term.ts'

const at = (text: string) => Date.parse(`${text}+08:00`)
const now = at('2026-11-23T10:00:00')
const end = at('2026-12-31T23:59:59')

test('a term ends with the last second of its day, today at the earliest and in ten years at the latest', () => {
  expect(sealTermEnd(at('2026-12-31T08:00:00'), now)).toBe(end)
  expect(sealTermEnd(at('2026-11-23T00:00:00'), now)).toBe(at('2026-11-23T23:59:59'))
  for (const day of [at('2026-11-22T23:00:00'), now + 11 * 366 * dayMs, -1, 1.5]) {
    expect(sealTermEnd(day, now)).toBeNull()
  }
})

test('a seal may be used through its last second, and one without a term always', () => {
  expect([end, end + 999, end + 1000].map((moment) => isSealOver(end, moment))).toEqual([false, false, true])
  expect(isSealOver(null, end)).toBe(false)
})

test('its end is told seven days before, and comes by itself', () => {
  const warnAt = end + 1000 - 7 * dayMs
  expect(sealTurn(end, warnAt - 1)).toEqual({ due: null, lookAt: warnAt })
  expect(sealTurn(end, warnAt)).toEqual({ due: 'warn', lookAt: end + 1000 })
  expect(sealTurn(end, end + 1000)).toEqual({ due: 'expire', lookAt: null })
})

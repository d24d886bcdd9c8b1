import { expect, test } from 'vitest'
import { dayMs } from '../time/civil-date.ts'
import { deadlineReminderAt, nextEndReminder, urgeWait, urgeWaitText } from './after-sending.ts'

const minute = 60_000

test.each([
  [0, null, 0, 30],
  [0, null, 29.5 * minute, 1],
  [0, null, 30 * minute, 0],
  [0, 40 * minute, 41 * minute, 9],
  [0, 40 * minute, 50 * minute, 0],
])('a turn that came at %j, urged at %j, may at %j be urged in %j minutes', (openedAt, urgedAt, now, minutes) => {
  expect(Math.ceil(urgeWait({ openedAt, urgedAt }, now) / minute)).toBe(minutes)
})

test('the refusal says how many minutes are left, and why', () => {
  expect(urgeWaitText({ openedAt: 0, urgedAt: null }, 90_000)).toBe('通知签署方30分钟后才能催签，请2分钟后再试')
  expect(urgeWaitText({ openedAt: 0, urgedAt: 1 }, 1)).toBe('刚刚已催签过，请1分钟后再试')
})

test('a deadline is reminded of a day before, unless that day has begun', () => {
  expect(deadlineReminderAt(3 * dayMs, 0)).toBe(2 * dayMs)
  expect(deadlineReminderAt(dayMs, 0)).toBeNull()
  expect(deadlineReminderAt(dayMs / 2, 0)).toBeNull()
})

test('the end of a contract is reminded of 30, 7 and 1 days before, and never twice', () => {
  const end = 100 * dayMs
  const seen: number[] = []
  for (let now = 0; ;) {
    const next = nextEndReminder(end, now)
    if (!next) break
    seen.push(next.days)
    expect(end - next.at).toBe(next.days * dayMs)
    now = next.at
  }
  expect(seen).toEqual([30, 7, 1])
  expect(nextEndReminder(end, end - 10 * dayMs)?.days).toBe(7)
})

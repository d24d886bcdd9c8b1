import { expect, test } from 'vitest'
import { defaultSmsLimits, pairLimit, refundsPerDay, senderLimit } from './sms-budget.ts'

const limits = { perRecipient: 40, perSender: 100 }

test('a space that bought a thousand 份 sends them to a thousand people, reminders and all, in a day', () => {
  expect(senderLimit(defaultSmsLimits, { realNamed: true, bought: 1000 })).toBeGreaterThanOrEqual(4 * 1000)
  expect(refundsPerDay(1000)).toBeGreaterThanOrEqual(1000)
})

test('a space that bought nothing sends a hundred, one without real name a fifth of it', () => {
  expect(senderLimit(limits, { realNamed: true, bought: 0 })).toBe(100)
  expect(senderLimit(limits, { realNamed: false, bought: 0 })).toBe(20)
})

test('one sender uses up half of what a phone takes', () => {
  expect([pairLimit(limits), pairLimit({ ...limits, perRecipient: 1 })]).toEqual([20, 1])
})

import { expect, test } from 'vitest'
import { dayMs } from '../time/civil-date.ts'
import { refundFault } from './refund-rule.ts'

test.each([
  [{ paidAt: null, used: false }, 0, '还没有支付'],
  [{ paidAt: 0, used: true }, 1, '已使用过'],
  [{ paidAt: 0, used: false }, 7 * dayMs + 1, '超过7天'],
])('%j at %i: %s', (facts, now, why) => {
  expect(refundFault(facts, now)).toContain(why)
})

test('an unused pack is refundable to the end of its seventh day', () => {
  expect([refundFault({ paidAt: 0, used: false }, 0), refundFault({ paidAt: 0, used: false }, 7 * dayMs)]).toEqual([
    null,
    null,
  ])
})

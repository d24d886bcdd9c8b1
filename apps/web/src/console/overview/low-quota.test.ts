import { expect, test } from 'vitest'
import { lowQuota } from './low-quota.ts'

const pack = (remaining: number, total: number) => ({ remaining, total })

test.each([
  ['nothing was ever bought', 0, 0, [], true],
  ['five are left', 5, 0, [pack(5, 20)], true],
  ['six of twenty are left', 6, 0, [pack(6, 20)], false],
  ['a tenth is left', 50, 0, [pack(50, 500)], true],
  ['more than a tenth is left', 51, 0, [pack(51, 500)], false],
  ['what is used up counts for nothing', 20, 0, [pack(20, 100), pack(0, 1000)], false],
  ['some end soon', 400, 3, [pack(400, 500)], true],
])('%s', (_, surplus, endingNumber, packArray, isLow) => {
  expect(lowQuota({ surplus, endingNumber, packArray })).toBe(isLow)
})

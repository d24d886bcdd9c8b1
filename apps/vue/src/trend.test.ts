import { expect, test } from 'vitest'
import { niceMost } from './trend.ts'

test.each([
  [1, 4],
  [4, 4],
  [5, 8],
  [99, 100],
  [305, 320],
  [2592, 2800],
])('the scale of %i ends at %i, in four even steps of whole numbers', (most, end) => {
  expect(niceMost(most)).toBe(end)
  expect(Number.isInteger(end / 4)).toBe(true)
})

import { expect, test } from 'vitest'
import { readingSeconds } from './reading.ts'

test('short contracts are read in 3 seconds, longer ones in 5, the longest in 10 (domain row 17)', () => {
  expect([1, 2, 3, 5, 6, 500].map(readingSeconds)).toEqual([3, 3, 5, 5, 10, 10])
})

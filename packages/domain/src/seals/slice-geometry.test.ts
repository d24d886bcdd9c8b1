import { expect, test } from 'vitest'
import { strips } from './slice-geometry.ts'

test.each([1, 2, 18, 20, 21, 39, 41, 301, 500])('%i pages show every strip of each image once, in order', (pages) => {
  const found = strips(pages)
  expect(found.map(({ position }) => position)).toEqual(Array.from({ length: pages }, (_, index) => index))
  for (const [at, { index, count }] of found.entries()) {
    const next = found[at + 1]
    expect(next === undefined || next.index === 0 ? index === count - 1 : next.index === index + 1).toBe(true)
  }
})

test('no image spans more than twenty pages, and images differ by at most one page', () => {
  const counts = strips(301).map(({ count }) => count)
  expect(Math.max(...counts)).toBeLessThanOrEqual(20)
  expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(1)
})

test('eighteen pages share one image', () => {
  expect(new Set(strips(18).map(({ count }) => count))).toEqual(new Set([18]))
})

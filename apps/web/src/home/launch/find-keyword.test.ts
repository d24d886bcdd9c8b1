import { expect, test } from 'vitest'
import { findKeyword, pointAtKeyword, type KeywordChoice } from './find-keyword.ts'

const box = (x: number) => ({ x, y: 50, width: 20, height: 4 })
/** Files that hold a keyword this often, the n-th occurrence on page n. */
const filesWith =
  (...totals: number[]) =>
  async (fileIndex: number, { order, index }: KeywordChoice) => {
    const total = totals[fileIndex] ?? 0
    const page = order === 'last' ? total + 1 - index : index
    return { total, match: index > total ? null : { page, boxArray: [box(10), box(30)] } }
  }
const found = (order: 'first' | 'last', index: number) => findKeyword(3, { order, index }, filesWith(2, 0, 3))

test('All files count as one, from the first or from the last occurrence', async () => {
  expect(await found('last', 1)).toEqual({ fileIndex: 2, page: 3, box: box(30) })
  expect(await found('last', 4)).toEqual({ fileIndex: 0, page: 2, box: box(30) })
  expect(await found('first', 2)).toMatchObject({ fileIndex: 0, page: 2 })
  expect(await found('first', 3)).toMatchObject({ fileIndex: 2, page: 1 })
})

test('When there are fewer, their number is told', async () => {
  expect(await found('first', 6)).toBe(5)
  expect(await findKeyword(1, { order: 'last', index: 1 }, filesWith(0))).toBe(0)
})

test('A seal lies over the keyword, a date follows it', () => {
  const place = { fileIndex: 0, page: 1, box: box(30) }
  expect(pointAtKeyword(place, 'companySeal', 42)).toEqual({ x: 40, y: 52 })
  expect(pointAtKeyword(place, 'date', 40)).toEqual({ x: 72, y: 52 })
})

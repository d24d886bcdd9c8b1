import { expect, test } from 'vitest'
import { findKeyword, pointAtKeyword, type KeywordQuestion } from './find-keyword.ts'

const box = (x: number) => ({ x, y: 50, width: 20, height: 4 })
/** Files that hold a keyword this often, the n-th occurrence on page n. */
const filesWith =
  (...totals: number[]) =>
  async (fileIndex: number, { order, index }: KeywordQuestion) => {
    const total = totals[fileIndex] ?? 0
    const page = order === 'last' ? total + 1 - index : index
    return { total, match: index > total ? null : { page, boxArray: [box(10), box(30)] } }
  }
const found = (order: 'first' | 'last', index: number) =>
  findKeyword([4, 1, 5], { order, index, fromPage: 1 }, filesWith(2, 0, 3))

test('All files count as one, from the first or from the last occurrence', async () => {
  expect(await found('last', 1)).toEqual({ fileIndex: 2, page: 3, box: box(30) })
  expect(await found('last', 4)).toEqual({ fileIndex: 0, page: 2, box: box(30) })
  expect(await found('first', 2)).toMatchObject({ fileIndex: 0, page: 2 })
  expect(await found('first', 3)).toMatchObject({ fileIndex: 2, page: 1 })
})

test('When there are fewer, their number is told', async () => {
  expect(await found('first', 6)).toBe(5)
  expect(await findKeyword([1], { order: 'last', index: 1, fromPage: 1 }, filesWith(0))).toBe(0)
})

test('From a page of the whole contract on: earlier files are not asked, its own only from there', async () => {
  const asked: [number, number | undefined][] = []
  const search = async (fileIndex: number, { from }: KeywordQuestion) => {
    asked.push([fileIndex, from?.page])
    return { total: 0, match: null }
  }
  await findKeyword([4, 1, 5, 2], { order: 'first', index: 1, fromPage: 7 }, search)
  expect(asked).toEqual([
    [2, 2],
    [3, undefined],
  ])
  expect(await findKeyword([4], { order: 'first', index: 1, fromPage: 5 }, search)).toBe(0)
})

test('A seal lies over the keyword, a date follows it', () => {
  const place = { fileIndex: 0, page: 1, box: box(30) }
  expect(pointAtKeyword(place, 'companySeal', 42)).toEqual({ x: 40, y: 52 })
  expect(pointAtKeyword(place, 'date', 40)).toEqual({ x: 72, y: 52 })
})

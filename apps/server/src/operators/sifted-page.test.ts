import { expect, test } from 'vitest'
import { holds, siftedPage } from './sifted-page.ts'

/** A queue of numbers, three a page, whose cursor is the next one; `read` counts the pages. */
function queue(length: number) {
  const pages: number[] = []
  const read = async (cursor: string | undefined) => {
    const from = Number(cursor ?? 0)
    pages.push(from)
    const rows = Array.from({ length: Math.min(3, length - from) }, (_, index) => from + index)
    return { rows, nextCursor: from + 3 < length ? String(from + 3) : null }
  }
  return { pages, read }
}

const sift = (length: number, fits: (row: number) => boolean, cursor?: string) => {
  const { pages, read } = queue(length)
  return siftedPage({ size: 3, cursor, read, fits }).then((page) => ({ ...page, pages: pages.length }))
}

const isEven = (row: number) => row % 2 === 0

test('what all fits is read a page at a time', async () => {
  expect(await sift(7, () => true)).toEqual({ rows: [0, 1, 2], nextCursor: '3', pages: 1 })
  expect(await sift(7, () => true, '6')).toEqual({ rows: [6], nextCursor: null, pages: 1 })
})

test('pages are read until enough fit, each whole, and none is lost or read twice', async () => {
  const first = await sift(12, isEven)
  expect(first).toEqual({ rows: [0, 2, 4], nextCursor: '6', pages: 2 })
  expect((await sift(12, isEven, '6')).rows).toEqual([6, 8, 10])
})

test('where little fits ten pages are read, and the next asking goes on behind them', async () => {
  expect(await sift(100, (row) => row === 40)).toEqual({ rows: [], nextCursor: '30', pages: 10 })
  expect(await sift(100, (row) => row === 40, '30')).toEqual({ rows: [40], nextCursor: '60', pages: 10 })
})

test('letters of either size are the same', () => {
  expect([holds('DD2026', 'dd20'), holds('云启', '启'), holds('云启', 'x')]).toEqual([true, true, false])
})

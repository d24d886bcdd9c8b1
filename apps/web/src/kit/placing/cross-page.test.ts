import { expect, test } from 'vitest'
import { atHeight, newCrossPage, onPages, pagesText, pagesTyped, sliceOn } from './cross-page.ts'

const a4 = { width: 210, height: 297 }
const file = {
  fileId: 'f',
  fileName: 'f.pdf',
  pageCount: 41,
  fileSize: 1,
  sha256: '',
  fileUrl: '',
  pageArray: Array.from({ length: 41 }, () => a4),
}
const seal = newCrossPage(file, 1, 0)

test('a new seal runs over all pages at the right edge', () => {
  expect(seal).toMatchObject({ page: 1, pages: 'all', x: 168, width: 42, height: 42, positionType: 'crossPage' })
})

test('41 pages are three images of at most twenty strips', () => {
  expect([1, 2, 20, 21, 41].map((page) => sliceOn(seal, file, page)?.index)).toEqual([0, 1, 5, 6, 12])
  expect(sliceOn(seal, file, 1)).toMatchObject({ index: 0, count: 14, width: 3 })
})

test('a page that is left out bears nothing, and the first chosen page files the seal', () => {
  const even = onPages(seal, 'even')
  expect(even.page).toBe(2)
  expect(sliceOn(even, file, 1)).toBeNull()
  expect(onPages(seal, [7, 9]).page).toBe(7)
})

test('the height stays inside the pages', () => {
  expect([-5, 120.4, 900].map((y) => atHeight(seal, file, y).y)).toEqual([0, 120, 255])
})

test.each([
  ['1,3,5-8', [1, 3, 5, 6, 7, 8]],
  ['8-5', null],
  ['2，4、6', [2, 4, 6]],
  [' 40-41 ', [40, 41]],
  ['42', null],
  ['0', null],
  ['一', null],
  ['', null],
])('pages typed as %j are %j', (text, pages) => {
  expect(pagesTyped(text, 41)).toEqual(pages)
})

test('pages are written as they are typed', () => {
  expect(pagesText([1, 3, 5, 6, 7, 8])).toBe('1,3,5-8')
})

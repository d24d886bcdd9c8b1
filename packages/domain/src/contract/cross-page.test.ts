import { expect, test } from 'vitest'
import { firstSealPage, sealPages, type SealPages } from './cross-page.ts'

test.each<[SealPages | undefined, number, number[]]>([
  ['all', 3, [1, 2, 3]],
  [undefined, 2, [1, 2]],
  ['odd', 5, [1, 3, 5]],
  ['even', 5, [2, 4]],
  [[3, 1, 3], 5, [1, 3]],
  [[9, 2], 5, [2, 9]],
])('%j of %i pages are %j', (pages, count, numbers) => {
  expect(sealPages(pages, count)).toEqual(numbers)
})

test.each<[SealPages | undefined, number]>([
  ['all', 1],
  ['odd', 1],
  ['even', 2],
  [[7, 4], 4],
  [undefined, 1],
])('%j are filed under page %i', (pages, page) => {
  expect(firstSealPage(pages)).toBe(page)
})

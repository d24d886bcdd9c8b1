import { expect, test } from 'vitest'
import type { Pixels } from '@moqi/pdf/images/png'
import { comparePictures } from './compare-pictures.ts'

const side = 20
const paper = (value = 255): Pixels => ({
  width: side,
  height: side,
  channels: 4,
  data: new Uint8Array(side * side * 4).fill(value),
})
const whole = { left: 0, top: 0, right: side, bottom: side }

/** Paper with one square of some grey. */
function square(x: number, y: number, size: number, value: number): Pixels {
  const picture = paper()
  for (let row = y; row < y + size; row++) picture.data.fill(value, (row * side + x) * 4, (row * side + x + size) * 4)
  return picture
}

test('one pixel of another shade outside every area is told, inside it is not', () => {
  const changed = square(5, 5, 1, 254)
  expect(comparePictures(paper(), changed, []).outside).toBe(1)
  expect(comparePictures(paper(), changed, [{ left: 5, top: 5, right: 6, bottom: 6 }]).outside).toBe(0)
  expect(comparePictures(paper(), changed, [{ left: 5.4, top: 5.4, right: 5.6, bottom: 5.6 }]).outside).toBe(0)
  expect(comparePictures(paper(), changed, [{ left: 6, top: 5, right: 9, bottom: 9 }]).outside).toBe(1)
})

test('what differs is framed', () => {
  const changed = square(5, 7, 3, 0)
  expect(comparePictures(paper(), changed, []).bounds).toEqual({ left: 5, top: 7, right: 8, bottom: 10 })
  expect(comparePictures(paper(), paper(), []).bounds).toBeUndefined()
})

test('areas beyond the page cover what of them is on it', () => {
  const changed = square(0, 0, 3, 0)
  expect(comparePictures(paper(), changed, [{ left: -9, top: -9, right: 3, bottom: 3 }]).outside).toBe(0)
  expect(comparePictures(paper(), changed, [{ left: 30, top: 30, right: 40, bottom: 40 }]).outside).toBe(9)
})

test('a page of another size differs everywhere', () => {
  const other = { ...paper(), width: side / 2, height: side * 2 }
  expect(comparePictures(paper(), other, [whole]).outside).toBe(side * side)
})

import { expect, test } from 'vitest'
import { displayedSize, type Rotation, toUserSpace } from './page-geometry.ts'

const millimetre = 72 / 25.4
/** 100 × 200 mm in user space, its lower left corner off the origin. */
const page = (rotate: Rotation) => ({
  box: [10, 20, 10 + 100 * millimetre, 20 + 200 * millimetre] satisfies [number, number, number, number],
  rotate,
})

test('a page turned a quarter is displayed as wide as it was high', () => {
  expect(displayedSize(page(0)).width).toBeCloseTo(100)
  expect(displayedSize(page(180)).height).toBeCloseTo(200)
  expect(displayedSize(page(90)).width).toBeCloseTo(200)
  expect(displayedSize(page(270)).height).toBeCloseTo(100)
})

/** Where a corner of the page as displayed lies in user space, in mm from the crop box's lower left. */
test.each<[Rotation, number, number]>([
  [0, 0, 200],
  [90, 0, 0],
  [180, 100, 0],
  [270, 100, 200],
])('turned by %i the displayed top left is the user-space point (%i, %i)', (rotate, x, y) => {
  const [left, bottom] = toUserSpace(page(rotate), { x: 0, y: 0, width: 0, height: 0 })
  expect((left - 10) / millimetre).toBeCloseTo(x)
  expect((bottom - 20) / millimetre).toBeCloseTo(y)
})

test.each<[Rotation, number[]]>([
  [0, [5, 130, 35, 190]],
  [90, [10, 5, 70, 35]],
  [180, [65, 10, 95, 70]],
  [270, [30, 165, 90, 195]],
])('turned by %i a box 5 from the left and 10 from the top covers %j', (rotate, expected) => {
  const seen = toUserSpace(page(rotate), { x: 5, y: 10, width: 30, height: 60 })
  const found = seen.map((value, index) => (value - (index % 2 === 0 ? 10 : 20)) / millimetre)
  found.forEach((value, index) => expect(value).toBeCloseTo(expected[index] ?? Number.NaN))
})

import { expect, test } from 'vitest'
import { cutOut, type Pixels } from './cut-out.ts'

type Colour = readonly [number, number, number]
const paper: Colour = [236, 226, 205]
const stamp: Colour = [205, 38, 40]
const pen: Colour = [36, 58, 150]
const print: Colour = [40, 38, 36]
const red: Colour = [230, 0, 18]

/** A made photo: what `at` says of each place, on paper. */
function photo(width: number, height: number, at: (x: number, y: number) => Colour | null): Pixels {
  const data = new Uint8ClampedArray(width * height * 4)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) data.set([...(at(x, y) ?? paper), 255], (y * width + x) * 4)
  return { width, height, data }
}
const inside = (x: number, y: number, [left, top, right, bottom]: readonly [number, number, number, number]) =>
  x >= left && x < right && y >= top && y < bottom
const alphaAt = ({ pixels }: { pixels: Pixels }, x: number, y: number) =>
  pixels.data[(y * pixels.width + x) * 4 + 3] ?? -1

test('a red stamp over black print on warm paper is cut out alone, in one red (domain 4.6)', () => {
  const stamped = photo(300, 200, (x, y) => (inside(x, y, [100, 50, 200, 150]) ? stamp : y % 40 < 10 ? print : null))
  const cut = cutOut(stamped, 'red', 0.25, red)
  expect(cut?.box).toEqual({ x: 98, y: 48, width: 104, height: 104 })
  if (!cut) throw new Error('nothing was cut out')
  expect([alphaAt(cut, 150, 100), alphaAt(cut, 20, 5), alphaAt(cut, 20, 30)]).toEqual([255, 0, 0])
  expect([...cut.pixels.data.subarray((100 * 300 + 150) * 4, (100 * 300 + 150) * 4 + 3)]).toEqual([...red])
})

/** What is cut out of a patch of that colour on paper. */
const redOf = (colour: Colour) =>
  cutOut(
    photo(40, 40, (x, y) => (inside(x, y, [10, 10, 30, 30]) ? colour : null)),
    'red',
    0.25,
    red,
  )

test.each([
  [[230, 30, 80], true],
  [[230, 60, 30], true],
  [[230, 30, 30], true],
  [[230, 30, 100], false],
  [[230, 100, 30], false],
  [[30, 60, 230], false],
] as const)('hues from 345 over 0 to 15 degrees are red: %s is %s', (colour, isRed) => {
  expect(redOf(colour) !== null).toBe(isRed)
})

/** Red of that saturation. */
const mixed = (part: number): Colour => [200, 200 - 200 * part, 200 - 200 * part]

test('the fainter the ink, the more transparent: nothing at a quarter of saturation, a ramp above', () => {
  const shades = [0.2, 0.3, 0.4, 0.6]
  const bars = photo(80, 20, (x) => mixed(shades[Math.floor(x / 20)] ?? 0))
  const cut = cutOut(bars, 'red', 0.25, red)
  if (!cut) throw new Error('nothing was cut out')
  const alphas = shades.map((_, index) => alphaAt(cut, index * 20 + 10, 10))
  expect(alphas[0]).toBe(0)
  expect(alphas[1]).toBeGreaterThan(20)
  expect(alphas[2]).toBeGreaterThan(alphas[1] ?? 0)
  expect(alphas[3]).toBe(255)
})

/** Light that falls off to a third from left to right. */
const shade = (x: number) => 1 - (0.66 * x) / 600

test('black writing is found where a shadow is darker than ink in the light would leave it', () => {
  const written = photo(600, 120, (x, y) => {
    const base = inside(x % 200, y, [60, 40, 140, 60]) ? print : paper
    return [base[0] * shade(x), base[1] * shade(x), base[2] * shade(x)]
  })
  const cut = cutOut(written, 'black', 0.25, [23, 25, 30])
  if (!cut) throw new Error('nothing was cut out')
  for (const x of [100, 300, 500]) expect([x, alphaAt(cut, x, 50), alphaAt(cut, x, 90)]).toEqual([x, 255, 0])
})

test('a blue pen is cut out as blue, and is not taken for red', () => {
  const written = photo(100, 60, (x, y) => (inside(x, y, [20, 20, 80, 30]) ? pen : null))
  expect(cutOut(written, 'blue', 0.25, [11, 78, 162])?.box).toMatchObject({ x: 18, width: 64 })
  expect(cutOut(written, 'red', 0.25, red)).toBeNull()
})

test('specks of fewer than six pixels are dirt, and an empty sheet gives nothing', () => {
  const dirty = photo(100, 100, (x, y) =>
    inside(x, y, [5, 5, 10, 6]) || inside(x, y, [50, 50, 53, 52]) ? stamp : null,
  )
  const cut = cutOut(dirty, 'red', 0.25, red)
  // Five in a row go, six in a block stay.
  expect(cut?.box).toEqual({ x: 49, y: 49, width: 5, height: 4 })
  expect(
    cutOut(
      photo(50, 50, () => null),
      'red',
      0.25,
      red,
    ),
  ).toBeNull()
})

test('what the picture leaves transparent stays so', () => {
  const half = photo(40, 40, (x, y) => (inside(x, y, [10, 10, 30, 30]) ? stamp : null))
  for (let at = 3; at < half.data.length; at += 4) half.data[at] = 128
  const cut = cutOut(half, 'red', 0.25, red)
  expect(cut && alphaAt(cut, 20, 20)).toBe(128)
})

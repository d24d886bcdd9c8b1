import { afterAll, describe, expect, test } from 'vitest'
import type { Pixels } from '@moqi/pdf/images/png'
import { smallPrint } from '../testing/small-print.ts'
import { inkWatch } from './hidden-ink.ts'

const side = 60
const paper = (value = 255): Pixels => ({
  width: side,
  height: side,
  channels: 4,
  data: new Uint8Array(side * side * 4).fill(value),
})
const whole = { left: 0, top: 0, right: side, bottom: side }

/** Paper with a rectangle of some grey. */
function block(width: number, height: number, value: number): Pixels {
  const picture = paper()
  for (let row = 4; row < 4 + height; row++)
    picture.data.fill(value, (row * side + 4) * 4, (row * side + 4 + width) * 4)
  return picture
}

const isHidden = (before: Pixels, after: Pixels, setAside = false) => inkWatch(before, after)({ ...whole, setAside })

test('ink that gives way to paper is hidden; ink under ink, and on paper, is not', () => {
  expect(isHidden(block(8, 8, 0), paper())).toBe(true)
  expect(isHidden(block(8, 8, 0), paper(180))).toBe(true)
  expect(isHidden(block(8, 8, 0), block(8, 8, 90))).toBe(false)
  expect(isHidden(paper(), block(8, 8, 0))).toBe(false)
  expect(isHidden(block(3, 3, 0), paper())).toBe(false)
})

test('grey print that became a little lighter under a seal is not hidden, under a light box it is', () => {
  expect([isHidden(block(8, 8, 115), paper(140)), isHidden(block(8, 8, 115), paper(150))]).toEqual([false, true])
})

test('a small mark that vanishes as a whole is hidden, a small part of the ink is not', () => {
  expect(isHidden(block(8, 2, 0), paper())).toBe(true)
  const word = block(30, 10, 0)
  const shaved = block(30, 10, 0)
  shaved.data.fill(255, 4 * side * 4, 5 * side * 4)
  expect(isHidden(word, shaved)).toBe(false)
})

test('the line to sign on may vanish where an appearance was set aside, and no other ink', () => {
  const line = block(42, 4, 0)
  expect([isHidden(line, paper(), false), isHidden(line, paper(), true)]).toEqual([true, false])
  expect([isHidden(block(8, 8, 0), paper(), true), isHidden(block(42, 7, 0), paper(), true)]).toEqual([true, true])
  // As long as the stroke of a large 一.
  expect(isHidden(block(30, 3, 0), paper(), true)).toBe(true)
})

const { hides, close } = await smallPrint()
afterAll(close)

describe('boxes over writing hide it, whatever their tint', () => {
  test.each([
    ['white', '1 g'],
    ['93 % grey', '.93 g'],
    ['87 % grey', '.87 g'],
    ['60 % grey', '.6 g'],
    ['pale pink', '1 .9 .9 rg'],
    ['pale yellow', '1 1 .6 rg'],
    ['pale blue', '.8 .85 1 rg'],
    ['almost opaque white', '/H gs 1 g 50 90 160 45 re f'],
  ])('%s', async (_, colour) => {
    expect(await hides(`${colour} 50 90 160 45 re f`)).toBe(true)
  })

  test('a box just as large as one number', async () => {
    expect(await hides('.9 g 75 138 36 9 re f')).toBe(true)
  })

  test('stripes instead of one tint', async () => {
    const stripes = Array.from({ length: 45 }, (_, row) => `${row % 2 ? '.75' : '1'} g 50 ${90 + row} 160 1 re f`)
    expect(await hides(stripes.join('\n'))).toBe(true)
  })

  test('a box with other words in it', async () => {
    expect(
      await hides('1 g 20 138 250 10 re f 0 g BT /F 9 Tf 20 140 Td (Party A owes nobody anything at all) Tj ET'),
    ).toBe(true)
  })
})

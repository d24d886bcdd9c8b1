import { expect, it } from 'vitest'
import { nameSealText, rectangleSealLayout, squareSealLayout } from './seal-geometry.ts'

it('completes a name seal to four characters', () => {
  expect(nameSealText('王五')).toBe('王五之印')
  expect(nameSealText('林晚舟')).toBe('林晚舟印')
  expect(nameSealText('欧阳振华')).toBe('欧阳振华')
  expect(nameSealText('买买提·艾力')).toBe('买买提艾力')
})

it('reads a square seal in columns from right to left', () => {
  const { glyphs, width } = squareSealLayout('林晚舟')
  expect(width).toBe(20)
  expect(glyphs.map((glyph) => [glyph.character, glyph.x > 0, glyph.y > 0])).toEqual([
    ['林', true, false],
    ['晚', true, true],
    ['舟', false, false],
    ['印', false, true],
  ])
})

it.each([
  ['甲乙丙丁戊', [3, 2]],
  ['甲乙丙丁戊己庚', [3, 2, 2]],
  ['甲乙丙丁戊己庚辛壬', [3, 3, 3]],
  ['甲乙丙丁戊己庚辛壬癸子丑寅卯', [4, 4, 3, 3]],
])('spreads %s over columns', (name, expected) => {
  const { glyphs } = squareSealLayout(name)
  const columns = Map.groupBy(glyphs, (glyph) => glyph.x.toFixed(3))
  expect([...columns.values()].map((column) => column.length)).toEqual(expected)
  expect(glyphs.map((glyph) => glyph.character).join('')).toBe(name)
  for (const glyph of glyphs) expect(Math.abs(glyph.x) + glyph.width / 2).toBeLessThan(9)
})

it('keeps a one-line name inside its frame, up to seventeen characters', () => {
  for (const n of [2, 3, 4, 9, 17]) {
    const { glyphs, width } = rectangleSealLayout('林'.repeat(n), true)
    const last = glyphs.at(-1)
    expect((last?.x ?? 0) + (last?.width ?? 0) / 2).toBeLessThanOrEqual(width / 2 - 1)
    expect(width).toBeLessThanOrEqual(60)
  }
})

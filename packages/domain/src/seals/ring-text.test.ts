import { expect, test } from 'vitest'
import { arcGlyphs, arcSweep, lowerArcDigits, roomAt } from './ring-text.ts'

const circle = { a: 18.4, b: 18.4 }
const oval = { a: 20.9, b: 13.4 }
const named = (n: number) => arcGlyphs(['杭', ...'州'.repeat(n - 1)], circle, 4.2, arcSweep(n))
const factor = (n: number) => {
  const [glyph] = named(n)
  return glyph ? glyph.width / glyph.height : 0
}

test('the sweep and the width of characters follow the formula at 40 mm', () => {
  expect([4, 10, 18].map((n) => arcSweep(n))).toEqual([120, 160, 280])
  expect(factor(10)).toBe(1)
  expect(factor(18)).toBe(1)
  expect(factor(25)).toBeCloseTo(0.759, 2)
  expect(named(25)[0]?.height).toBeCloseTo(4.2)
})

test('characters get lower once they would be narrower than 0.55', () => {
  expect(factor(50)).toBeCloseTo(0.55, 2)
  expect(named(50)[0]?.height).toBeCloseTo(3.003, 2)
})

test('a name runs clockwise over twelve o’clock, every glyph at one radius, upright at the top', () => {
  const name = named(11)
  expect(name[5]).toMatchObject({ x: expect.closeTo(0), rotation: expect.closeTo(0) })
  for (const { x, y } of name) expect(Math.hypot(x, y)).toBeCloseTo(18.4 - 2.1)
  const turns = name.map(({ rotation }) => rotation)
  expect((turns[1] ?? 0) - (turns[0] ?? 0)).toBeCloseTo(16)
})

test('along an oval the characters stand at equal lengths of the arc, however sharply it turns', () => {
  const name = arcGlyphs([...'杭州云启科技有限公司上海分公司'], oval, 3.8, 240)
  const gaps = name.slice(1).map(({ x, y }, i) => Math.hypot(x - (name[i]?.x ?? 0), y - (name[i]?.y ?? 0)))
  for (const gap of gaps) expect(gap / (gaps[0] ?? 1)).toBeCloseTo(1, 1)
})

test('digits of a code read from left to right along the foot, upright there', () => {
  const digits = lowerArcDigits('3301080316529', circle, 1.4, 60)
  expect(digits.map(({ character }) => character).join('')).toBe('3301080316529')
  const across = digits.map(({ x }) => x)
  expect(across).toEqual(across.toSorted((a, b) => a - b))
  expect(digits[6]).toMatchObject({ x: expect.closeTo(0), y: expect.closeTo(17.7), rotation: expect.closeTo(0) })
})

test('an ellipse leaves less room the farther a line is from its middle', () => {
  expect(roomAt(oval, 0, 0)).toBeCloseTo(41.8)
  expect(roomAt(oval, 10, 3)).toBeLessThan(roomAt(oval, 5, 3))
  expect(roomAt(oval, 20, 3)).toBe(0)
})

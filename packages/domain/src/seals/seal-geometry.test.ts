import { expect, it } from 'vitest'
import {
  arcSweep,
  companySealDiameter,
  nameSealText,
  rectangleSealLayout,
  roundSealLayout,
  squareSealLayout,
} from './seal-geometry.ts'

const named = (n: number) => roundSealLayout('杭'.repeat(n - 4) + '有限公司')
const factor = (n: number) => {
  const glyph = named(n).name[0]
  return glyph ? glyph.width / glyph.height : 0
}

it('sizes a seal by company kind and purpose', () => {
  expect(companySealDiameter('杭州拾光智造科技有限公司')).toBe(40)
  expect(companySealDiameter('上海衡石股份有限公司')).toBe(42)
  expect(companySealDiameter('西湖区老张面馆')).toBe(38)
  expect(companySealDiameter('杭州拾光智造科技有限公司', '合同专用章')).toBe(38)
  expect(companySealDiameter('上海衡石股份有限公司', '合同专用章')).toBe(40)
})

it('keeps the arithmetic of the formula for 40 mm', () => {
  expect(arcSweep(4)).toBe(120)
  expect(arcSweep(10)).toBe(160)
  expect(arcSweep(18)).toBe(280)
  expect(factor(10)).toBe(1)
  expect(factor(18)).toBe(1)
  expect(factor(25)).toBeCloseTo(0.759, 3)
  expect(named(25).name[0]?.height).toBeCloseTo(4.2)
})

it('lowers the characters once they would be narrower than 0.55', () => {
  expect(factor(50)).toBeCloseTo(0.55)
  expect(named(50).name[0]?.height).toBeCloseTo(3.003, 2)
})

it('runs the name clockwise over twelve o’clock, every glyph at one radius and inside the ring', () => {
  const { name, diameter, ringWidth } = named(11)
  const middle = name[5]
  expect(middle?.rotation).toBeCloseTo(0)
  expect(middle?.x).toBeCloseTo(0)
  expect(name.map((glyph) => Math.hypot(glyph.x, glyph.y))).toEqual(
    name.map(() => expect.closeTo(diameter / 2 - ringWidth - 0.6 - 2.1)),
  )
  const turns = name.map((glyph) => glyph.rotation)
  expect(turns).toEqual(turns.toSorted((a, b) => a - b))
  expect((turns[1] ?? 0) - (turns[0] ?? 0)).toBeCloseTo(16)
})

it('places a five-character line at 0.21 of the diameter at full width', () => {
  const { line } = roundSealLayout('上海衡石股份有限公司', '合同专用章')
  expect(line.map((glyph) => glyph.y)).toEqual(line.map(() => expect.closeTo(8.4)))
  expect(line.reduce((sum, glyph) => sum + glyph.width, 0)).toBeCloseTo(17)
  expect(line[2]?.x).toBeCloseTo(0)
})

it('narrows a long line to the room inside the name, which is 20 mm at 40 mm', () => {
  const { line } = roundSealLayout('上海衡石股份有限公司', '第一业务部合同专用章')
  expect(line.reduce((sum, glyph) => sum + glyph.width, 0)).toBeCloseTo(19.96, 1)
})

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

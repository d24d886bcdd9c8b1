import { dateControlFormats, formatCivilDate } from '@moqi/domain/time/date-control'
import { decodePng } from '@moqi/pdf/images/png'
import { notoSans } from '@moqi/pdf/fonts/bundled-fonts'
import { textWidth } from '@moqi/pdf/fonts/text-font'
import { expect, test } from 'vitest'
import { drawDate } from './draw-date.ts'

const day = { year: 2026, month: 11, day: 23 }
const mm = 25.4 / 72

test.each(dateControlFormats)('a date written %s has the width it has on the page, at 300 dpi', (format) => {
  const text = formatCivilDate(day, format)
  const { png, widthMm, heightMm } = drawDate(text, 12)
  expect(widthMm).toBeCloseTo((textWidth(notoSans(), text) * 12 + 4) * mm, 5)
  expect(heightMm).toBeCloseTo(15 * mm, 5)
  const { width, height } = decodePng(png, 4096)
  expect(Math.abs(width - (widthMm * 300) / 25.4)).toBeLessThan(1)
  expect(Math.abs(height - (heightMm * 300) / 25.4)).toBeLessThan(1.5)
})

test('it is black on nothing, and its ink stands within its line', () => {
  const { png } = drawDate('2026年11月23日', 12)
  const { data, width, height } = decodePng(png, 4096)
  const alpha = (x: number, y: number) => data[(y * width + x) * 4 + 3] ?? 0
  const rows = Array.from({ length: height }, (_, y) => Array.from({ length: width }, (_x, x) => alpha(x, y)))
  const inked = rows.flatMap((row, y) => (row.some((value) => value > 127) ? [y] : []))
  expect(inked.length).toBeGreaterThan(height / 2)
  expect(Math.min(...inked)).toBeGreaterThan(0)
  expect(Math.max(...inked)).toBeLessThan(height - 1)
  const colours = new Set(
    rows.flatMap((row, y) => row.flatMap((value, x) => (value > 250 ? [data[(y * width + x) * 4]] : []))),
  )
  expect([...colours]).toEqual([0])
  expect(alpha(0, 0)).toBe(0)
})

test('twice the size is twice as large', () => {
  const [small, large] = [drawDate('2026-1-2', 10), drawDate('2026-1-2', 20)]
  expect(large.heightMm).toBeCloseTo(2 * small.heightMm, 5)
})

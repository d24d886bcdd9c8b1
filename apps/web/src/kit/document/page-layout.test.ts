import { describe, expect, test } from 'vitest'
import {
  anchorAt,
  anchorOffset,
  canvasRatio,
  clampScale,
  fitScale,
  indexOfPlace,
  layoutPages,
  pageIndexAt,
  stepScale,
  truePxPerMm,
  visibleRange,
} from './page-layout.ts'

const a4 = { width: 210, height: 297 }
const wide = { width: 420, height: 297 }
const spacing = { padding: 24, gap: 16, heading: 0 }
const layout = layoutPages([{ pageArray: [a4, a4] }, { pageArray: [wide] }], 2, spacing)

describe('the column of pages', () => {
  test('stacks the pages of every file with a gap between them', () => {
    expect(layout.pages).toEqual([
      { fileIndex: 0, page: 1, top: 24, height: 594 },
      { fileIndex: 0, page: 2, top: 634, height: 594 },
      { fileIndex: 1, page: 1, top: 1244, height: 594 },
    ])
    expect(layout.height).toBe(1244 + 594 + 24)
    expect(layout.width).toBe(840 + 48)
  })

  test('leaves room above each file for its heading', () => {
    const headed = layoutPages([{ pageArray: [a4] }, { pageArray: [a4] }], 1, { ...spacing, heading: 40 })
    expect(headed.pages.map((page) => page.top)).toEqual([64, 64 + 297 + 16 + 40])
  })

  test('finds the page at a height, and the nearest one in a gap or outside', () => {
    expect(pageIndexAt(layout, -5)).toBe(0)
    expect(pageIndexAt(layout, 625)).toBe(0)
    expect(pageIndexAt(layout, 634)).toBe(1)
    expect(pageIndexAt(layout, 99_999)).toBe(2)
    expect(visibleRange(layout, 600, 700)).toEqual({ first: 0, last: 2 })
    expect(indexOfPlace(layout, { fileIndex: 1, page: 1 })).toBe(2)
    expect(indexOfPlace(layout, { fileIndex: 1, page: 2 })).toBe(-1)
  })

  test('keeps the same point of a page under the finger when the scale changes', () => {
    const bigger = layoutPages([{ pageArray: [a4, a4] }, { pageArray: [wide] }], 4, spacing)
    const anchor = anchorAt(layout, 634 + 297)
    expect(anchor).toEqual({ index: 1, fraction: 0.5 })
    expect(anchorOffset(bigger, anchor)).toBe((bigger.pages[1]?.top ?? 0) + 594)
  })

  test('an empty column is only its padding', () => {
    const empty = layoutPages([], 2, spacing)
    expect(empty.height).toBe(48)
    expect(anchorOffset(empty, anchorAt(empty, 100))).toBe(0)
  })
})

describe('scale', () => {
  test('fits the widest page but never beyond the true size', () => {
    expect(fitScale(210, 390, 8)).toBeCloseTo(374 / 210)
    expect(fitScale(210, 1400, 24)).toBe(truePxPerMm)
  })

  test('stays within 50–200 %, and goes below only to fit', () => {
    expect(clampScale(99, 3)).toBeCloseTo(2 * truePxPerMm)
    expect(clampScale(0.1, 3)).toBeCloseTo(0.5 * truePxPerMm)
    expect(clampScale(0.1, 1.2)).toBeCloseTo(1.2)
  })

  test('steps to the neighbouring percentage', () => {
    expect(stepScale(truePxPerMm, 1, 3)).toBeCloseTo(1.1 * truePxPerMm)
    expect(stepScale(truePxPerMm * 0.81, -1, 3)).toBeCloseTo(0.8 * truePxPerMm)
    expect(stepScale(2 * truePxPerMm, 1, 3)).toBeCloseTo(2 * truePxPerMm)
    expect(stepScale(0.5 * truePxPerMm, -1, 3)).toBeCloseTo(0.5 * truePxPerMm)
  })

  test('limits a canvas to twice the CSS px and to eight million pixels', () => {
    expect(canvasRatio(400, 600, 3)).toBe(2)
    expect(canvasRatio(400, 600, 1)).toBe(1)
    const ratio = canvasRatio(3000, 4000, 2)
    expect(3000 * 4000 * ratio * ratio).toBeCloseTo(8_000_000)
  })
})

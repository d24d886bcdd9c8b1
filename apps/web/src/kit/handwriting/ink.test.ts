import { expect, test } from 'vitest'
import { inkBox, outlineOf, pathOf, pointInField, refit, type InkStroke } from './ink.ts'

const line = (pen: boolean, pressure: number): InkStroke => ({
  points: Array.from({ length: 20 }, (_, step) => [10 + step * 10, 50, pressure] as const),
  pen,
})

test('a stroke becomes an outline around its points', () => {
  const box = inkBox([outlineOf(line(false, 0.5), 16)])
  expect(box?.width).toBeGreaterThan(150)
  expect(box?.height).toBeGreaterThan(2)
  expect(box?.height).toBeLessThan(20)
})

test('a pen pressed harder writes thicker', () => {
  const soft = inkBox([outlineOf(line(true, 0.1), 16)])
  const hard = inkBox([outlineOf(line(true, 1), 16)])
  expect(hard?.height ?? 0).toBeGreaterThan((soft?.height ?? 0) * 1.5)
})

test('nothing written has no box and no path', () => {
  expect(inkBox([])).toBeNull()
  expect(pathOf([])).toBe('')
})

test('a path is closed', () => {
  expect(
    pathOf([
      [0, 0],
      [10, 0],
      [10, 10],
    ]),
  ).toMatch(/^M.*Z$/)
})

test('a point on an upright phone lands in the turned field', () => {
  // The frame's origin is the view's top right corner: 30 px down the screen is 30 px along the line of writing.
  const place = { left: 24, top: 56, turned: true, viewWidth: 390 }
  expect(pointInField(390 - 56, 24, place)).toEqual([0, 0])
  expect(pointInField(390 - 56 - 10, 24 + 30, place)).toEqual([30, 10])
  expect(pointInField(100, 80, { ...place, turned: false })).toEqual([76, 24])
})

test('a phone that is turned keeps what was written in the middle, smaller only where it must be', () => {
  const upright = { width: 358, height: 400 }
  const turned = { width: 632, height: 318 }
  const written: InkStroke = {
    points: [
      [179, 20, 0.5],
      [179, 380, 0.5],
    ],
    pen: true,
  }
  const [lying] = refit([written], upright, turned)
  expect(lying?.points.map(([x, y]) => [Math.round(x), Math.round(y)])).toEqual([
    [316, 0],
    [316, 318],
  ])
  const small: InkStroke = {
    points: [
      [100, 200, 0.5],
      [200, 210, 0.5],
    ],
    pen: false,
  }
  const there = refit([small], upright, turned)
  expect(refit(there, turned, upright)).toEqual([small])
  expect(there[0]?.pen).toBe(false)
})

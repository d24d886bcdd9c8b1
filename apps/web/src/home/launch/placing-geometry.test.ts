import type { Position } from '@moqi/api/shapes'
import { describe, expect, test } from 'vitest'
import { aligned, resized, arrowStep, insidePage, onEveryPage, snapped } from './placing-geometry.ts'

const a4 = { width: 210, height: 297 }
const box = (x: number, y: number, width = 40, height = 20) => ({ x, y, width, height })

describe('a box on a page', () => {
  test('stays inside and is kept to a tenth of a millimetre', () => {
    expect(insidePage(box(-3, 290.04), a4)).toMatchObject({ x: 0, y: 277 })
    expect(insidePage(box(10.256, 20.04), a4)).toMatchObject({ x: 10.3, y: 20 })
  })

  test('lies at the start of a page that is smaller than itself', () => {
    expect(insidePage(box(5, 5), { width: 30, height: 10 })).toMatchObject({ x: 0, y: 0 })
  })
})

describe('snapping', () => {
  test('pulls a box onto the left edge of a neighbour and says where the line is', () => {
    expect(snapped(box(51.2, 100), a4, [box(50, 200)])).toEqual({ x: 50, y: 100, guides: { x: 50, y: null } })
  })

  test('pulls its middle onto the middle of the page', () => {
    expect(snapped(box(84, 10), a4, [])).toEqual({ x: 85, y: 10, guides: { x: 105, y: null } })
  })

  test('prefers the nearest of two lines', () => {
    expect(snapped(box(30.4, 10), a4, [box(30, 100), box(31.5, 200)]).x).toBe(30)
  })

  test('leaves a box alone beyond its reach, and with no reach at all', () => {
    expect(snapped(box(52, 100), a4, [box(50, 200)]).guides).toEqual({ x: null, y: null })
    expect(snapped(box(50.2, 100.2), a4, [box(50, 100)], 0)).toMatchObject({ x: 50.2, y: 100.2 })
  })
})

test('an arrow key moves one millimetre, with Shift ten', () => {
  expect(arrowStep('ArrowLeft', false)).toEqual({ x: -1, y: 0 })
  expect(arrowStep('ArrowDown', true)).toEqual({ x: 0, y: 10 })
  expect(arrowStep('Enter', false)).toBeNull()
})

describe('aligning', () => {
  const two = [box(10, 10, 40, 20), box(30, 60, 20, 40)]
  test.each([
    ['left', [10, 10], [10, 60]],
    ['right', [10, 30], [10, 60]],
    ['centre', [10, 20], [10, 60]],
    ['top', [10, 30], [10, 10]],
    ['bottom', [10, 30], [80, 60]],
    ['middle', [10, 30], [45, 35]],
  ] as const)('brings two boxes into line: %s', (alignment, xs, ys) => {
    const done = aligned(two, alignment, a4)
    expect(done.map((one) => one.x)).toEqual(xs)
    expect(done.map((one) => one.y)).toEqual(ys)
  })

  test('aligns a single box with its page', () => {
    expect(aligned([box(10, 10)], 'centre', a4)[0]?.x).toBe(85)
    expect(aligned([box(10, 10)], 'bottom', a4)[0]?.y).toBe(277)
  })
})

describe('copying to every page', () => {
  const place: Position = {
    positionId: 'p',
    fileId: 'f',
    page: 2,
    ...box(180, 250, 20, 20),
    positionType: 'personSign',
    signerNo: 1,
    required: 1,
    sealId: null,
    value: null,
    format: null,
  }
  let count = 0
  const newId = () => `n${++count}`

  test('skips its own page and pages that have it, and stays inside smaller pages', () => {
    const there = { ...place, positionId: 'q', page: 3 }
    const copies = onEveryPage(place, [a4, a4, a4, { width: 100, height: 100 }], [place, there], newId)
    expect(copies.map(({ page, x, y }) => [page, x, y])).toEqual([
      [1, 180, 250],
      [4, 80, 80],
    ])
    expect(new Set(copies.map((one) => one.positionId)).size).toBe(2)
  })
})

describe('a corner that is dragged', () => {
  const field = { x: 20, y: 30, width: 50, height: 8 }
  const limits = { least: 3, most: { width: 210, height: 297 }, square: false }

  test('moves alone, the opposite corner staying', () => {
    expect(resized(field, 'se', { x: 10.04, y: 2 }, limits)).toEqual({ x: 20, y: 30, width: 60, height: 10 })
    expect(resized(field, 'nw', { x: 10, y: 2 }, limits)).toEqual({ x: 30, y: 32, width: 40, height: 6 })
  })

  test('stops at the page and at the smallest size', () => {
    expect(resized(field, 'se', { x: 900, y: 900 }, limits)).toEqual({ x: 20, y: 30, width: 190, height: 267 })
    expect(resized(field, 'ne', { x: -900, y: 900 }, limits)).toEqual({ x: 20, y: 35, width: 3, height: 3 })
  })

  test('keeps a box to tick square', () => {
    const tick = { x: 20, y: 30, width: 5, height: 5 }
    expect(resized(tick, 'sw', { x: -3, y: 1 }, { ...limits, square: true })).toEqual({
      x: 17,
      y: 30,
      width: 8,
      height: 8,
    })
  })
})

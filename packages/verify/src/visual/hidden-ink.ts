import type { Pixels } from '@moqi/pdf/images/png'
import { clip, type PixelArea } from './compare-pictures.ts'
import { lightOf } from './page-views.ts'
import { type Place, withoutLines } from './printed-lines.ts'

/** V2: ink has less than half the light of paper. */
export const dark = 128
/** What is this light counts as paper, whatever its tint. */
const pale = 200
/** Between the two, so much difference of its channels makes the stroke of a faded seal, which is ink as well. */
const colourful = 90
/** Grey print that a seal's rough edge makes a little lighter is as dark as it was, and what covers it no paper. */
const fading = 32
/** With less than a quarter of the contrast of ink on paper nobody reads it any more. */
const readable = 64
/** How far around a pixel its contrast is looked for, which reaches from any stroke of small print to paper. */
const reach = 6
/** Fewer pixels are a blot at an edge; the ink of one small character is more. */
const fewestPixels = 40
/** A minus sign or a point has this many, and counts where little else is left of the ink. */
const smallestMark = 12
/** So much of the ink under an appearance may vanish where no place loses as much as a character. */
const vanishingPart = 0.02
/** A place is four cells in a square: 24 points at the usual scale. */
const cell = 24

/**
 * An area, and what of it lies within the appearance's own box. Where it was set aside for an appearance the line to
 * sign on may vanish.
 */
export type Covered = PixelArea & { core?: PixelArea; setAside?: boolean }

/**
 * V2: says of an area whether writing that could be read there before can no longer be read. What has become pale, in
 * whatever tint or pattern, is judged by its contrast with what was paper around it: writing that shows through a seal
 * keeps enough of it. Ink that lies under other ink, the usual seal over a company's name, is not hidden.
 */
export function inkWatch(before: Pixels, after: Pixels): (area: Covered) => boolean {
  if (before.width !== after.width || before.height !== after.height) return () => false
  const { width, height } = before
  const pair = { old: lightOf(before), now: lightOf(after), after: after.data, width }
  const inkAbove = countInk(pair, height)
  const rows = Array.from({ length: height }, (_, y) => lostInRow(pair, y))
  const at = (x: number, y: number) => inkAbove[y * (width + 1) + x] ?? 0
  const inkIn = (area: PixelArea) => {
    const { left, top, right, bottom } = clip(area, width, height)
    return left < right && top < bottom ? at(right, bottom) - at(left, bottom) - at(right, top) + at(left, top) : 0
  }
  return (area) => {
    const clipped = clip(area, width, height)
    const lostOf = (pixels: number[][]) => {
      const lost = within(pixels, clipped)
      return area.setAside ? withoutLines(lost, clipped, inkIn) : lost
    }
    const lost = lostOf(rows.map(({ gone }) => gone))
    if (lost.length >= fewestPixels && (lost.length > inkIn(area) * vanishingPart || isLostInOnePlace(lost)))
      return true
    const blank = lostOf(rows.map((row) => row.blank))
    return blank.length >= smallestMark && largestMark(blank, pair) > inkIn(area.core ?? area) - blank.length
  }
}

function within(rows: number[][], { left, top, right, bottom }: PixelArea): Place[] {
  return rows.slice(top, bottom).flatMap((row, at) => {
    const inside = row.filter((x) => x >= left && x < right)
    return inside.map((x) => ({ x, y: top + at }))
  })
}

interface Pair {
  /** The light of every pixel, from 0 to 255. */
  old: Uint8Array
  now: Uint8Array
  after: Uint8Array
  width: number
}

/** Pixels of ink above and left of every corner of the grid, so that many areas cost no more than one. */
function countInk({ old, width }: Pair, height: number): Uint32Array {
  const counts = new Uint32Array((width + 1) * (height + 1))
  for (let y = 0; y < height; y++) {
    let inRow = 0
    for (let x = 0; x < width; x++) {
      if ((old[y * width + x] ?? 0) < dark) inRow++
      counts[(y + 1) * (width + 1) + x + 1] = (counts[y * (width + 1) + x + 1] ?? 0) + inRow
    }
  }
  return counts
}

/** Where in a row ink can no longer be read, and where it is as light as paper with nothing left of its own mark. */
function lostInRow(pair: Pair, y: number): { gone: number[]; blank: number[] } {
  const gone: number[] = []
  const blank: number[] = []
  const start = y * pair.width
  for (let x = 0; x < pair.width; x++) {
    const at = start + x
    if ((pair.old[at] ?? 0) >= dark || !hasFaded(pair, at)) continue
    if (isUnreadable(pair, at)) gone.push(x)
    if ((pair.now[at] ?? 0) >= pale && isUnreadable(pair, at, true)) blank.push(x)
  }
  return { gone, blank }
}

/** Whether a pixel that was ink is neither dark now nor of a seal's colour. */
function hasFaded({ old, now, after }: Pair, at: number): boolean {
  const light = now[at] ?? 0
  if (light < dark || light >= pale) return light >= pale
  if (light - (old[at] ?? 0) < fading) return false
  const [red = 0, green = 0, blue = 0] = after.subarray(at * 4, at * 4 + 3)
  return Math.max(red, green, blue) - Math.min(red, green, blue) < colourful
}

/**
 * Whether what was ink around a pixel is now about as light as what was paper there. `alone` leaves out ink that stands
 * beside it as it was: it says nothing of a mark that is gone.
 */
function isUnreadable(pair: Pair, at: number, alone = false): boolean {
  const { ink, paper, painted } = lightAround(pair, at, alone)
  if (paper.count === 0) return true
  // Where most of the paper was painted over as well, the ground is what it was painted with.
  const ground = painted.count * 2 >= paper.count ? painted : paper
  return ground.light / ground.count - ink.light / ink.count < readable
}

interface Light {
  light: number
  count: number
}

/** The light there is now around a pixel of what was ink, of what was paper, and of paper that was painted over. */
function lightAround(pair: Pair, at: number, alone: boolean): Record<'ink' | 'paper' | 'painted', Light> {
  const { old, now, width } = pair
  const ink = { light: 0, count: 0 }
  const paper = { light: 0, count: 0 }
  const painted = { light: 0, count: 0 }
  const x = at % width
  for (let row = -reach; row <= reach; row++) {
    for (let column = Math.max(-reach, -x); column <= Math.min(reach, width - 1 - x); column++) {
      const near = at + row * width + column
      const [was, is] = [old[near], now[near]]
      if (was === undefined || is === undefined) continue
      if (was < dark && (!alone || hasFaded(pair, near))) add(ink, is)
      else if (was >= pale) add(paper, is)
      if (was >= pale && is !== was) add(painted, is)
    }
  }
  return { ink, paper, painted }
}

function add(sum: Light, light: number): void {
  sum.light += light
  sum.count++
}

/** Pixels of the largest mark that vanished as a whole; 0 when none did, or none that counts. */
function largestMark(lost: Place[], { old, width }: Pair): number {
  const waiting = new Set(lost.map(({ x, y }) => y * width + x))
  const around = [-width - 1, -width, -width + 1, -1, 1, width - 1, width, width + 1]
  let largest = 0
  for (const start of waiting) {
    const mark = new Set([start])
    let isWhole = true
    for (const at of mark) {
      waiting.delete(at)
      for (const near of around.map((step) => at + step)) {
        if (waiting.has(near)) mark.add(near)
        else if (!mark.has(near) && (old[near] ?? 255) < dark) isWhole = false
      }
    }
    if (isWhole && mark.size >= smallestMark) largest = Math.max(largest, mark.size)
  }
  return largest
}

function isLostInOnePlace(places: Place[]): boolean {
  const counts = new Map<string, number>()
  for (const { x, y } of places) {
    const [column, row] = [Math.floor(x / cell), Math.floor(y / cell)]
    for (const [across, down] of [
      [0, 0],
      [1, 0],
      [0, 1],
      [1, 1],
    ] as const) {
      const key = `${column + across} ${row + down}`
      const count = (counts.get(key) ?? 0) + 1
      if (count >= fewestPixels) return true
      counts.set(key, count)
    }
  }
  return false
}

import type { Pixels } from '../images/png.ts'
import type { PageArea } from './comparison.ts'
import { layOver } from './lay-over.ts'

/** How much two pictures may differ and be the same. */
export interface InkTolerance {
  /** How far ink may lie elsewhere, in pixels: smoothed edges, and a scan that is not quite straight. */
  reach: number
  /** How much lighter or darker a channel may be, of 255. */
  shade: number
  /** Fewer pixels in one place are noise. */
  least: number
  /** Whether the paper may lie a little elsewhere, so that each part of it is first laid over the other. */
  isLoose: boolean
}

/** Of pictures that both are drawn from text. */
export const drawnTolerance: InkTolerance = { reach: 1, shade: 56, least: 3, isLoose: false }
/** Of pictures of which one is a scan: noisy, and its paper lies as it lies. */
export const scannedTolerance: InkTolerance = { reach: 2, shade: 90, least: 12, isLoose: true }

/** Of green, which is dark in every ink. */
const darkest = 160
/** Pixels of a side of the squares in which differences are gathered. */
const square = 8
/** Squares apart, differences are still framed together. */
const near = 2
/** Places framed on one page; what is more is framed together. */
const mostAreas = 8

/**
 * Where two RGBA pictures of one page differ outside the masked areas, in few boxes in parts of the page. Each pixel is
 * sought in the other picture within the tolerance, in both directions, so the order makes no difference.
 */
export function compareInk(
  one: Pixels,
  other: Pixels,
  { tolerance, masked }: { tolerance: InkTolerance; masked: readonly PageArea[] },
): PageArea[] {
  const height = Math.min(one.height, other.height)
  const [first, second] = [scaledTo(one, height), scaledTo(other, height)]
  const { width } = one
  const differing = new Uint8Array(width * height)
  markUnexplained(first, second, { width, height }, tolerance, differing)
  markUnexplained(second, first, { width, height }, tolerance, differing)
  for (const { left, top, right, bottom } of masked) {
    const [from, to] = [Math.max(0, Math.floor(left * width)), Math.min(width, Math.ceil(right * width))]
    for (let y = Math.max(0, Math.floor(top * height)); y < Math.min(height, Math.ceil(bottom * height)); y++)
      differing.fill(0, y * width + from, y * width + Math.max(from, to))
  }
  return boxesOf(differing, { width, height }, tolerance.least)
}

interface Size {
  width: number
  height: number
}

/** The rows of a picture, so many of them: pages of almost the same proportion are compared as one. */
function scaledTo(picture: Pixels, height: number): Uint8Array {
  if (picture.height === height) return picture.data
  const stride = picture.width * 4
  const data = new Uint8Array(stride * height)
  for (let y = 0; y < height; y++) {
    const from = Math.floor(((y + 0.5) * picture.height) / height) * stride
    data.set(picture.data.subarray(from, from + stride), y * stride)
  }
  return data
}

/** Marks the pixels of `one` whose shade is not between the lightest and the darkest near them in `other`. */
function markUnexplained(
  one: Uint8Array,
  other: Uint8Array,
  size: Size,
  { reach, shade, isLoose }: InkTolerance,
  marks: Uint8Array,
): void {
  const { width, height } = size
  const shiftAt = isLoose ? layOver(inkOf(one), inkOf(other), size) : () => 0
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = (y * width + x) * 4
      const shift = shiftAt(x, y)
      if (isClose(one, at, other, at + shift * 4, shade)) continue
      const there = y * width + x + shift
      const place = { x: there % width, y: Math.floor(there / width), width, height }
      if (!isBetween({ one, other, at }, place, reach, shade)) marks[y * width + x] = 1
    }
  }
}

/** What is dark enough to be ink and not paper: 1, else 0. */
function inkOf(data: Uint8Array): Uint8Array {
  const ink = new Uint8Array(data.length / 4)
  for (let at = 0; at < ink.length; at++) ink[at] = (data[at * 4 + 1] ?? 255) < darkest ? 1 : 0
  return ink
}

function isClose(one: Uint8Array, at: number, other: Uint8Array, at2: number, shade: number): boolean {
  for (let channel = 0; channel < 3; channel++)
    if (Math.abs((one[at + channel] ?? 0) - (other[at2 + channel] ?? 0)) > shade) return false
  return true
}

function isBetween(
  { one, other, at }: { one: Uint8Array; other: Uint8Array; at: number },
  { x, y, width, height }: Size & { x: number; y: number },
  reach: number,
  shade: number,
): boolean {
  for (let channel = 0; channel < 3; channel++) {
    const value = one[at + channel] ?? 0
    let [low, high] = [255, 0]
    for (let row = Math.max(0, y - reach); row <= Math.min(height - 1, y + reach); row++) {
      for (let column = Math.max(0, x - reach); column <= Math.min(width - 1, x + reach); column++) {
        const there = other[(row * width + column) * 4 + channel] ?? 0
        if (there < low) low = there
        if (there > high) high = there
      }
    }
    if (value < low - shade || value > high + shade) return false
  }
  return true
}

interface Box extends PageArea {
  count: number
}

/** Marked pixels gathered in squares, and squares near one another in boxes. */
function boxesOf(marks: Uint8Array, { width, height }: Size, least: number): PageArea[] {
  const [columns, rows] = [Math.ceil(width / square), Math.ceil(height / square)]
  const counts = new Uint16Array(columns * rows)
  for (let at = 0; at < marks.length; at++) {
    if (marks[at] !== 1) continue
    const cell = Math.floor(Math.floor(at / width) / square) * columns + Math.floor((at % width) / square)
    counts[cell] = (counts[cell] ?? 0) + 1
  }
  let boxes: Box[] = []
  const seen = new Uint8Array(counts.length)
  for (let cell = 0; cell < counts.length; cell++) {
    if (counts[cell] === 0 || seen[cell] === 1) continue
    const box = grown(cell, { counts, seen, columns, rows })
    if (box.count >= least) boxes.push(box)
  }
  if (boxes.length > mostAreas) {
    boxes.sort((a, b) => b.count - a.count || a.top - b.top || a.left - b.left)
    boxes = [...boxes.slice(0, mostAreas - 1), boxes.slice(mostAreas - 1).reduce(union)]
  }
  return boxes
    .map(({ left, top, right, bottom }) => ({
      left: (left * square) / width,
      top: (top * square) / height,
      right: Math.min(1, (right * square) / width),
      bottom: Math.min(1, (bottom * square) / height),
    }))
    .toSorted((a, b) => a.top - b.top || a.left - b.left)
}

const union = (one: Box, other: Box): Box => ({
  left: Math.min(one.left, other.left),
  top: Math.min(one.top, other.top),
  right: Math.max(one.right, other.right),
  bottom: Math.max(one.bottom, other.bottom),
  count: one.count + other.count,
})

/** The box of all squares that hang together with one, in squares. */
function grown(
  first: number,
  { counts, seen, columns, rows }: { counts: Uint16Array; seen: Uint8Array; columns: number; rows: number },
): Box {
  const [x, y] = [first % columns, Math.floor(first / columns)]
  const box: Box = { left: x, top: y, right: x + 1, bottom: y + 1, count: 0 }
  const waiting = [first]
  seen[first] = 1
  for (let cell = waiting.pop(); cell !== undefined; cell = waiting.pop()) {
    const [column, row] = [cell % columns, Math.floor(cell / columns)]
    box.left = Math.min(box.left, column)
    box.right = Math.max(box.right, column + 1)
    box.top = Math.min(box.top, row)
    box.bottom = Math.max(box.bottom, row + 1)
    box.count += counts[cell] ?? 0
    for (let down = Math.max(0, row - near); down <= Math.min(rows - 1, row + near); down++) {
      for (let across = Math.max(0, column - near); across <= Math.min(columns - 1, column + near); across++) {
        const next = down * columns + across
        if (counts[next] === 0 || seen[next] === 1) continue
        seen[next] = 1
        waiting.push(next)
      }
    }
  }
  return box
}

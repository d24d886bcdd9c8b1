import type { View } from '@moqi/pdf/read/pdf-file'
import { itemsOf, type PdfValue } from '@moqi/pdf/read/values'

/** A transformation (ISO 32000-2 8.3.3): x' = ax + cy + e, y' = bx + dy + f. */
export type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number]

/** A point in a space of user units, x before y. */
export type Point = readonly [x: number, y: number]

/** The sides of an upright rectangle. */
export interface Edges {
  left: number
  bottom: number
  right: number
  top: number
}

/** The matrix that leaves every point where it is. */
export const identity: Matrix = [1, 0, 0, 1, 0, 0]

/** First `one`, then `other`. */
export function times(one: Matrix, other: Matrix): Matrix {
  const [a, b, c, d, e, f] = one
  const [g, h, i, j, k, l] = other
  return [a * g + b * i, a * h + b * j, c * g + d * i, c * h + d * j, e * g + f * i + k, e * h + f * j + l]
}

/** Where a point goes. */
export function apply([a, b, c, d, e, f]: Matrix, [x, y]: Point): Point {
  return [a * x + c * y + e, b * x + d * y + f]
}

const quarters: Record<number, Matrix> = {
  90: [0, -1, 1, 0, 0, 0],
  180: [-1, 0, 0, -1, 0, 0],
  270: [0, 1, -1, 0, 0, 0],
}

/** Undoes a turn by quarters against the clock, in degrees. */
export const turnedBack = (degrees: number): Matrix => quarters[((degrees % 360) + 360) % 360] ?? identity

/** The numbers among values; what is none is not a number. */
export const numbersOf = (values: readonly PdfValue[]): number[] =>
  values.map((value) => (value.kind === 'number' ? value.value : Number.NaN))

/** A matrix of six numbers; undefined for anything else. */
export function matrixOf(numbers: readonly number[]): Matrix | undefined {
  const [a, b, c, d, e, f] = numbers
  const isWhole = numbers.length === 6 && numbers.every((number) => Number.isFinite(number))
  if (!isWhole) return undefined
  return [a ?? 0, b ?? 0, c ?? 0, d ?? 0, e ?? 0, f ?? 0]
}

/** The numbers of an array of a document. */
export const arrayNumbers = (view: View, value: PdfValue): number[] =>
  numbersOf(itemsOf(value).map((item) => view.resolve(item)))

/** The upright rectangle round some points. */
export function edgesOf(points: readonly Point[]): Edges {
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)]
  return { left: Math.min(...xs), bottom: Math.min(...ys), right: Math.max(...xs), top: Math.max(...ys) }
}

/** The corners of a rectangle given by two of them. */
export const cornersOf = (x: number, y: number, right: number, top: number): Point[] => [
  [x, y],
  [right, y],
  [right, top],
  [x, top],
]

/** What two rectangles have in common. */
export function common(one: Edges, other: Edges): Edges {
  return {
    left: Math.max(one.left, other.left),
    bottom: Math.max(one.bottom, other.bottom),
    right: Math.min(one.right, other.right),
    top: Math.min(one.top, other.top),
  }
}

import { getStroke } from 'perfect-freehand'

/** One point of a stroke: px from the top left of the field, and pressure 0…1. */
export type InkPoint = readonly [x: number, y: number, pressure: number]
/** One stroke; `pen` when the device measures pressure, else it is guessed from speed. */
export type InkStroke = { points: readonly InkPoint[]; pen: boolean }
/** A written signature: its PNG as a data URL, and its width over its height. */
export type Ink = { png: string; ratio: number }
/** A box in px. */
export type InkBox = { x: number; y: number; width: number; height: number }

/** The outline of a stroke: a closed polygon in px. `size` is the brush at full pressure. */
export function outlineOf({ points, pen }: InkStroke, size: number): [number, number][] {
  const outline = getStroke(
    points.map((point) => [...point]),
    { size, thinning: 0.62, smoothing: 0.5, streamline: 0.4, simulatePressure: !pen, last: true },
  )
  return outline.flatMap(([x, y]): [number, number][] => (x === undefined || y === undefined ? [] : [[x, y]]))
}

type Corner = readonly [x: number, y: number]

const middle = (a: Corner, b: Corner) => `${((a[0] + b[0]) / 2).toFixed(2)} ${((a[1] + b[1]) / 2).toFixed(2)}`

/** An outline as SVG path data with rounded corners. */
export function pathOf(outline: readonly Corner[]): string {
  const first = outline[0]
  if (!first || outline.length < 3) return ''
  const curves = outline.map((point, index) => {
    const next = outline[(index + 1) % outline.length] ?? first
    return `${point[0].toFixed(2)} ${point[1].toFixed(2)} ${middle(point, next)}`
  })
  const last = outline.at(-1) ?? first
  return `M${middle(last, first)}Q${curves.join(' ')}Z`
}

/** The box around everything written, or null when there is nothing. */
export function inkBox(outlines: readonly (readonly Corner[])[]): InkBox | null {
  const points = outlines.flat()
  if (points.length === 0) return null
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const [x, y] of points) {
    left = Math.min(left, x)
    top = Math.min(top, y)
    right = Math.max(right, x)
    bottom = Math.max(bottom, y)
  }
  return { x: left, y: top, width: right - left, height: bottom - top }
}

/** Less than this, in px, is a slip of the hand and no signature. */
export const leastInk = 24

/** Where the writing field lies in its frame, and the frame's turn: a phone held upright turns it by 90°. */
export type PadPlace = { left: number; top: number; turned: boolean; viewWidth: number }

/**
 * A client point (px) in the field. Turned, the frame hangs from the view's top right corner: its x runs down the
 * screen and its y from right to left.
 */
export function pointInField(clientX: number, clientY: number, place: PadPlace): [x: number, y: number] {
  if (!place.turned) return [clientX - place.left, clientY - place.top]
  return [clientY - place.left, place.viewWidth - clientX - place.top]
}

type Size = { width: number; height: number }

/**
 * What was written, in a field that has become another size: it keeps its place from the middle, and gets smaller only
 * where it would not fit.
 */
export function refit(strokes: readonly InkStroke[], from: Size, to: Size): readonly InkStroke[] {
  const reach = (at: 0 | 1, side: number) =>
    Math.max(1, ...strokes.flatMap(({ points }) => points.map((point) => 2 * Math.abs(point[at] - side / 2))))
  const scale = Math.min(1, to.width / reach(0, from.width), to.height / reach(1, from.height))
  const moved = ([x, y, pressure]: InkPoint): InkPoint => [
    to.width / 2 + (x - from.width / 2) * scale,
    to.height / 2 + (y - from.height / 2) * scale,
    pressure,
  ]
  return strokes.map(({ points, pen }) => ({ points: points.map(moved), pen }))
}

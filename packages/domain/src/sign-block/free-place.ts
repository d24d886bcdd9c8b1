import { type Box, inkOf, type TextLine } from './text-line.ts'

/** Where a place may lie, mm from the page's left and top. */
export type Column = {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

// Ink nearer than this belongs together; a place keeps this far from ink, and stays this near behind its label; mm.
const together = 2.5
const apart = 0.5
const besideReach = 60
// Beside its label is better than flush with it; what the other labels of the block need is left to them.
const flushCost = 4
const sparedCost = 12

/** The ink of a page that a place must not cover; lines drawn to write on are none. */
export function inkBoxes(lines: readonly TextLine[]): Box[] {
  return lines.flatMap((line) => {
    const boxes: Box[] = []
    let from = 0
    for (let at = 1; at <= line.text.length; at++) {
      const goesOn =
        at < line.text.length &&
        isBlank(line.text[at]) === isBlank(line.text[at - 1]) &&
        (line.left[at] ?? 0) - (line.right[at - 1] ?? 0) < together
      if (goesOn) continue
      if (!isBlank(line.text[from])) boxes.push(inkOf(line, from, at))
      from = at
    }
    return boxes
  })
}

const isBlank = (unit: string | undefined) => unit === '_'

/** Whether two boxes share more than their edges, with `margin` mm around them. */
export const meets = (one: Box, other: Box, margin = 0): boolean =>
  one.x < other.x + other.width + margin &&
  other.x < one.x + one.width + margin &&
  one.y < other.y + other.height + margin &&
  other.y < one.y + one.height + margin

/** What is placed: its size, where it may lie, what it must not cover, and what it had better leave free. */
export type Placement = {
  readonly size: { readonly width: number; readonly height: number }
  readonly column: Column
  readonly covered: readonly Box[]
  readonly spared: readonly Box[]
  /** How far the place's middle may lie above and below the label's: further off it is not seen to be its own. */
  readonly reach: number
}

/**
 * The free place nearest to a label inside the column, beside it or flush with it above or below; undefined when
 * nothing is free within reach. Whole mm.
 */
export function freePlace(label: Box, { size, column, covered, spared, reach }: Placement): Box | undefined {
  const behind = label.x + label.width + 1
  const level = label.y + (label.height - size.height) / 2
  const xs = steps(column.left, Math.min(column.right - size.width, behind + besideReach))
  const ys = steps(Math.max(column.top, level - reach), Math.min(column.bottom - size.height, level + reach))
  const near = covered.filter((box) => box.x < column.right && box.x + box.width > column.left)
  let best: { box: Box; cost: number } | undefined
  for (const y of ys) {
    for (const x of xs) {
      const box = { x, y, ...size }
      const aside = Math.min(Math.abs(x - behind), Math.abs(x - label.x) + flushCost)
      const away = aside + Math.abs(y - level) * 1.2
      if ((best && away >= best.cost) || near.some((one) => meets(box, one, apart))) continue
      const cost = away + sparedCost * spared.filter((one) => meets(box, one)).length
      if (!best || cost < best.cost) best = { box, cost }
    }
  }
  return best?.box
}

function steps(from: number, to: number): number[] {
  const first = Math.ceil(from)
  return Array.from({ length: Math.max(0, Math.floor(to - first) + 1) }, (_, index) => first + index)
}

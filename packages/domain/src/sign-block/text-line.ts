/** A box on a page, mm from its top left as displayed. */
export type Box = { readonly x: number; readonly y: number; readonly width: number; readonly height: number }

/**
 * What stands at one height of a page, from left to right: `text` without white space, letters in half width and lower
 * case (（ is `(`, ： is `:`), and for each of its UTF-16 units where its ink begins and ends, mm.
 */
export type TextLine = {
  /** From 1. */
  readonly page: number
  readonly text: string
  readonly left: readonly number[]
  readonly right: readonly number[]
  readonly y: number
  readonly height: number
}

// Less is the space between two letters, or inside a label set wide (甲 方).
const gapWidth = 3.5

/** Whether there is a gap before a unit of a line: at its start, behind a blank to fill in, or behind white space. */
export function startsApart({ text, left, right }: TextLine, at: number): boolean {
  if (at === 0 || text[at - 1] === '_') return true
  return (left[at] ?? 0) - (right[at - 1] ?? 0) >= gapWidth
}

/** Whether a label that ends before this unit has ended: nothing follows it at once. */
export const endsApart = (line: TextLine, at: number): boolean =>
  at >= line.text.length || line.text[at] === '_' || startsApart(line, at)

/** The ink of a line's units `from` to `to` (not itself included). */
export function inkOf(line: TextLine, from: number, to: number): Box {
  const x = line.left[from] ?? 0
  return { x, y: line.y, width: (line.right[to - 1] ?? x) - x, height: line.height }
}

import type { Ink } from './graphics-state.ts'
import { type Edges, edgesOf, type Point } from './matrix.ts'

/** A piece of text where it stands, upright: from its first ink to its last, on its baseline, in points. */
export interface Piece {
  text: string
  start: number
  end: number
  baseline: number
  size: number
  ink: Ink
  /** What of the appearance is shown there. */
  clip: Edges
}

/** One part of a path that was painted. */
export interface Mark {
  points: readonly Point[]
  curved: boolean
  filled: boolean
  /** An upright rectangle that was filled. */
  block: boolean
  lineWidth: number
  ink: Ink
  /** Pieces of text drawn before it. */
  after: number
}

/** Pieces that follow one another on one baseline. */
export interface Line {
  pieces: Piece[]
  /** Number of its first piece. */
  first: number
  start: number
  end: number
  baseline: number
  size: number
}

/** Parts of the font size: how letters may overlap, how far a baseline may waver, the least leading. */
const overlap = 0.2
const waver = 0.12
const leastLeading = 0.7
/** Where digits and capitals stand above the baseline. */
const foot = 0.08
const head = 0.66

/**
 * The lines of what is drawn, when every piece stands behind the one before or below it and all are about as large:
 * only then does it read as it is written. Undefined otherwise.
 */
export function linesOf(pieces: readonly Piece[]): Line[] | undefined {
  const lines: Line[] = []
  for (const [index, piece] of pieces.entries()) {
    const line = lines.at(-1)
    if (line && Math.abs(piece.baseline - line.baseline) <= waver * line.size) {
      if (!follows(line, piece)) return undefined
      line.pieces.push(piece)
      line.end = Math.max(line.end, piece.end)
      continue
    }
    const { start, end, baseline, size } = piece
    if (line && line.baseline - baseline < leastLeading * Math.max(size, line.size)) return undefined
    lines.push({ pieces: [piece], first: index, start, end, baseline, size })
  }
  const sizes = pieces.map(({ size }) => size)
  return Math.max(...sizes) > 2 * Math.min(...sizes) ? undefined : lines
}

function follows(line: Line, { start, size }: Piece): boolean {
  const isSameSize = size <= line.size * 1.3 && line.size <= size * 1.3
  return isSameSize && start > (line.pieces.at(-1)?.start ?? start) && start >= line.end - overlap * size
}

/** Whether a line is shown whole: inside what is not cut away, and in another shade than what it stands on. */
export function isShownWhole({ pieces, first }: Line, marks: readonly Mark[]): boolean {
  return pieces.every((piece) => {
    const { start, end, baseline, size, clip, ink } = piece
    const isInside =
      start >= clip.left - 0.05 * size &&
      end <= clip.right + 0.25 * size &&
      baseline >= clip.bottom - 0.25 * size &&
      baseline + head * size <= clip.top + 0.1 * size
    const ground = marks.findLast((mark) => mark.after <= first && isBehind(mark, piece))
    const paper = ground ? ground.ink : 1
    return isInside && ink !== undefined && paper !== undefined && Math.abs(paper - ink) >= 0.15
  })
}

/** A block that holds a piece or a line from its first letter to its last. */
export function isBehind(mark: Mark, { start, end, baseline, size }: Omit<Piece, 'text' | 'ink' | 'clip'>): boolean {
  const box = edgesOf(mark.points)
  const isWide = box.left <= start + 0.1 * size && box.right >= end - 0.1 * size
  return mark.block && isWide && box.bottom <= baseline + foot * size && box.top >= baseline + head * size
}

/** What the marks of an appearance are judged by: its edges, and the cells of a comb or 0. */
export interface Frame {
  edges: Edges
  cells: number
}

/** Whether nothing but a border, dividers, a ground and rules is drawn besides the lines of a text. */
export function isFurniture(mark: Mark, lines: readonly Line[], frame: Frame): boolean {
  const box = inked(mark)
  const crossed = lines.filter(
    ({ baseline, size }) => box.top > baseline + foot * size && box.bottom < baseline + head * size,
  )
  if (isDivider(mark, box, frame)) return crossed.every((line) => mark.after <= line.first || isBetween(box, line))
  const tallest = Math.max(0, ...crossed.map(({ size }) => size))
  if (isBorder(mark, box, frame.edges)) {
    const isFlat = crossed.length === 0 || box.top - box.bottom >= 0.9 * tallest
    return isFlat && crossed.every((line) => (mark.filled ? isClear(mark, box, line) : isFramed(mark, line, frame)))
  }
  if (crossed.length === 0) return !mark.curved && box.top - box.bottom <= 2 && isRule(box, lines)
  return crossed.every((line) => mark.after <= line.first && isBehind(mark, line))
}

/** What is filled stands beside a line or was there before it; a block then has all of it in front. */
function isClear(mark: Mark, box: Edges, line: Line): boolean {
  if (box.right <= line.start || box.left >= line.end) return true
  return mark.after <= line.first && (!mark.block || isBehind(mark, line))
}

/** A stroke along the edges that comes later keeps off the letters. */
function isFramed({ after, lineWidth }: Mark, { first, start, end }: Line, { edges }: Frame): boolean {
  return after <= first || (start >= edges.left + lineWidth && end <= edges.right - lineWidth)
}

/** A divider that comes later stands between two letters. */
function isBetween(box: Edges, { pieces }: Line): boolean {
  return pieces.every(({ start, end }) => box.right <= start + 1 || box.left >= end - 1)
}

/** A rule under a line is at least as long as two letters. */
function isRule(box: Edges, lines: readonly Line[]): boolean {
  return lines.some(({ size }) => box.right - box.left >= 2 * size)
}

function inked({ points, lineWidth }: Mark): Edges {
  const { left, bottom, right, top } = edgesOf(points)
  const half = lineWidth / 2
  return { left: left - half, bottom: bottom - half, right: right + half, top: top + half }
}

/** Dividers of a comb are as high as it is, and stand where cells meet. */
function isDivider(mark: Mark, box: Edges, { edges, cells }: Frame): boolean {
  if (cells === 0 || mark.curved) return false
  const cell = (edges.right - edges.left) / cells
  const centre = (box.left + box.right) / 2 - edges.left
  const off = Math.abs(centre - Math.round(centre / cell) * cell)
  const isHigh = box.top - box.bottom >= 0.5 * (edges.top - edges.bottom)
  return isHigh && box.right - box.left <= 3 && off <= Math.max(1.5, cell * 0.15)
}

/** A border keeps to the edges with each of its sides, and runs along one of them from end to end. */
function isBorder({ points, curved, filled, lineWidth }: Mark, box: Edges, edges: Edges): boolean {
  const { left, bottom, right, top } = edges
  const [width, height] = [right - left, top - bottom]
  const edge = Math.min(4, 0.15 * width, 0.15 * height)
  const distances = ([x, y]: Point) => [x - left, right - x, y - bottom, top - y]
  const isAlong = (one: Point, other: Point) => {
    const [across, up] = [Math.abs(other[0] - one[0]), Math.abs(other[1] - one[1])]
    const isStraight = Math.min(across, up) <= 0.01 || Math.max(across, up) <= edge
    const others = distances(other)
    return isStraight && distances(one).some((distance, side) => Math.max(distance, others[side] ?? edge) <= edge)
  }
  const ends = filled ? [...points, ...points.slice(0, 1)] : points
  const isLong = box.right - box.left >= width - 2.2 * edge || box.top - box.bottom >= height - 2.2 * edge
  const isInside = points.every((point) => distances(point).every((distance) => distance >= -1))
  const isThin = lineWidth <= 2 * edge
  return !curved && isThin && isLong && isInside && ends.every((point, at) => isAlong(point, ends[at + 1] ?? point))
}

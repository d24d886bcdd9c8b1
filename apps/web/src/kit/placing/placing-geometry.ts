import type { Position } from '@moqi/api/shapes'

/** A box on a page, mm from its top left. */
export type Box = { x: number; y: number; width: number; height: number }
/** A page's size, mm. */
export type PageSize = { width: number; height: number }
/** Lines to draw while a box lies on them, mm: `x` upright, `y` level. */
export type Guides = { x: number | null; y: number | null }
/** How several places are brought into line. */
export type Alignment = 'left' | 'centre' | 'right' | 'top' | 'middle' | 'bottom'

// A tenth of a millimetre is finer than any printer; more digits only make the wire longer.
const tenth = (mm: number) => Math.round(mm * 10) / 10
const within = (value: number, most: number) => Math.min(Math.max(value, 0), Math.max(most, 0))

/** The box moved inside its page, to a tenth of a millimetre. */
export function insidePage<B extends Box>(box: B, page: PageSize): B {
  return { ...box, x: tenth(within(box.x, page.width - box.width)), y: tenth(within(box.y, page.height - box.height)) }
}

/** Start, middle and end of a stretch. */
const edges = (from: number, size: number): readonly number[] => [from, from + size / 2, from + size]

function snapAxis(from: number, size: number, lines: readonly number[], reach: number) {
  let best: { by: number; line: number } | null = null
  for (const line of lines) {
    for (const edge of edges(from, size)) {
      const by = line - edge
      if (Math.abs(by) <= reach && (best === null || Math.abs(by) < Math.abs(best.by))) best = { by, line }
    }
  }
  return best
}

/**
 * Pulls a box onto the edges and middles of its neighbours and onto the page's middle when it comes within `reach` mm.
 * The answer says which lines it lies on.
 */
export function snapped(
  box: Box,
  page: PageSize,
  neighbours: readonly Box[],
  reach = 1.5,
): { x: number; y: number; guides: Guides } {
  const upright = [page.width / 2, ...neighbours.flatMap((other) => edges(other.x, other.width))]
  const level = [page.height / 2, ...neighbours.flatMap((other) => edges(other.y, other.height))]
  const alongX = snapAxis(box.x, box.width, upright, reach)
  const alongY = snapAxis(box.y, box.height, level, reach)
  const moved = { ...box, x: box.x + (alongX?.by ?? 0), y: box.y + (alongY?.by ?? 0) }
  const { x, y } = insidePage(moved, page)
  return { x, y, guides: { x: alongX?.line ?? null, y: alongY?.line ?? null } }
}

/** The step of an arrow key, mm; null for another key. Shift makes it ten times as long. */
export function arrowStep(key: string, shift: boolean): { x: number; y: number } | null {
  const far = shift ? 10 : 1
  const steps: Record<string, { x: number; y: number }> = {
    ArrowLeft: { x: -far, y: 0 },
    ArrowRight: { x: far, y: 0 },
    ArrowUp: { x: 0, y: -far },
    ArrowDown: { x: 0, y: far },
  }
  return steps[key] ?? null
}

const lines: Record<Alignment, (boxes: readonly Box[]) => (box: Box) => Partial<Box>> = {
  left: (boxes) => {
    const line = Math.min(...boxes.map((box) => box.x))
    return () => ({ x: line })
  },
  right: (boxes) => {
    const line = Math.max(...boxes.map((box) => box.x + box.width))
    return (box) => ({ x: line - box.width })
  },
  centre: (boxes) => {
    const line = (Math.min(...boxes.map((box) => box.x)) + Math.max(...boxes.map((box) => box.x + box.width))) / 2
    return (box) => ({ x: line - box.width / 2 })
  },
  top: (boxes) => {
    const line = Math.min(...boxes.map((box) => box.y))
    return () => ({ y: line })
  },
  bottom: (boxes) => {
    const line = Math.max(...boxes.map((box) => box.y + box.height))
    return (box) => ({ y: line - box.height })
  },
  middle: (boxes) => {
    const line = (Math.min(...boxes.map((box) => box.y)) + Math.max(...boxes.map((box) => box.y + box.height))) / 2
    return (box) => ({ y: line - box.height / 2 })
  },
}

/** Brings boxes into line with each other; a single box with its page. */
export function aligned<B extends Box>(boxes: readonly B[], alignment: Alignment, page: PageSize): B[] {
  const whole = { x: 0, y: 0, ...page }
  const place = lines[alignment](boxes.length > 1 ? boxes : [whole])
  return boxes.map((box) => insidePage({ ...box, ...place(box) }, page))
}

/** A corner of a box by compass. */
export type Corner = 'nw' | 'ne' | 'sw' | 'se'

/** What a box may become: the smallest and largest width and height, mm, and whether it stays square. */
export type SizeLimits = { least: number; most: PageSize; square: boolean }

/** The box with one corner moved by `by` mm, the opposite one staying; to a tenth of a millimetre. */
export function resized<B extends Box>(box: B, corner: Corner, by: { x: number; y: number }, limits: SizeLimits): B {
  const { least, most, square } = limits
  const [west, north] = [corner.endsWith('w'), corner.startsWith('n')]
  const room = {
    width: west ? box.x + box.width : most.width - box.x,
    height: north ? box.y + box.height : most.height - box.y,
  }
  const clamp = (size: number, whole: number) => Math.min(Math.max(size, least), whole)
  let width = clamp(box.width + (west ? -by.x : by.x), room.width)
  let height = clamp(box.height + (north ? -by.y : by.y), room.height)
  if (square) width = height = Math.min(Math.max(width, height), room.width, room.height)
  const x = west ? box.x + box.width - width : box.x
  const y = north ? box.y + box.height - height : box.y
  return { ...box, x: tenth(x), y: tenth(y), width: tenth(width), height: tenth(height) }
}

const samePlace = (a: Position, b: Position) =>
  a.fileId === b.fileId &&
  a.page === b.page &&
  a.positionType === b.positionType &&
  a.signerNo === b.signerNo &&
  Math.abs(a.x - b.x) < 1 &&
  Math.abs(a.y - b.y) < 1

/**
 * Copies of a place on every other page of its file, except where the same one lies already; kept inside smaller
 * pages. `newId` names each copy.
 */
export function onEveryPage(
  place: Position,
  pages: readonly PageSize[],
  existing: readonly Position[],
  newId: () => string,
): Position[] {
  return pages.flatMap((size, index) => {
    const copy = insidePage({ ...place, page: index + 1 }, size)
    const taken = copy.page === place.page || existing.some((other) => samePlace(other, copy))
    return taken ? [] : [{ ...copy, positionId: newId() }]
  })
}

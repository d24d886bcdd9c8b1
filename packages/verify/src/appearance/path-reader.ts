import type { GraphicsState } from './graphics-state.ts'
import { apply, common, cornersOf, type Edges, edgesOf, type Matrix, type Point } from './matrix.ts'
import type { Mark } from './text-layout.ts'

interface Part {
  points: Point[]
  curved: boolean
}

const filling = new Set(['f', 'F', 'f*', 'B', 'B*', 'b', 'b*'])
const closing = new Set(['s', 'b', 'b*'])
const painting = new Set([...filling, 'S', 's', 'n'])
const curves = new Set(['c', 'v', 'y'])

/** Collects paths until they are painted (ISO 32000-2 8.5). */
export class PathReader {
  #parts: Part[] = []
  #clips = false

  /** Applies an operator that builds a path or clips to it; says whether it was one. */
  apply(name: string, numbers: number[], toPage: Matrix): boolean {
    if (name === 'W' || name === 'W*') this.#clips = true
    else if (name === 're') this.#rectangle(numbers, toPage)
    else if (name === 'h') close(this.#parts.at(-1))
    else if (name === 'm') this.#parts.push({ points: pairs(numbers, toPage), curved: false })
    else if (name === 'l' || curves.has(name)) this.#extend(name, pairs(numbers, toPage))
    else return false
    return true
  }

  paints(name: string): boolean {
    return painting.has(name)
  }

  /** Ends the path: what was painted, and to what is clipped from here on. */
  paint(name: string, state: GraphicsState, after: number): { marks: Mark[]; clip: Edges | 'shape' | undefined } {
    const [parts, clips] = [this.#parts, this.#clips]
    this.#parts = []
    this.#clips = false
    const clip = clips ? clipOf(parts) : undefined
    if (name === 'n') return { marks: [], clip }
    const filled = filling.has(name)
    const isStroked = !/^[fF]/.test(name)
    const lineWidth = isStroked ? state.lineWidth * scaleOf(state.toPage) : 0
    // Several rectangles may leave each other out.
    const isOne = filled && parts.length === 1
    const marks = parts.map((part) => {
      if (closing.has(name)) close(part)
      const ink = filled ? state.fill : state.stroke
      const block = isOne && isRectangle(part)
      const points = block ? shownCorners(part, state.clip) : part.points
      return { ...part, points, filled, block, lineWidth, ink, after }
    })
    return { marks: marks.filter(({ points }) => points.length > 1), clip }
  }

  #rectangle([x = 0, y = 0, width = 0, height = 0]: number[], toPage: Matrix): void {
    const corners = cornersOf(x, y, x + width, y + height).map((corner) => apply(toPage, corner))
    const part = { points: corners, curved: false }
    close(part)
    this.#parts.push(part)
  }

  #extend(name: string, points: Point[]): void {
    const part = this.#parts.at(-1) ?? { points: [], curved: false }
    if (this.#parts.length === 0) this.#parts.push(part)
    part.points.push(...points)
    part.curved ||= name !== 'l'
  }
}

function pairs(numbers: number[], toPage: Matrix): Point[] {
  return numbers.flatMap((x, at) => (at % 2 === 0 ? [apply(toPage, [x, numbers[at + 1] ?? Number.NaN])] : []))
}

function close(part: Part | undefined): void {
  const [first] = part?.points ?? []
  if (first) part?.points.push(first)
}

/** Four corners, each in line with the next. */
function isRectangle({ points, curved }: Part): boolean {
  const corners = points.length === 5 && isSame(points[0], points[4]) ? points.slice(0, 4) : points
  const isUpright = corners.every(([x, y], at) => {
    const [nextX, nextY] = corners[(at + 1) % 4] ?? [x, y]
    return Math.abs(nextX - x) <= 0.01 !== Math.abs(nextY - y) <= 0.01
  })
  const turns = corners.every(([x], at) => Math.abs(x - (corners[(at + 2) % 4]?.[0] ?? x)) > 0.01)
  return corners.length === 4 && !curved && isUpright && turns
}

/** The corners of what is left of a rectangle, none for nothing. */
function shownCorners({ points }: Part, clip: Edges): Point[] {
  const { left, bottom, right, top } = common(edgesOf(points), clip)
  return right > left && top > bottom ? cornersOf(left, bottom, right, top) : []
}

const isSame = (one: Point | undefined, other: Point | undefined) => one?.[0] === other?.[0] && one?.[1] === other?.[1]

function clipOf(parts: Part[]): Edges | 'shape' {
  const [part, ...others] = parts
  return part && others.length === 0 && isRectangle(part) ? edgesOf(part.points) : 'shape'
}

const scaleOf = ([a, b, c, d]: Matrix) => Math.sqrt(Math.abs(a * d - b * c))

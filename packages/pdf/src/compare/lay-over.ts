/** Pixels of a side of the parts that are laid over one another. */
const part = 48
/** How far the whole may lie elsewhere, and a part from where the whole or its neighbour does, in pixels. */
const wholeReach = 24
const partReach = 3
/** The whole is first sought in pictures as many times smaller. */
const coarse = 4

type Vector = readonly [number, number]

/**
 * Where each part of one picture is found in another of the same size, though it was scanned a little aslant: answers,
 * for a pixel of the one, how many pixels further on it stands in the other. Both are 1 for ink and 0 for paper.
 */
export function layOver(
  one: Uint8Array,
  other: Uint8Array,
  size: { width: number; height: number },
): (x: number, y: number) => number {
  const { width, height } = size
  const whole = wholeShift(one, other, size)
  const [columns, rows] = [Math.ceil(width / part), Math.ceil(height / part)]
  const shifts: Vector[] = []
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const near = [whole, column > 0 ? shifts.at(-1) : undefined, shifts[(row - 1) * columns + column]]
      const area = { left: column * part, top: row * part, side: part }
      shifts.push(bestNear(one, other, size, { area, near: near.filter((vector) => vector !== undefined) }) ?? whole)
    }
  }
  return (x, y) => {
    const [across, down] = shifts[Math.floor(y / part) * columns + Math.floor(x / part)] ?? whole
    const [to, to2] = [clamp(x + across, width), clamp(y + down, height)]
    return (to2 - y) * width + to - x
  }
}

const clamp = (at: number, most: number) => Math.max(0, Math.min(most - 1, at))

/** Where the picture as a whole is found, to a few pixels. */
function wholeShift(one: Uint8Array, other: Uint8Array, { width, height }: { width: number; height: number }): Vector {
  const size = { width: Math.ceil(width / coarse), height: Math.ceil(height / coarse) }
  const [small, small2] = [one, other].map((ink) => shrunk(ink, width, size))
  let best: { vector: Vector; faults: number } = { vector: [0, 0], faults: Number.POSITIVE_INFINITY }
  if (!small || !small2) return best.vector
  const reach = wholeReach / coarse
  const area = { left: 0, top: 0, side: Math.max(size.width, size.height) }
  for (const vector of around([0, 0], reach)) {
    const faults = faultsAt(small, small2, size, { area, vector, most: best.faults })
    if (faults < best.faults) best = { vector, faults }
  }
  return [best.vector[0] * coarse, best.vector[1] * coarse]
}

/** How much ink is in each square of a picture. */
function shrunk(ink: Uint8Array, width: number, size: { width: number; height: number }): Uint8Array {
  const small = new Uint8Array(size.width * size.height)
  for (let at = 0; at < ink.length; at++) {
    if (ink[at] === 0) continue
    const to = Math.floor(Math.floor(at / width) / coarse) * size.width + Math.floor((at % width) / coarse)
    small[to] = (small[to] ?? 0) + 1
  }
  return small
}

/** The vectors around one, the nearest first, so that among equals the nearest is chosen. */
function around([x, y]: Vector, reach: number): Vector[] {
  const vectors: Vector[] = []
  for (let down = -reach; down <= reach; down++)
    for (let across = -reach; across <= reach; across++) vectors.push([x + across, y + down])
  const far = ([across, down]: Vector) => (across - x) ** 2 + (down - y) ** 2
  return vectors.toSorted((a, b) => far(a) - far(b))
}

interface Square {
  left: number
  top: number
  side: number
}

/** Undefined where there is no ink to go by. */
function bestNear(
  one: Uint8Array,
  other: Uint8Array,
  size: { width: number; height: number },
  { area, near }: { area: Square; near: readonly Vector[] },
): Vector | undefined {
  let best: { vector: Vector | undefined; faults: number } = { vector: undefined, faults: Number.POSITIVE_INFINITY }
  if (!hasInk(one, size, area)) return undefined
  const tried = new Set<string>()
  for (const vector of near.flatMap((middle) => around(middle, partReach))) {
    const name = vector.join(' ')
    if (tried.has(name)) continue
    tried.add(name)
    const faults = faultsAt(one, other, size, { area, vector, most: best.faults })
    if (faults < best.faults) best = { vector, faults }
    if (faults === 0) break
  }
  return best.vector
}

function hasInk(ink: Uint8Array, { width, height }: { width: number; height: number }, { left, top, side }: Square) {
  for (let y = top; y < Math.min(height, top + side); y++)
    for (let x = left; x < Math.min(width, left + side); x++) if (ink[y * width + x] !== 0) return true
  return false
}

/** By how much a part differs from what lies under it, up to `most`. */
function faultsAt(
  one: Uint8Array,
  other: Uint8Array,
  { width, height }: { width: number; height: number },
  { area: { left, top, side }, vector: [across, down], most }: { area: Square; vector: Vector; most: number },
): number {
  let faults = 0
  for (let y = top; y < Math.min(height, top + side); y++) {
    for (let x = left; x < Math.min(width, left + side); x++) {
      const [to, to2] = [x + across, y + down]
      const under = to < 0 || to2 < 0 || to >= width || to2 >= height ? 0 : (other[to2 * width + to] ?? 0)
      faults += Math.abs((one[y * width + x] ?? 0) - under)
    }
    if (faults >= most) return faults
  }
  return faults
}

import type { SealGlyph } from './seal-geometry.ts'

/** Semi-axes in mm; equal for a round seal. */
export type Ellipse = { readonly a: number; readonly b: number }

/** Below this width a character of the ring is no longer told from its neighbour, so it gets lower instead. */
const narrowestFactor = 0.55
const steps = 720

/** Sweep of the upper arc in degrees for n characters, between `least` and `most`. */
export function arcSweep(n: number, least = 120, most = 280): number {
  return Math.min(most, Math.max(least, 16 * n))
}

/**
 * Sets characters along the upper arc of an ellipse, at equal lengths of it. `outer` is where their upper edges run,
 * `fullHeight` how high they are in mm while they fit, `sweep` the arc's parametric angle in degrees.
 */
export function arcGlyphs(
  characters: readonly string[],
  outer: Ellipse,
  fullHeight: number,
  sweep: number,
): readonly SealGlyph[] {
  const n = characters.length
  const middle = (height: number): Ellipse => ({ a: outer.a - height / 2, b: outer.b - height / 2 })
  const factor = (height: number) => arcLength(middle(height), sweep) / (n * height)
  const height = factor(fullHeight) < narrowestFactor ? heightFor(factor, fullHeight) : fullHeight
  const width = height * Math.min(1, factor(height))
  const turns = evenTurns(middle(height), sweep, n)
  return characters.map((character, i) => ({ character, width, height, ...onArc(middle(height), turns[i] ?? 0) }))
}

/** Digits of a code along the lower arc, upright, left to right; `outer` is where their lower edges run, in mm. */
export function lowerArcDigits(code: string, outer: Ellipse, height: number, sweep: number): readonly SealGlyph[] {
  const digits = [...code]
  const middle = { a: outer.a - height / 2, b: outer.b - height / 2 }
  const turns = evenTurns(middle, sweep, digits.length)
  const pitch = arcLength(middle, sweep) / digits.length
  return digits.map((character, i) => {
    const { x, y, rotation } = onArc(middle, turns[i] ?? 0)
    return digitGlyph({ character, x, y: -y, rotation: -rotation }, { width: pitch * 0.62, height })
  })
}

// Of a digit's em box in the sans face: what its advance and its drawn height take.
const digitAdvance = 0.555
const digitHeight = 0.733

/** A digit drawn `width` by `height` mm, as the em box that makes it so. */
export function digitGlyph(
  place: Pick<SealGlyph, 'character' | 'x' | 'y' | 'rotation'>,
  { width, height }: { width: number; height: number },
): SealGlyph {
  return { ...place, width: width / digitAdvance, height: height / digitHeight }
}

/** Characters side by side about the middle, no wider than `room`; y and sizes in mm. */
export function lineGlyphs(
  text: string,
  { y, height, room }: { y: number; height: number; room: number },
): SealGlyph[] {
  const characters = [...text]
  const width = Math.min(height, room / characters.length)
  const first = (-width * (characters.length - 1)) / 2
  return characters.map((character, i) => ({ character, x: first + i * width, y, rotation: 0, width, height }))
}

/** The width in mm that an ellipse leaves free at `y`, for something `height` high about it. */
export function roomAt({ a, b }: Ellipse, y: number, height: number): number {
  const farthest = Math.min(1, (Math.abs(y) + height / 2) / b)
  return 2 * a * Math.sqrt(1 - farthest ** 2)
}

function heightFor(factor: (height: number) => number, most: number): number {
  let [low, high] = [0.2, most]
  for (let step = 0; step < 40; step++) {
    const middle = (low + high) / 2
    if (factor(middle) < narrowestFactor) high = middle
    else low = middle
  }
  return low
}

/** The place at a parametric angle of `turn` radians clockwise from the top, and the tangent's slope there. */
function onArc({ a, b }: Ellipse, turn: number): Pick<SealGlyph, 'x' | 'y' | 'rotation'> {
  const rotation = (Math.atan2(b * Math.sin(turn), a * Math.cos(turn)) * 180) / Math.PI
  return { x: a * Math.sin(turn), y: -b * Math.cos(turn), rotation }
}

/** Lengths of the arc up to each of its steps. */
function lengths({ a, b }: Ellipse, sweep: number): number[] {
  const half = (sweep * Math.PI) / 360
  const from = onArc({ a, b }, -half)
  const sums = [0]
  for (let step = 1, before = from; step <= steps; step++) {
    const here = onArc({ a, b }, -half + (2 * half * step) / steps)
    sums.push((sums.at(-1) ?? 0) + Math.hypot(here.x - before.x, here.y - before.y))
    before = here
  }
  return sums
}

const arcLength = (ellipse: Ellipse, sweep: number): number => lengths(ellipse, sweep).at(-1) ?? 0

/** The parametric angles, in radians from the top, of n places in the middles of equal parts of the arc. */
function evenTurns(ellipse: Ellipse, sweep: number, n: number): number[] {
  const sums = lengths(ellipse, sweep)
  const half = (sweep * Math.PI) / 360
  const total = sums.at(-1) ?? 0
  let step = 1
  return Array.from({ length: n }, (_, i) => {
    const wanted = ((i + 0.5) * total) / n
    while (step < steps && (sums[step] ?? 0) < wanted) step++
    const [before, after] = [sums[step - 1] ?? 0, sums[step] ?? 0]
    const part = (wanted - before) / (after - before)
    return -half + (2 * half * (step - 1 + part)) / steps
  })
}

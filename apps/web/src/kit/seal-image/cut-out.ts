import type { SealColor } from '@moqi/domain/seals/seal-colors'

/** Pixels as a canvas has them: RGBA, a byte each, from the top left. */
export type Pixels = { width: number; height: number; data: Uint8ClampedArray }
/** A box of whole pixels. */
type Box = { x: number; y: number; width: number; height: number }
/** The ink alone, on transparent ground, as large as the photo; and the box around it, with a margin. */
export type CutOut = { pixels: Pixels; box: Box }

/** Degrees of the colour circle: red as domain 4.6 has it, through 0. */
const hues = { red: [345, 15], blue: [195, 265] } as const
/** From the first trace of ink to all of it, in parts of the full saturation or darkness. */
const ramp = 0.3
/** Fewer pixels in one piece are dirt. */
const leastPiece = 6
/** Fainter than this is a smudge of the ground. */
const leastAlpha = 24
/** Beside the ink, in parts of its box. */
const margin = 0.02
/** Pixels a side of the squares whose brightest tells what paper is there: light falls unevenly on a photo. */
const square = 32

/**
 * Cuts ink of one colour out of a photo (domain 4.6, 抠图): what has its hue and is saturated by more than `least`, more
 * opaque the more saturated it is; of black what is darker than the paper around it by more. All of it gets `color`.
 * Null when there is none.
 */
export function cutOut(
  photo: Pixels,
  ink: SealColor,
  least: number,
  color: readonly [number, number, number],
): CutOut | null {
  const { width, height } = photo
  const alphas = inkOf(photo, ink, least)
  dropSpecks(alphas, width, height)
  const box = boxOf(alphas, width, height)
  if (!box) return null
  const data = new Uint8ClampedArray(width * height * 4)
  for (const [at, alpha] of alphas.entries()) {
    data[at * 4] = color[0]
    data[at * 4 + 1] = color[1]
    data[at * 4 + 2] = color[2]
    data[at * 4 + 3] = alpha
  }
  return { pixels: { width, height, data }, box }
}

/** How much ink is at each pixel, 0…255. */
function inkOf(photo: Pixels, ink: SealColor, least: number): Uint8Array {
  const { width, height, data } = photo
  const alphas = new Uint8Array(width * height)
  const strengthAt = ink === 'black' ? darknessIn(photo) : saturationIn(photo, hues[ink])
  for (let y = 0, at = 0; y < height; y++)
    for (let x = 0; x < width; x++, at++) {
      const part = Math.min(1, Math.max(0, (strengthAt(at, x, y) - least) / ramp))
      alphas[at] = Math.round(part * (data[at * 4 + 3] ?? 0))
    }
  return alphas
}

type Strength = (at: number, x: number, y: number) => number

const saturationIn =
  ({ data }: Pixels, hue: readonly [number, number]): Strength =>
  (at) =>
    saturation(data[at * 4] ?? 0, data[at * 4 + 1] ?? 0, data[at * 4 + 2] ?? 0, hue)

/** How much darker each pixel is than the paper around it, in parts of its brightness. */
function darknessIn(photo: Pixels): Strength {
  const { data } = photo
  const paperAt = paperOf(photo)
  return (at, x, y) => {
    const paper = paperAt(x, y)
    const value = Math.max(data[at * 4] ?? 0, data[at * 4 + 1] ?? 0, data[at * 4 + 2] ?? 0)
    return paper === 0 ? 0 : 1 - value / paper
  }
}

/** HSV's saturation of a colour within these hues, 0 of any other. */
function saturation(red: number, green: number, blue: number, [from, to]: readonly [number, number]): number {
  const most = Math.max(red, green, blue)
  const span = most - Math.min(red, green, blue)
  if (span === 0) return 0
  const sixth =
    most === red ? (green - blue) / span : most === green ? 2 + (blue - red) / span : 4 + (red - green) / span
  const hue = (sixth * 60 + 360) % 360
  const within = from < to ? hue >= from && hue <= to : hue >= from || hue <= to
  return within ? span / most : 0
}

/** The brightness of the paper at a place: of the squares around it the brightest, smoothed. */
function paperOf({ width, height, data }: Pixels): (x: number, y: number) => number {
  const columns = Math.ceil(width / square)
  const rows = Math.ceil(height / square)
  const brightest = new Float32Array(columns * rows)
  for (let y = 0, at = 0; y < height; y++)
    for (let x = 0; x < width; x++, at += 4) {
      const place = Math.floor(y / square) * columns + Math.floor(x / square)
      const value = Math.max(data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0)
      if (value > (brightest[place] ?? 0)) brightest[place] = value
    }
  const of = (column: number, row: number) => brightest[clamp(row, rows) * columns + clamp(column, columns)] ?? 0
  const around = new Float32Array(columns * rows)
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) {
      const near = [-1, 0, 1].flatMap((dy) => [-1, 0, 1].map((dx) => of(column + dx, row + dy)))
      around[row * columns + column] = near.reduce((sum, value) => sum + value) / near.length
    }
  const paper = (column: number, row: number) => around[clamp(row, rows) * columns + clamp(column, columns)] ?? 0
  return (x, y) => {
    const [across, down] = [x / square - 0.5, y / square - 0.5]
    const [left, top] = [Math.floor(across), Math.floor(down)]
    const [right, below] = [across - left, down - top]
    const above = paper(left, top) * (1 - right) + paper(left + 1, top) * right
    const beneath = paper(left, top + 1) * (1 - right) + paper(left + 1, top + 1) * right
    return above * (1 - below) + beneath * below
  }
}

const clamp = (value: number, count: number) => Math.min(count - 1, Math.max(0, value))

/** Takes away what hangs together in fewer than six pixels, also over corners. */
function dropSpecks(alphas: Uint8Array, width: number, height: number): void {
  const seen = new Uint8Array(alphas.length)
  const stack: number[] = []
  for (let start = 0; start < alphas.length; start++) {
    if (seen[start] || alphas[start] === 0) continue
    const piece: number[] = []
    stack.push(start)
    seen[start] = 1
    while (stack.length > 0) {
      const at = stack.pop() ?? 0
      if (piece.length < leastPiece) piece.push(at)
      for (const next of neighbours(at, width, height)) {
        if (seen[next] || alphas[next] === 0) continue
        seen[next] = 1
        stack.push(next)
      }
    }
    if (piece.length < leastPiece) for (const at of piece) alphas[at] = 0
  }
}

function neighbours(at: number, width: number, height: number): number[] {
  const x = at % width
  const y = Math.floor(at / width)
  const found: number[] = []
  for (let row = Math.max(0, y - 1); row <= Math.min(height - 1, y + 1); row++)
    for (let column = Math.max(0, x - 1); column <= Math.min(width - 1, x + 1); column++)
      if (row !== y || column !== x) found.push(row * width + column)
  return found
}

function boxOf(alphas: Uint8Array, width: number, height: number): Box | null {
  let [left, top, right, bottom] = [width, height, -1, -1]
  for (let y = 0, at = 0; y < height; y++)
    for (let x = 0; x < width; x++, at++) {
      if ((alphas[at] ?? 0) < leastAlpha) continue
      left = Math.min(left, x)
      right = Math.max(right, x)
      top = Math.min(top, y)
      bottom = y
    }
  if (right < 0) return null
  const beside = Math.ceil((right - left + 1) * margin)
  const above = Math.ceil((bottom - top + 1) * margin)
  const x = Math.max(0, left - beside)
  const y = Math.max(0, top - above)
  return {
    x,
    y,
    width: Math.min(width, right + 1 + beside) - x,
    height: Math.min(height, bottom + 1 + above) - y,
  }
}

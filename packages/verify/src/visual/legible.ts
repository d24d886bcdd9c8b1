import type { Pixels } from '@moqi/pdf/images/png'
import { clip, type PixelArea } from './compare-pictures.ts'

/** A glyph, or a mark that is none, with how much of its ink can no longer be told from what is around it. */
export interface Mark {
  area: PixelArea
  /** Pixels of its ink, of those that became like the ground, and of those whose surroundings became like them. */
  ink: number
  lost: number
  merged: number
  /** Those that can be told although what is around them was painted: the look lets them show. */
  shown: number
}

/** Ground is told by places of so many points, since a table's head may have another than its rows. */
const placePoints = 12
/** Channels differ by so much where there is ink at all: text of 90 % grey does. */
const faintest = 20
/** Of the contrast that a mark has, so much makes its core, without the rim that is drawn softly. */
const core = 0.6
/** What keeps less of its contrast has become like the ground. */
const gone = 0.35
/** What keeps less of it against its surroundings cannot be told from them. */
const told = 0.3
/** Ink whose colour changed by more of its contrast was painted over. */
const repainted = 0.75
/** Where the ground beside it stayed as it was, less does: a veil or a seal would colour both. */
const retyped = 0.4
/** Ground counts as it was when no more of it changed. */
const quietPart = 0.1
/** How far around ink its surroundings are looked for, in points: further than any stroke of text is thick. */
const reachPoints = 1.5

/** A place before and after, drawn alike, `scale` pixels to a point. */
export interface Place {
  before: Pixels
  after: Pixels
  scale: number
}

/** What ink and ground are in a picture. */
export interface Ink {
  width: number
  height: number
  /** By pixel how far it is from its ground, 0 where that is none of a mark's core. */
  contrast: Uint8Array
  /** Pixels that are ground. */
  ground: Uint8Array
  /** Red, green and blue of the ground by pixel of a place, and how many places stand in a row. */
  groundAt: (x: number, y: number) => readonly number[]
}

const channels = [0, 1, 2] as const
const at = (data: Uint8Array, pixel: number, channel: number) => data[pixel * 4 + channel] ?? 0

/** How far two colours are apart: by the channel that tells them best, so that print shows through a seal's red. */
export function apart(data: Uint8Array, pixel: number, colour: readonly number[]): number {
  const from = pixel * 4
  let most = 0
  for (let channel = 0; channel < 3; channel++) {
    const difference = Math.abs((data[from + channel] ?? 0) - (colour[channel] ?? 0))
    if (difference > most) most = difference
  }
  return most
}

/** E6: ink is what differs from the ground of its place, whatever the colour of either. */
export function inkOf({ width, height, data }: Pixels, scale: number): Ink {
  const side = Math.max(8, Math.round(placePoints * scale))
  const across = Math.ceil(width / side)
  const grounds = Array.from({ length: across * Math.ceil(height / side) }, (_, place) =>
    usualColour({ width, height, data }, (place % across) * side, Math.floor(place / across) * side, side),
  )
  const groundAt = (x: number, y: number) =>
    grounds[Math.floor(y / side) * across + Math.floor(x / side)] ?? [255, 255, 255]
  const distance = new Uint8Array(width * height)
  const strongest = new Uint8Array(grounds.length)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const place = Math.floor(y / side) * across + Math.floor(x / side)
      const found = apart(data, y * width + x, grounds[place] ?? [])
      distance[y * width + x] = found
      if (found > (strongest[place] ?? 0)) strongest[place] = found
    }
  }
  const ground = new Uint8Array(width * height)
  const contrast = distance.map((found, pixel) => {
    const place = Math.floor(Math.floor(pixel / width) / side) * across + Math.floor((pixel % width) / side)
    ground[pixel] = found < faintest ? 1 : 0
    // Pale text beside dark text is ink as well.
    return found >= faintest && found >= Math.min(core * (strongest[place] ?? 0), 90) ? found : 0
  })
  return { width, height, contrast, ground, groundAt }
}

/** The colour that most pixels of a place have, give or take a little. */
function usualColour(
  { width, height, data }: Pick<Pixels, 'width' | 'height' | 'data'>,
  left: number,
  top: number,
  side: number,
) {
  const counts = new Map<number, { count: number; pixel: number }>()
  let best = { count: 0, pixel: top * width + left }
  let last = { key: -1, known: best }
  for (let y = top; y < Math.min(height, top + side); y++) {
    for (let x = left; x < Math.min(width, left + side); x++) {
      const pixel = y * width + x
      const key = ((at(data, pixel, 0) >> 3) << 10) | ((at(data, pixel, 1) >> 3) << 5) | (at(data, pixel, 2) >> 3)
      if (key !== last.key) {
        last = { key, known: counts.get(key) ?? { count: 0, pixel } }
        counts.set(key, last.known)
      }
      last.known.count += 1
      if (last.known.count > best.count) best = last.known
    }
  }
  return channels.map((channel) => at(data, best.pixel, channel))
}

/**
 * E6, E7: how much of each mark's ink is left. `areas` are those of glyphs; ink outside all of them makes marks of its
 * own, as far as it hangs together and is not among `rulesIn`.
 */
export function marksOf(
  place: Place,
  areas: readonly PixelArea[],
  rulesIn: (ink: Ink) => Uint8Array = ({ contrast }) => new Uint8Array(contrast.length),
): Mark[] {
  const { before, scale } = place
  const ink = inkOf(before, scale)
  const rules = rulesIn(ink)
  const { width, height, contrast } = ink
  const owner = new Int32Array(width * height)
  const marks: Mark[] = []
  const begin = (area: PixelArea) => marks.push({ area, ink: 0, lost: 0, merged: 0, shown: 0 })
  for (const area of areas) {
    const number = begin(area)
    const { left, top, right, bottom } = clip(area, width, height)
    for (let y = top; y < bottom; y++) owner.fill(number, y * width + left, y * width + Math.max(left, right))
  }
  for (const pixels of blobsOf(contrast, width, (pixel) => owner[pixel] === 0 && rules[pixel] === 0)) {
    const number = begin(boundsOf(pixels, width))
    for (const pixel of pixels) owner[pixel] = number
  }
  const reach = Math.max(2, Math.round(reachPoints * scale))
  for (const [pixel, was] of contrast.entries()) {
    const mark = was > 0 ? marks[(owner[pixel] ?? 0) - 1] : undefined
    if (!mark) continue
    mark.ink += 1
    const became = fateOf(place, ink, pixel, reach)
    if (became) mark[became] += 1
  }
  return marks
}

/** What became of a pixel of ink; undefined when it can be told from its surroundings as before. */
function fateOf(
  { before, after }: Place,
  ink: Ink,
  pixel: number,
  reach: number,
): 'lost' | 'merged' | 'shown' | undefined {
  const { width } = ink
  if (isSame(before.data, after.data, pixel) && isQuiet(before.data, after.data, pixel, width)) return undefined
  const ground = ink.groundAt(pixel % width, Math.floor(pixel / width))
  if (apart(after.data, pixel, ground) <= (ink.contrast[pixel] ?? 0) * gone) return 'lost'
  // What took another ink's colour tells of that one alone, wherever the other ends.
  const own = [0, 1, 2].map((channel) => at(before.data, pixel, channel))
  const change = apart(after.data, pixel, own) / (ink.contrast[pixel] ?? 1)
  if (change > repainted) return 'merged'
  if (change > retyped && isGroundQuiet(ink, { before, after }, pixel, reach)) return 'merged'
  if (isMerged(ink, after.data, pixel, reach)) return 'merged'
  return isPaintedAround(before.data, after.data, pixel, width) ? 'shown' : undefined
}

const isSame = (one: Uint8Array, other: Uint8Array, pixel: number) =>
  channels.every((channel) => at(one, pixel, channel) === at(other, pixel, channel))

/** Whether nothing changed right beside a pixel either. */
const isQuiet = (one: Uint8Array, other: Uint8Array, pixel: number, width: number) =>
  [-3, 3, -3 * width, 3 * width].every((step) => isSame(one, other, pixel + step))

/** Whether what is beside a pixel changed on most sides: what was painted there let it show. */
const isPaintedAround = (one: Uint8Array, other: Uint8Array, pixel: number, width: number) =>
  [-3, 3, -3 * width, 3 * width].filter((step) => !isSame(one, other, pixel + step)).length >= 3

/** Whether what was ground around a pixel of ink now looks as the ink there does. */
function isMerged(ink: Ink, after: Uint8Array, pixel: number, reach: number): boolean {
  const [inked, around] = sumsAround(ink, after, pixel, reach)
  if (inked.count === 0 || around.count === 0) return false
  const left = channels.map((channel) => Math.abs(meanOf(inked, channel) - meanOf(around, channel)))
  return Math.max(...left) < (ink.contrast[pixel] ?? 0) * told
}

/** Whether what is ground around a pixel of ink looks as it did: then the ink alone was painted. */
function isGroundQuiet(
  { width, height, ground }: Ink,
  { before, after }: Pick<Place, 'before' | 'after'>,
  pixel: number,
  reach: number,
): boolean {
  const [x, y] = [pixel % width, Math.floor(pixel / width)]
  const [first, last] = [Math.max(0, x - reach), Math.min(width - 1, x + reach)]
  let [count, changed] = [0, 0]
  for (let row = Math.max(0, y - reach); row <= Math.min(height - 1, y + reach); row++) {
    for (let near = row * width + first; near <= row * width + last; near++) {
      if (ground[near] === 0) continue
      count += 1
      const own = [0, 1, 2].map((channel) => at(before.data, near, channel))
      if (apart(after.data, near, own) > faintest) changed += 1
    }
  }
  return count > 0 && changed <= count * quietPart
}

interface Sum {
  light: [number, number, number]
  count: number
}

const meanOf = ({ light, count }: Sum, channel: number) => (light[channel] ?? 0) / count

/** The light there is now in what was ink around a pixel, and in what was ground. */
function sumsAround(
  { width, height, contrast, ground }: Ink,
  after: Uint8Array,
  pixel: number,
  reach: number,
): [Sum, Sum] {
  const sums: [Sum, Sum] = [
    { light: [0, 0, 0], count: 0 },
    { light: [0, 0, 0], count: 0 },
  ]
  const [x, y] = [pixel % width, Math.floor(pixel / width)]
  const [first, last] = [Math.max(0, x - reach), Math.min(width - 1, x + reach)]
  for (let row = Math.max(0, y - reach); row <= Math.min(height - 1, y + reach); row++) {
    for (let near = row * width + first; near <= row * width + last; near++) {
      const isInk = (contrast[near] ?? 0) > 0
      if (!isInk && ground[near] === 0) continue
      const sum = sums[isInk ? 0 : 1]
      for (const channel of [0, 1, 2] as const) sum.light[channel] += at(after, near, channel)
      sum.count += 1
    }
  }
  return sums
}

/** Pixels other than 0 that hang together, where `counts` says so. */
export function blobsOf(
  values: Uint8Array,
  width: number,
  counts: (pixel: number) => boolean = () => true,
): number[][] {
  const isOpen = values.map((value, pixel) => (value > 0 && counts(pixel) ? 1 : 0))
  const blobs: number[][] = []
  for (let start = isOpen.indexOf(1); start >= 0; start = isOpen.indexOf(1, start + 1)) {
    const blob = [start]
    isOpen[start] = 0
    for (const pixel of blob) {
      for (const next of neighbours(pixel, width)) {
        if (isOpen[next] !== 1) continue
        isOpen[next] = 0
        blob.push(next)
      }
    }
    blobs.push(blob)
  }
  return blobs
}

function neighbours(pixel: number, width: number): number[] {
  const x = pixel % width
  return [pixel - width, pixel + width, x > 0 ? pixel - 1 : -1, x < width - 1 ? pixel + 1 : -1]
}

/** The smallest area that holds pixels. */
export function boundsOf(pixels: readonly number[], width: number): PixelArea {
  const bounds = { left: Infinity, top: Infinity, right: 0, bottom: 0 }
  for (const pixel of pixels) {
    const [x, y] = [pixel % width, Math.floor(pixel / width)]
    bounds.left = Math.min(bounds.left, x)
    bounds.right = Math.max(bounds.right, x + 1)
    bounds.top = Math.min(bounds.top, y)
    bounds.bottom = Math.max(bounds.bottom, y + 1)
  }
  return bounds
}

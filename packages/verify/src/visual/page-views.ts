import type { Pixels } from '@moqi/pdf/images/png'
import type { PageBox } from '@moqi/pdf/graph/place-on-page'
import { clip, type PixelArea } from './compare-pictures.ts'

/** A page drawn `width` pixels wide, or a part of it. */
export interface PageView {
  width: number
  part?: { left: number; top: number; width: number; height: number }
}

/** V1: two points around each box, for what is drawn at its very edge. */
const marginPoints = 2
const pointsPerMillimetre = 72 / 25.4
/** A part is this large at most, and neighbours share what a small word takes. */
const side = 2400
const shared = 48
/** More parts of one page take longer than anybody waits. */
const mostParts = 30
/** Beyond this PDFium's own numbers no longer hold a page. */
const widestPage = 200_000

/** Where a box lies in a view, with its margin unless told otherwise. */
export function areaOf({ box, pageWidth }: PageBox, { width, part }: PageView, margin = marginPoints): PixelArea {
  const scale = width / pageWidth
  const around = (margin / pointsPerMillimetre) * scale
  const { left, top } = part ?? { left: 0, top: 0 }
  return {
    left: box.x * scale - around - left,
    top: box.y * scale - around - top,
    right: (box.x + box.width) * scale + around - left,
    bottom: (box.y + box.height) * scale + around - top,
  }
}

/**
 * The parts of a page too large for one picture that hold any of the boxes, all without boxes; undefined when too many.
 */
export function partsOf(size: { width: number; height: number }, boxes: PageBox[] | undefined): PageView[] | undefined {
  const { width, height } = size
  if (width > widestPage || height > widestPage) return undefined
  const whole = { left: 0, top: 0, right: width, bottom: height }
  const places = new Map<string, PageView>()
  for (const area of boxes?.map((box) => areaOf(box, { width })) ?? [whole]) {
    const { left, top, right, bottom } = clip(area, width, height)
    if (left >= right || top >= bottom) continue
    for (let y = step(top); y < bottom; y += side - shared) {
      for (let x = step(left); x < right; x += side - shared) {
        const part = { left: x, top: y, width: Math.min(side, width - x), height: Math.min(side, height - y) }
        places.set(`${x} ${y}`, { width, part })
        if (places.size > mostParts) return undefined
      }
    }
  }
  return [...places.values()]
}

/** Around a box so much is looked at, in points: rules that run on beyond it, and what was paper. */
const surroundings = 18
/** With more boxes than this a page is drawn as a whole, and when their places together are larger than two of it. */
const mostViews = 40
const mostOfPage = 2

/** The places of boxes on a page of a size, each with the boxes that lie there; undefined when that is all of it. */
export function boxViews<T extends PageBox>(
  { width, height }: { width: number; height: number },
  boxes: readonly T[],
): { view: PageView; boxes: T[] }[] | undefined {
  const places = new Map<string, { view: PageView; boxes: T[] }>()
  for (const box of boxes) {
    const { left, top, right, bottom } = clip(areaOf(box, { width }, surroundings), width, height)
    if (left >= right || top >= bottom) continue
    const part = { left, top, width: right - left, height: bottom - top }
    const key = `${left} ${top} ${right} ${bottom}`
    const place = places.get(key) ?? { view: { width, part }, boxes: [] }
    place.boxes.push(box)
    places.set(key, place)
  }
  const views = [...places.values()]
  const pixels = views.reduce((sum, { view: { part } }) => sum + (part?.width ?? 0) * (part?.height ?? 0), 0)
  return views.length > mostViews || pixels > width * height * mostOfPage ? undefined : views
}

function step(from: number): number {
  return Math.floor(Math.max(0, from - shared) / (side - shared)) * (side - shared)
}

/** Whether two areas have a pixel in common. */
export function meet(one: PixelArea, other: PixelArea): boolean {
  return one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom
}

/** A picture as light as the lighter of two at each pixel: ink is what both show. */
export function lighterOf(one: Pixels, other: Pixels): Pixels {
  if (one.data.length !== other.data.length) return one
  return { ...one, data: one.data.map((value, at) => Math.max(value, other.data[at] ?? 0)) }
}

/** A picture with some of its areas blank. */
export function withBlank(picture: Pixels, areas: PixelArea[]): Pixels {
  const { width, height } = picture
  const data = picture.data.slice()
  for (const area of areas) {
    const { left, top, right, bottom } = clip(area, width, height)
    for (let y = top; y < bottom; y++) data.fill(255, (y * width + left) * 4, (y * width + Math.max(left, right)) * 4)
  }
  return { ...picture, data }
}

/** A part of a picture, as far as it lies on it; undefined where nothing does. */
export function cropped({ width, height, data }: Pixels, area: PixelArea): Pixels | undefined {
  const [left, top] = [Math.max(0, Math.floor(area.left)), Math.max(0, Math.floor(area.top))]
  const [right, bottom] = [Math.min(width, Math.ceil(area.right)), Math.min(height, Math.ceil(area.bottom))]
  if (right <= left || bottom <= top) return undefined
  const rows = Array.from({ length: bottom - top }, (_, row) =>
    data.subarray(((top + row) * width + left) * 4, ((top + row) * width + right) * 4),
  )
  return { width: right - left, height: bottom - top, channels: 4, data: Buffer.concat(rows) }
}

/** The light of every pixel, from 0 to 255. */
export function lightOf({ data }: Pixels): Uint8Array {
  const light = new Uint8Array(data.length / 4)
  for (let at = 0, from = 0; at < light.length; at++, from += 4) {
    light[at] = 0.299 * (data[from] ?? 0) + 0.587 * (data[from + 1] ?? 0) + 0.114 * (data[from + 2] ?? 0) + 0.5
  }
  return light
}

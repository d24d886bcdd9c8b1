import type { Pixels } from '@moqi/pdf/images/png'

/** A part of a picture in pixels: from `left` and `top`, up to but without `right` and `bottom`. */
export interface PixelArea {
  left: number
  top: number
  right: number
  bottom: number
}

/** How two pictures of one page differ. */
export interface PictureDifference {
  /** Pixels that differ outside every area. */
  outside: number
  /** The smallest area that holds them all; undefined when there are none. */
  bounds: PixelArea | undefined
}

/** Compares two RGBA pictures pixel by pixel (V1); pictures of different size differ everywhere. */
export function comparePictures(before: Pixels, after: Pixels, areas: PixelArea[]): PictureDifference {
  const { width, height } = before
  if (width !== after.width || height !== after.height) {
    const bounds = { left: 0, top: 0, right: after.width, bottom: after.height }
    return { outside: width * height, bounds }
  }
  const allowed = new Uint8Array(width * height)
  for (const area of areas) {
    const { left, top, right, bottom } = clip(area, width, height)
    for (let y = top; y < bottom; y++) allowed.fill(1, y * width + left, y * width + Math.max(left, right))
  }
  const [old, now] = [wholePixels(before), wholePixels(after)]
  let outside = 0
  let bounds: PixelArea | undefined
  for (let at = 0; at < allowed.length; at++) {
    if (allowed[at] !== 0 || (((old[at] ?? 0) ^ (now[at] ?? 0)) & colourBits) === 0) continue
    outside++
    bounds = extended(bounds, at % width, Math.floor(at / width))
  }
  return { outside, bounds }
}

function extended(bounds: PixelArea | undefined, x: number, y: number): PixelArea {
  if (!bounds) return { left: x, top: y, right: x + 1, bottom: y + 1 }
  bounds.left = Math.min(bounds.left, x)
  bounds.right = Math.max(bounds.right, x + 1)
  bounds.bottom = y + 1
  return bounds
}

/** The whole pixels of an area that lie on a picture. */
export function clip({ left, top, right, bottom }: PixelArea, width: number, height: number): PixelArea {
  return {
    left: within(Math.floor(left), width),
    top: within(Math.floor(top), height),
    right: within(Math.ceil(right), width),
    bottom: within(Math.ceil(bottom), height),
  }
}

function within(value: number, most: number): number {
  return Math.max(0, Math.min(most, value))
}

/** Red, green and blue of a pixel read as one little-endian number. */
const colourBits = 0xffffff

/** The four bytes of each pixel as one number. */
function wholePixels({ data }: Pixels): Uint32Array {
  const { buffer, byteOffset, byteLength } = byteOffsetFits(data) ? data : data.slice()
  return new Uint32Array(buffer, byteOffset, byteLength / 4)
}

function byteOffsetFits({ byteOffset }: Uint8Array): boolean {
  return byteOffset % 4 === 0
}

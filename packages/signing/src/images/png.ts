import { inflateSync } from 'node:zlib'

/** Pixels of a PNG: four bytes each, red, green, blue, alpha. */
export interface Pixels {
  width: number
  height: number
  rgba: Buffer
}

/** A picture that is not the plain PNG our own renderer and the browser's canvas write. */
export class UnusableImage extends Error {
  override name = 'UnusableImage'
}

const signature = Buffer.from('89504e470d0a1a0a', 'hex')
/** 300 dpi of 100 mm is 1181 pixels; four times that is nobody's seal. */
const maxSide = 4096

/** Reads an 8-bit RGBA PNG without interlace; throws `UnusableImage`. */
export function readPng(png: Buffer): Pixels {
  if (png.length < 33 || !png.subarray(0, 8).equals(signature)) throw new UnusableImage('not a PNG')
  const width = png.readUInt32BE(16)
  const height = png.readUInt32BE(20)
  if (png[24] !== 8 || png[25] !== 6 || png[28] !== 0) throw new UnusableImage('not plain 8-bit RGBA')
  if (width < 1 || height < 1 || width > maxSide || height > maxSide) throw new UnusableImage(`${width} × ${height}`)
  const size = (width * 4 + 1) * height
  const rows = inflated(imageData(png), size)
  if (rows.length !== size) throw new UnusableImage(`${rows.length} bytes of pixels instead of ${size}`)
  return { width, height, rgba: unfilter(rows, width * 4, height) }
}

function inflated(data: Buffer, maxOutputLength: number): Buffer {
  try {
    return inflateSync(data, { maxOutputLength })
  } catch (error) {
    throw new UnusableImage('pixels cannot be inflated', { cause: error })
  }
}

function imageData(png: Buffer): Buffer {
  const parts: Buffer[] = []
  for (let at = 8; at + 12 <= png.length;) {
    const length = png.readUInt32BE(at)
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT') parts.push(png.subarray(at + 8, at + 8 + length))
    at += length + 12
  }
  return Buffer.concat(parts)
}

/** Undoes PNG row filters (PNG §9). */
function unfilter(rows: Buffer, stride: number, height: number): Buffer {
  const out = Buffer.alloc(stride * height)
  for (let y = 0; y < height; y++) {
    const filter = rows[y * (stride + 1)]
    for (let x = 0; x < stride; x++) {
      const at = y * stride + x
      const left = x < 4 ? 0 : out[at - 4]!
      const up = y === 0 ? 0 : out[at - stride]!
      const corner = x < 4 || y === 0 ? 0 : out[at - stride - 4]!
      out[at] = rows[y * (stride + 1) + 1 + x]! + predict(filter, left, up, corner)
    }
  }
  return out
}

function predict(filter: number | undefined, left: number, up: number, corner: number): number {
  switch (filter) {
    case 0:
      return 0
    case 1:
      return left
    case 2:
      return up
    case 3:
      return (left + up) >> 1
    case 4:
      return paeth(left, up, corner)
    default:
      throw new UnusableImage(`PNG filter ${filter}`)
  }
}

function paeth(left: number, up: number, corner: number): number {
  const estimate = left + up - corner
  const toLeft = Math.abs(estimate - left)
  const toUp = Math.abs(estimate - up)
  const toCorner = Math.abs(estimate - corner)
  if (toLeft <= toUp && toLeft <= toCorner) return left
  return toUp <= toCorner ? up : corner
}

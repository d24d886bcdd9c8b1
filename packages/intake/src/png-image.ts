import { deflateSync } from 'node:zlib'
import { Resvg } from '@resvg/resvg-js'
import { decodePng, PngRefusal } from '@moqi/pdf/images/png'
import { IntakeRefusal } from './intake-refusal.ts'

/** An image as a PDF image object: dictionary entries after /Width and /Height, and its stream. */
export interface PdfImage {
  readonly width: number
  readonly height: number
  readonly entries: string
  readonly data: Buffer
}

interface PngHeader {
  readonly width: number
  readonly height: number
  readonly depth: number
  readonly colour: number
  readonly interlaced: boolean
  readonly palette: Buffer
  readonly transparent: boolean
  readonly pixels: Buffer
}

/** ISO 15948 §11.2.2: greyscale, RGB, palette; these go into a PDF as they are. */
const channels = new Map([
  [0, 1],
  [2, 3],
  [3, 1],
])
/** Only images that must be decoded are held as pixels. */
const mostDecodedPixels = 40_000_000

/** Prepares a PNG for a PDF, without recoding where PDF knows the coding. Throws IntakeRefusal unreadable-image. */
export function pngImage(bytes: Buffer): PdfImage {
  const header = readHeader(bytes)
  const { width, height, depth, colour } = header
  const count = channels.get(colour)
  if (count === undefined || header.interlaced || header.transparent) return onWhite(bytes, header)
  const space =
    colour === 3
      ? `[/Indexed/DeviceRGB ${header.palette.length / 3 - 1}<${header.palette.toString('hex')}>]`
      : count === 3
        ? '/DeviceRGB'
        : '/DeviceGray'
  // ISO 32000-1 §7.4.4.4: predictor 15 is PNG's own row filters.
  const parameters = `<</Predictor 15/Colors ${count}/BitsPerComponent ${depth}/Columns ${width}>>`
  const entries = `/ColorSpace${space}/BitsPerComponent ${depth}/Filter/FlateDecode/DecodeParms${parameters}`
  return { width, height, entries, data: header.pixels }
}

/** Transparent and interlaced images are drawn on white: a page has no other ground. */
function onWhite(bytes: Buffer, { width, height }: PngHeader): PdfImage {
  if (width * height > mostDecodedPixels) throw new IntakeRefusal('too-complex', `${width} × ${height} pixels`)
  const rgba = decoded(bytes, width, height)
  const rgb = Buffer.alloc(width * height * 3)
  for (let from = 0, to = 0; to < rgb.length; from += 4) {
    const opacity = (rgba[from + 3] ?? 255) / 255
    for (let channel = 0; channel < 3; channel++) {
      rgb[to++] = Math.round(255 + ((rgba[from + channel] ?? 255) - 255) * opacity)
    }
  }
  const entries = '/ColorSpace/DeviceRGB/BitsPerComponent 8/Filter/FlateDecode'
  return { width, height, entries, data: deflateSync(rgb) }
}

function decoded(bytes: Buffer, width: number, height: number): Uint8Array {
  try {
    return decodePng(bytes, Math.max(width, height)).data
  } catch (error) {
    if (!(error instanceof PngRefusal) || error.reason !== 'kind') throw unreadable(error)
  }
  const source = `data:image/png;base64,${bytes.toString('base64')}`
  const size = `width="${width}" height="${height}"`
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" ${size}><image ${size} href="${source}"/></svg>`
  try {
    return decodePng(new Resvg(svg).render().asPng(), Math.max(width, height)).data
  } catch (error) {
    throw unreadable(error)
  }
}

const unreadable = (cause: unknown) => new IntakeRefusal('unreadable-image', 'PNG does not decode', { cause })

function readHeader(bytes: Buffer): PngHeader {
  const parts = chunks(bytes)
  const head = parts.get('IHDR')?.[0]
  const pixels = Buffer.concat(parts.get('IDAT') ?? [])
  const palette = parts.get('PLTE')?.[0] ?? Buffer.alloc(0)
  if (head?.length !== 13 || pixels.length === 0) throw new IntakeRefusal('unreadable-image', 'PNG without pixels')
  const colour = head.readUInt8(9)
  const painted = colour !== 3 || (palette.length > 0 && palette.length % 3 === 0)
  if (!painted) throw new IntakeRefusal('unreadable-image', 'PNG without palette')
  return {
    width: head.readUInt32BE(0),
    height: head.readUInt32BE(4),
    depth: head.readUInt8(8),
    colour,
    interlaced: head.readUInt8(12) !== 0,
    palette,
    transparent: parts.has('tRNS'),
    pixels,
  }
}

function chunks(bytes: Buffer): Map<string, Buffer[]> {
  const parts = new Map<string, Buffer[]>()
  for (let at = 8; at + 12 <= bytes.length;) {
    const end = at + 8 + bytes.readUInt32BE(at)
    if (end + 4 > bytes.length) throw new IntakeRefusal('unreadable-image', 'PNG is cut off')
    const type = bytes.toString('latin1', at + 4, at + 8)
    const same = parts.get(type) ?? []
    same.push(bytes.subarray(at + 8, end))
    parts.set(type, same)
    if (type === 'IEND') break
    at = end + 4
  }
  return parts
}

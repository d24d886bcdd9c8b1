import { deflateSync } from 'node:zlib'
import { decodePng, type Pixels } from '@moqi/pdf/images/png'
import { companySeal } from '@moqi/signing/seal-art/draw-company-seal'
import { personSeal, type SealArt } from '@moqi/signing/seal-art/draw-seal'
import type { RandomSource } from '../fuzz/random-source.ts'
import { encodeJpeg } from './encode-jpeg.ts'

/** The outlines that seals have. */
export const shapes = ['round', 'oval', 'square'] as const
/**
 * How platforms write the picture: ink alone, opaque or not; ink that multiplies; on a ground of paper, as PNG or
 * JPEG; on paper within the outline alone.
 */
export const grounds = ['ink', 'thin ink', 'multiplied', 'paper', 'jpeg', 'disc'] as const
/** A member of `grounds`. */
export type Ground = (typeof grounds)[number]

/** A seal as a picture with opacity, and its size in points. */
export interface SealPicture {
  shape: (typeof shapes)[number]
  picture: Pixels
  width: number
  height: number
}

const points = 72 / 25.4
const owner = { companyName: '杭州拾光智造科技有限公司', creditCode: '91330108MA2KXXXX0X', legalName: '林晚舟' }
const drawn = new Map<string, SealArt>()

function artOf(shape: SealPicture['shape'], star: boolean): SealArt {
  const key = `${shape} ${star}`
  const design = { color: 'red', star, details: [], code: '' } as const
  const known =
    drawn.get(key) ??
    (shape === 'round'
      ? companySeal({ ...design, purpose: 'contract', form: 'round40', line: '合同专用章' }, owner)
      : shape === 'oval'
        ? companySeal({ ...design, purpose: 'invoice', form: 'oval45', line: '财务专用章' }, owner)
        : personSeal('林晚舟', star ? 'square' : 'squareReversed'))
  drawn.set(key, known)
  return known
}

/** A seal of a shape, in the red of some ink pad. */
export function sealPicture(random: RandomSource, shape: SealPicture['shape']): SealPicture {
  const { png, widthMm, heightMm } = artOf(shape, random.below(4) > 0)
  const { width, height, data } = decodePng(png, 1200)
  const ink = [190 + random.below(50), random.below(60), random.below(60)]
  const coloured = data.map((value, at) => (at % 4 === 3 ? value : (ink[at % 4] ?? 0)))
  const picture: Pixels = { width, height, channels: 4, data: coloured }
  return { shape, picture, width: widthMm * points, height: heightMm * points }
}

/** A rectangle on a page in points from the bottom left. */
export interface Place {
  x: number
  y: number
  width: number
  height: number
}

/** What a picture shows: colour and opacity of each pixel, and where it lies. */
export interface Canvas {
  place: Place
  picture: Pixels
}

/** A blank canvas with a resolution of so many pixels to a point. */
export function blankCanvas(place: Place, scale: number): Canvas {
  const [width, height] = [Math.ceil(place.width * scale), Math.ceil(place.height * scale)]
  return { place, picture: { width, height, channels: 4, data: new Uint8Array(width * height * 4) } }
}

/** Copies pixels of a page, or white without one, onto an area of a canvas; the page is drawn at the same scale. */
export function pasteGround(canvas: Canvas, area: Place, page?: Pixels): void {
  const { width, height, data } = canvas.picture
  const scale = width / canvas.place.width
  const [left, right] = [area.x - canvas.place.x, area.x + area.width - canvas.place.x].map((x) =>
    Math.round(x * scale),
  )
  const top = canvas.place.y + canvas.place.height - area.y - area.height
  const [first, last] = [top, top + area.height].map((y) => Math.round(y * scale))
  for (let y = Math.max(0, first ?? 0); y < Math.min(height, last ?? 0); y++) {
    for (let x = Math.max(0, left ?? 0); x < Math.min(width, right ?? 0); x++) {
      const at = (y * width + x) * 4
      for (let channel = 0; channel < 3; channel++) data[at + channel] = page?.data[at + channel] ?? 255
      data[at + 3] = 255
    }
  }
}

/** White within the outline of the seal alone. */
export function pasteDisc(canvas: Canvas, { x, y, width, height }: Place, isRound: boolean): void {
  if (!isRound) return pasteGround(canvas, { x, y, width, height })
  const rows = 60
  for (let row = 0; row < rows; row++) {
    const from = (row / rows) * 2 - 1
    const half = (Math.sqrt(Math.max(0, 1 - Math.max(Math.abs(from), Math.abs(from + 2 / rows)) ** 2)) * width) / 2
    pasteGround(canvas, {
      x: x + width / 2 - half,
      y: y + (row / rows) * height,
      width: 2 * half,
      height: height / rows,
    })
  }
}

/** Lays a seal over what the canvas shows, with so much of its opacity. */
export function pasteSeal(canvas: Canvas, at: Place, { picture: seal }: SealPicture, opacity: number): void {
  const { width, height, data } = canvas.picture
  const scale = width / canvas.place.width
  const left = at.x - canvas.place.x
  const top = canvas.place.y + canvas.place.height - at.y - at.height
  for (let y = 0; y < height; y++) {
    const row = Math.floor((((y + 0.5) / scale - top) / at.height) * seal.height)
    if (row < 0 || row >= seal.height) continue
    for (let x = 0; x < width; x++) {
      const column = Math.floor((((x + 0.5) / scale - left) / at.width) * seal.width)
      if (column < 0 || column >= seal.width) continue
      const from = (row * seal.width + column) * 4
      mix(data.subarray((y * width + x) * 4), seal.data.subarray(from, from + 4), opacity)
    }
  }
}

/** Lays one pixel over another. */
function mix(below: Uint8Array, above: Uint8Array, opacity: number): void {
  const alpha = ((above[3] ?? 0) / 255) * opacity
  const left = ((below[3] ?? 0) / 255) * (1 - alpha)
  if (alpha + left === 0) return
  for (let channel = 0; channel < 3; channel++) {
    const mixed = alpha * (above[channel] ?? 0) + left * (below[channel] ?? 0)
    below[channel] = Math.round(mixed / (alpha + left))
  }
  below[3] = Math.round((alpha + left) * 255)
}

const packed = (bytes: Buffer) => deflateSync(bytes).toString('latin1')

/** A stream object of a PDF: its dictionary's entries and bytes in latin1. */
export interface ImageSource {
  entries: string
  content: string
}

/** The picture as an image of a PDF; with opacity its mask comes second. */
export function imageSources({ picture }: Canvas, kind: 'jpeg' | 'opaque' | 'masked', quality: number): ImageSource[] {
  const { width, height, data } = picture
  const head = `/Type/XObject/Subtype/Image/Width ${width}/Height ${height}/BitsPerComponent 8`
  const colours = Buffer.alloc(width * height * 3)
  const alpha = Buffer.alloc(width * height)
  for (let pixel = 0; pixel < alpha.length; pixel++) {
    const opacity = (data[pixel * 4 + 3] ?? 0) / 255
    for (let channel = 0; channel < 3; channel++) {
      const colour = data[pixel * 4 + channel] ?? 0
      colours[pixel * 3 + channel] = kind === 'masked' ? colour : Math.round(colour * opacity + 255 * (1 - opacity))
    }
    alpha[pixel] = Math.round(opacity * 255)
  }
  if (kind === 'jpeg') {
    const jpeg = encodeJpeg({ width, height, channels: 3, data: colours }, quality)
    return [{ entries: `${head}/ColorSpace/DeviceRGB/Filter/DCTDecode`, content: jpeg.toString('latin1') }]
  }
  const image = { entries: `${head}/ColorSpace/DeviceRGB/Filter/FlateDecode`, content: packed(colours) }
  const mask = { entries: `${head}/ColorSpace/DeviceGray/Filter/FlateDecode`, content: packed(alpha) }
  return kind === 'opaque' ? [image] : [image, mask]
}

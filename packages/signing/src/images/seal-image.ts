import { createHash } from 'node:crypto'
import { deflateSync } from 'node:zlib'
import { decodePng } from '@moqi/pdf/images/png'

/** A seal or handwritten signature, coded for PDF once when it is uploaded: signing only copies it. */
export interface SealImage {
  /** Hex SHA-256 of the PNG it was made from. */
  sha256: string
  /** Pixels. */
  width: number
  height: number
  /** Deflated, 3 bytes a pixel. */
  colour: Buffer
  /** Deflated, 1 byte a pixel. */
  alpha: Buffer
}

/** A blob that is no packed seal image. */
export class UnusableImage extends Error {
  override name = 'UnusableImage'
}

/** 300 dpi of 100 mm is 1181 pixels; four times that is nobody's seal. */
const maxSide = 4096

/**
 * How far a colour may lie from the ink's, of 255, to be that ink: drawing with soft edges rounds each colour by its
 * opacity.
 */
const sameInk = 8
/** Steps of opacity of one ink: more of them are not seen in an edge, and are a quarter of its bytes. */
const opacitySteps = 15
/** The last level takes three times as long and saves two bytes of a hundred. */
const effort = { level: 8 }

/**
 * Codes an 8-bit PNG without interlace; throws `PngRefusal` for any other. A picture of one ink, as every seal is that
 * the platform draws, is that ink everywhere, and its shape is the opacity alone.
 */
export function sealImage(png: Buffer): SealImage {
  const { width, height, data } = decodePng(png, maxSide)
  const ink = inkOf(data)
  const colour = ink ? Buffer.alloc(width * height * 3, ink) : coloursOf(data)
  const alpha = Buffer.alloc(width * height)
  for (let pixel = 0; pixel < alpha.length; pixel++) {
    const opacity = data[pixel * 4 + 3] ?? 0
    alpha[pixel] = ink ? Math.round(Math.round((opacity * opacitySteps) / 255) * (255 / opacitySteps)) : opacity
  }
  const sha256 = createHash('sha256').update(png).digest('hex')
  return { sha256, width, height, colour: deflateSync(colour, effort), alpha: deflateSync(alpha, effort) }
}

/** The colour of what is fully to be seen, where all that is seen at all is of it; 3 bytes, or null. */
function inkOf(data: Uint8Array): Uint8Array | null {
  let ink: Uint8Array | null = null
  for (let at = 0; at < data.length && !ink; at += 4) if (data[at + 3] === 255) ink = data.subarray(at, at + 3)
  if (!ink) return null
  for (let at = 0; at < data.length; at += 4) {
    if (data[at + 3] === 0) continue
    // What is hardly seen has hardly a colour: its rounding grows as its opacity goes.
    const most = sameInk + 255 / (data[at + 3] ?? 1)
    for (let part = 0; part < 3; part++) {
      if (Math.abs((data[at + part] ?? 0) - (ink[part] ?? 0)) > most) return null
    }
  }
  return ink
}

/** What nobody sees is stored as black, which deflates to nothing. */
function coloursOf(data: Uint8Array): Buffer {
  const colours = Buffer.alloc((data.length / 4) * 3)
  for (let pixel = 0; pixel * 4 < data.length; pixel++) {
    if (data[pixel * 4 + 3]) colours.set(data.subarray(pixel * 4, pixel * 4 + 3), pixel * 3)
  }
  return colours
}

const magic = Buffer.from('MQI1', 'latin1')
/** Magic, SHA-256, width, height, length of the colours. */
const headerSize = 4 + 32 + 4 + 4 + 4

/** One blob to store: header, colours, alpha. */
export function packSealImage({ sha256, width, height, colour, alpha }: SealImage): Buffer {
  const header = Buffer.alloc(headerSize)
  magic.copy(header)
  header.write(sha256, 4, 'hex')
  header.writeUInt32BE(width, 36)
  header.writeUInt32BE(height, 40)
  header.writeUInt32BE(colour.length, 44)
  return Buffer.concat([header, colour, alpha])
}

/** The image out of its blob, without copying; throws `UnusableImage` when it is no such blob. */
export function unpackSealImage(blob: Buffer): SealImage {
  if (blob.length < headerSize || !blob.subarray(0, 4).equals(magic)) throw new UnusableImage('not a packed seal image')
  const split = headerSize + blob.readUInt32BE(44)
  if (split > blob.length) throw new UnusableImage('packed seal image is cut off')
  return {
    sha256: blob.toString('hex', 4, 36),
    width: blob.readUInt32BE(36),
    height: blob.readUInt32BE(40),
    colour: blob.subarray(headerSize, split),
    alpha: blob.subarray(split),
  }
}

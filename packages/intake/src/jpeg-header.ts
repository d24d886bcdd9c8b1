import { IntakeRefusal } from './intake-refusal.ts'

/** What embedding a JPEG needs: pixels, components, and how it must be turned to stand upright. */
export interface JpegHeader {
  readonly width: number
  readonly height: number
  readonly components: 1 | 3 | 4
  /** Adobe writes four-component images inverted. */
  readonly inverted: boolean
  /** EXIF 2.32 §4.6.4 tag 0x0112, 1–8; 1 stands upright. */
  readonly orientation: number
}

/** Baseline, extended and progressive Huffman coding: what DCTDecode reads (ISO 32000-1 §7.4.8). */
const readable = new Set([0xc0, 0xc1, 0xc2])
const startsOfFrame = new Set([...readable, 0xc3, 0xc5, 0xc6, 0xc7, 0xc9, 0xca, 0xcb, 0xcd, 0xce, 0xcf])
const alone = (marker: number) => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8)

/**
 * Reads the segments before the pixels, and whether the pixels end. Throws IntakeRefusal unreadable-image, also when
 * cut off.
 */
export function jpegHeader(bytes: Buffer): JpegHeader {
  let orientation = 1
  let inverted = false
  for (let at = 2; at + 4 <= bytes.length;) {
    const marker = bytes.readUInt8(at + 1)
    if (bytes.readUInt8(at) !== 0xff) break
    if (marker === 0xff || alone(marker)) {
      at += marker === 0xff ? 1 : 2
      continue
    }
    const segment = bytes.subarray(at + 4, at + 2 + bytes.readUInt16BE(at + 2))
    if (startsOfFrame.has(marker)) {
      if (!ends(bytes, at)) throw new IntakeRefusal('unreadable-image', 'JPEG is cut off')
      return { ...frame(marker, segment), inverted, orientation }
    }
    if (marker === 0xe1) orientation = exifOrientation(segment) ?? orientation
    if (marker === 0xee) inverted ||= segment.subarray(0, 5).equals(Buffer.from('Adobe'))
    at += 2 + bytes.readUInt16BE(at + 2)
  }
  throw new IntakeRefusal('unreadable-image', 'JPEG without a frame')
}

/**
 * Whether an end of image follows (ITU-T T.81 §B.1.1.2). Segments are skipped, for a preview in one has an end of its
 * own; among pixels 0xff is followed by 0 unless a marker begins.
 */
function ends(bytes: Buffer, from: number): boolean {
  for (let at = bytes.indexOf(0xff, from); at >= 0 && at + 1 < bytes.length; at = bytes.indexOf(0xff, at)) {
    const marker = bytes.readUInt8(at + 1)
    if (marker === 0xd9) return true
    const plain = marker === 0x00 || alone(marker)
    if (!plain && marker !== 0xff && at + 4 > bytes.length) return false
    at += marker === 0xff ? 1 : plain ? 2 : 2 + bytes.readUInt16BE(at + 2)
  }
  return false
}

function frame(marker: number, segment: Buffer): Pick<JpegHeader, 'width' | 'height' | 'components'> {
  if (!readable.has(marker) || segment.length < 6 || segment.readUInt8(0) !== 8) {
    throw new IntakeRefusal('unreadable-image', `JPEG coded as ${marker.toString(16)}`)
  }
  const components = segment.readUInt8(5)
  if (components !== 1 && components !== 3 && components !== 4) {
    throw new IntakeRefusal('unreadable-image', `JPEG of ${components} components`)
  }
  return { height: segment.readUInt16BE(1), width: segment.readUInt16BE(3), components }
}

/** The tag in the first directory of a TIFF header; undefined when there is none or it makes no sense. */
function exifOrientation(segment: Buffer): number | undefined {
  if (segment.toString('latin1', 0, 6) !== 'Exif\0\0') return undefined
  const tiff = segment.subarray(6)
  if (tiff.length < 8) return undefined
  const little = tiff.toString('latin1', 0, 2) === 'II'
  const short = (at: number) => (little ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at))
  const directory = little ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4)
  if (directory + 2 > tiff.length) return undefined
  for (let i = 0; i < short(directory); i++) {
    const at = directory + 2 + 12 * i
    if (at + 12 > tiff.length) return undefined
    if (short(at) !== 0x0112) continue
    const value = short(at + 8)
    return value >= 1 && value <= 8 ? value : undefined
  }
  return undefined
}

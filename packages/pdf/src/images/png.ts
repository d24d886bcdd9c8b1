import { crc32, deflateSync, inflateSync } from 'node:zlib'

/** Pixels of an image, 8 bits a channel, rows without padding: RGBA, RGB or greyscale by number of channels. */
export interface Pixels {
  readonly width: number
  readonly height: number
  readonly channels: 1 | 3 | 4
  readonly data: Uint8Array
}

/** Why bytes are not a PNG that this product reads. */
export class PngRefusal extends Error {
  override name = 'PngRefusal'
  readonly reason: 'not-png' | 'kind' | 'size' | 'damaged'

  constructor(reason: PngRefusal['reason'], options?: ErrorOptions) {
    super(reason, options)
    this.reason = reason
  }
}

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
/** ISO 15948 §11.2.2: colour type → channels. Palettes and other depths are what no browser canvas writes. */
const channelsOf = new Map([
  [0, 1],
  [2, 3],
  [4, 2],
  [6, 4],
])

/** Writes a non-interlaced 8-bit PNG; `level` is zlib's, 0–9. */
export function encodePng({ width, height, channels, data }: Pixels, level = 6): Buffer {
  const stride = width * channels
  // Filter 0 on every row: text, seals and strokes deflate a fifth smaller without a filter than with one.
  const rows = Buffer.alloc((stride + 1) * height)
  for (let y = 0; y < height; y++) rows.set(data.subarray(y * stride, (y + 1) * stride), y * (stride + 1) + 1)
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, channels === 4 ? 6 : channels === 3 ? 2 : 0, 0, 0, 0], 8)
  const body = deflateSync(rows, { level })
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', body), chunk('IEND', Buffer.alloc(0))])
}

/**
 * Reads an 8-bit non-interlaced RGBA, RGB or greyscale PNG of at most `maxSide` pixels a side and `mostPixels` in all,
 * which its header tells before anything is inflated; throws PngRefusal.
 */
export function decodePng(bytes: Buffer, maxSide: number, mostPixels = maxSide * maxSide): Pixels {
  if (!bytes.subarray(0, 8).equals(signature)) throw new PngRefusal('not-png')
  const { header, body } = chunks(bytes)
  const width = header.readUInt32BE(0)
  const height = header.readUInt32BE(4)
  const channels = channelsOf.get(header.readUInt8(9))
  if (header.readUInt8(8) !== 8 || channels === undefined || header.readUInt8(12) !== 0) throw new PngRefusal('kind')
  if (width < 1 || height < 1 || width > maxSide || height > maxSide) throw new PngRefusal('size')
  if (width * height > mostPixels) throw new PngRefusal('size')
  const length = (width * channels + 1) * height
  const rows = inflated(body, length)
  return { width, height, channels: 4, data: rgba(unfiltered(rows, width * channels, channels), channels) }
}

/** An RGB or greyscale PNG as a PDF shows it unopened (ISO 32000-1 §7.4.4.4): `body` is its deflated rows. */
export type PackedImage = { width: number; height: number; channels: 1 | 3; body: Buffer }

/** Takes a PNG that `encodePng` wrote, without transparency, apart; throws PngRefusal for any other kind. */
export function packedImage(bytes: Buffer): PackedImage {
  if (!bytes.subarray(0, 8).equals(signature)) throw new PngRefusal('not-png')
  const { header, body } = chunks(bytes)
  const channels = channelsOf.get(header.readUInt8(9))
  if (header.readUInt8(8) !== 8 || (channels !== 1 && channels !== 3) || header.readUInt8(12) !== 0)
    throw new PngRefusal('kind')
  return { width: header.readUInt32BE(0), height: header.readUInt32BE(4), channels, body }
}

function chunk(type: string, data: Buffer): Buffer {
  const result = Buffer.alloc(data.length + 12)
  result.writeUInt32BE(data.length, 0)
  result.write(type, 4, 'latin1')
  data.copy(result, 8)
  result.writeUInt32BE(crc32(result.subarray(4, data.length + 8)), data.length + 8)
  return result
}

function chunks(bytes: Buffer): { header: Buffer; body: Buffer } {
  const data: Buffer[] = []
  let header: Buffer | undefined
  for (let at = 8; at + 12 <= bytes.length; at += bytes.readUInt32BE(at) + 12) {
    const end = at + 8 + bytes.readUInt32BE(at)
    if (end + 4 > bytes.length) throw new PngRefusal('damaged')
    const type = bytes.toString('latin1', at + 4, at + 8)
    if (crc32(bytes.subarray(at + 4, end)) !== bytes.readUInt32BE(end)) throw new PngRefusal('damaged')
    if (type === 'IHDR') header = bytes.subarray(at + 8, end)
    if (type === 'IDAT') data.push(bytes.subarray(at + 8, end))
    if (type === 'IEND') break
  }
  if (!header || header.length !== 13 || data.length === 0) throw new PngRefusal('damaged')
  return { header, body: Buffer.concat(data) }
}

function inflated(body: Buffer, length: number): Buffer {
  try {
    const rows = inflateSync(body, { maxOutputLength: length })
    if (rows.length === length) return rows
  } catch (cause) {
    throw new PngRefusal('damaged', { cause })
  }
  throw new PngRefusal('damaged')
}

/** ISO 15948 §9: undoes the row filters; outside the image every neighbour counts as 0. */
function unfiltered(rows: Buffer, stride: number, step: number): Uint8Array {
  const height = rows.length / (stride + 1)
  // One row and one pixel of zeros in front spare every edge case.
  const padded = stride + step
  const out = new Uint8Array((height + 1) * padded)
  for (let y = 0; y < height; y++) {
    const from = y * (stride + 1)
    const filter = rows[from] ?? 0
    if (filter > 4) throw new PngRefusal('damaged')
    const to = (y + 1) * padded + step
    for (let i = to, source = from + 1; i < to + stride; i++, source++) {
      const corner = out[i - padded - step] ?? 0
      out[i] = (rows[source] ?? 0) + predicted(filter, out[i - step] ?? 0, out[i - padded] ?? 0, corner)
    }
  }
  const image = new Uint8Array(height * stride)
  for (let y = 0; y < height; y++) image.set(out.subarray((y + 1) * padded + step, (y + 2) * padded), y * stride)
  return image
}

function predicted(filter: number, left: number, up: number, corner: number): number {
  if (filter === 0) return 0
  if (filter === 1) return left
  if (filter === 2) return up
  if (filter === 3) return (left + up) >> 1
  const estimate = left + up - corner
  const toLeft = Math.abs(estimate - left)
  const toUp = Math.abs(estimate - up)
  const toCorner = Math.abs(estimate - corner)
  if (toLeft <= toUp && toLeft <= toCorner) return left
  return toUp <= toCorner ? up : corner
}

function rgba(samples: Uint8Array, channels: number): Uint8Array {
  if (channels === 4) return samples
  const out = new Uint8Array((samples.length / channels) * 4)
  const coloured = channels === 3
  for (let from = 0, to = 0; from < samples.length; from += channels, to += 4) {
    out[to] = samples[from] ?? 0
    out[to + 1] = samples[coloured ? from + 1 : from] ?? 0
    out[to + 2] = samples[coloured ? from + 2 : from] ?? 0
    out[to + 3] = channels === 2 ? (samples[from + 1] ?? 0) : 255
  }
  return out
}

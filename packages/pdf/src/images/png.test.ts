import { deflateSync, inflateSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { decodePng, encodePng, PngRefusal } from './png.ts'

const noise = (length: number) => Uint8Array.from({ length }, (_, i) => (i * 97 + ((i * i) >> 3)) & 255)

it('reads back what it wrote, RGBA and RGB', () => {
  const data = noise(7 * 5 * 4)
  expect([...decodePng(encodePng({ width: 7, height: 5, channels: 4, data }), 10).data]).toEqual([...data])
  const rgb = noise(7 * 5 * 3)
  const read = decodePng(encodePng({ width: 7, height: 5, channels: 3, data: rgb }), 10)
  expect([...read.data.subarray(0, 8)]).toEqual([...rgb.subarray(0, 3), 255, ...rgb.subarray(3, 6), 255])
})

it('undoes all five row filters of ISO 15948 §9.2', () => {
  // 2 × 5 greyscale; every row is 10, 20 after its filter is undone.
  const rows = [0, 10, 20, 1, 10, 10, 2, 0, 0, 3, 5, 5, 4, 0, 0]
  expect(grey(rows, 2, 5)).toEqual([10, 20, 10, 20, 10, 20, 10, 20, 10, 20])
})

it('refuses an unknown filter and a wrong checksum', () => {
  expect(() => grey([9, 1, 1], 2, 1)).toThrow(PngRefusal)
  const bytes = encodePng({ width: 2, height: 1, channels: 4, data: noise(8) })
  bytes[45] = (bytes[45] ?? 0) ^ 1
  expect(() => decodePng(bytes, 10)).toThrow('damaged')
})

/** Takes the RGBA writer's file apart to make a greyscale one with chosen filters. */
function grey(rows: number[], width: number, height: number): number[] {
  const whole = encodePng({ width: rows.length, height: 1, channels: 3, data: new Uint8Array(rows.length * 3) })
  const header = Buffer.from(whole.subarray(0, 33))
  header.writeUInt32BE(width, 16)
  header.writeUInt32BE(height, 20)
  header[25] = 0
  header.writeUInt32BE(crc(header.subarray(12, 29)), 29)
  const body = deflateSync(Buffer.from(rows))
  expect(inflateSync(body)).toHaveLength(rows.length)
  const idat = Buffer.alloc(body.length + 12)
  idat.writeUInt32BE(body.length, 0)
  idat.write('IDAT', 4)
  body.copy(idat, 8)
  idat.writeUInt32BE(crc(idat.subarray(4, body.length + 8)), body.length + 8)
  const read = decodePng(Buffer.concat([header, idat, whole.subarray(-12)]), 16)
  return [...read.data].filter((_, i) => i % 4 === 0)
}

/** ISO 15948 annex D, bit by bit. */
function crc(bytes: Buffer): number {
  let value = 0xffffffff
  for (const byte of bytes) {
    value ^= byte
    for (let bit = 0; bit < 8; bit++) value = (value >>> 1) ^ (value & 1 ? 0xedb88320 : 0)
  }
  return (value ^ 0xffffffff) >>> 0
}

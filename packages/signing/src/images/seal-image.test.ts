import { deflateSync, inflateSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { discPng } from '../append/signing-scene.ts'
import { readPng, UnusableImage } from './png.ts'
import { packSealImage, sealImage, unpackSealImage } from './seal-image.ts'

/** A 2 × 2 RGBA PNG from its filtered rows. */
function png(
  rows: number[][],
  header: Partial<{ depth: number; colour: number; interlace: number; width: number }> = {},
) {
  const { depth = 8, colour = 6, interlace = 0, width = 2 } = header
  const data = deflateSync(Buffer.from(rows.flat()))
  const head = Buffer.from([
    0,
    0,
    0,
    13,
    ...Buffer.from('IHDR'),
    0,
    0,
    0,
    width,
    0,
    0,
    0,
    2,
    depth,
    colour,
    0,
    0,
    interlace,
  ])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const signature = Buffer.from('89504e470d0a1a0a', 'hex')
  return Buffer.concat([signature, head, Buffer.alloc(4), length, Buffer.from('IDAT'), data, Buffer.alloc(4)])
}

const plain = [1, 2, 3, 4, 11, 22, 33, 44]
const lower = [5, 6, 7, 8, 55, 66, 77, 88]

describe('PNG row filters', () => {
  test.each([
    ['None', [0, ...lower]],
    ['Sub', [1, 5, 6, 7, 8, 50, 60, 70, 80]],
    ['Up', [2, 4, 4, 4, 4, 44, 44, 44, 44]],
    ['Average', [3, 5, 5, 6, 6, 47, 52, 57, 62]],
    ['Paeth', [4, 4, 4, 4, 4, 44, 44, 44, 44]],
  ])('%s is undone', (_, row) => {
    expect([...readPng(png([[0, ...plain], row])).rgba]).toEqual([...plain, ...lower])
  })

  test('an unknown one is refused', () => {
    expect(() =>
      readPng(
        png([
          [0, ...plain],
          [9, ...lower],
        ]),
      ),
    ).toThrow(UnusableImage)
  })
})

const rows = [
  [0, ...plain],
  [0, ...lower],
]

test.each([
  ['nothing', Buffer.alloc(0)],
  ['JPEG', Buffer.alloc(64, 0xff)],
  ['sixteen bits', png(rows, { depth: 16 })],
  ['a palette', png(rows, { colour: 3 })],
  ['interlace', png(rows, { interlace: 1 })],
  ['too few pixels', png([rows[0] ?? []])],
  ['more pixels than it says', png([...rows, ...rows])],
  ['no width', png(rows, { width: 0 })],
  ['broken pixels', Buffer.concat([png(rows).subarray(0, 43), Buffer.alloc(30)])],
])('%s is no usable image', (_, bytes) => {
  expect(() => sealImage(bytes)).toThrow(UnusableImage)
})

test('colour and alpha are kept apart, and what is transparent is black', () => {
  const image = sealImage(
    png([
      [0, 9, 9, 9, 0, 1, 2, 3, 128],
      [0, ...lower],
    ]),
  )
  expect([...inflateSync(image.colour)].slice(0, 6)).toEqual([0, 0, 0, 1, 2, 3])
  expect([...inflateSync(image.alpha)]).toEqual([0, 128, 8, 88])
})

test('an image packed into one blob comes back the same', () => {
  const image = sealImage(discPng(40))
  const unpacked = unpackSealImage(packSealImage(image))
  expect(unpacked).toEqual(image)
})

test('a blob of another kind or cut off is refused', () => {
  const blob = packSealImage(sealImage(discPng(40)))
  expect(() => unpackSealImage(blob.subarray(0, 60))).toThrow(UnusableImage)
  expect(() => unpackSealImage(Buffer.concat([Buffer.from('PNG!'), blob.subarray(4)]))).toThrow(UnusableImage)
  expect(() => unpackSealImage(Buffer.alloc(3))).toThrow(UnusableImage)
})

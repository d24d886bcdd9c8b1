import { expect, it } from 'vitest'
import { HandwritingRefusal, handwritingImage } from './handwriting.ts'
import { decodePng, encodePng } from '@moqi/pdf/images/png'

type Pixel = readonly [number, number, number, number]
const clear: Pixel = [0, 0, 0, 0]
const white: Pixel = [255, 255, 255, 255]
const black: Pixel = [0, 0, 0, 255]

/** A diagonal stroke 6 px thick from (40, 30) to (240, 130). */
function drawn(ground: Pixel, ink: Pixel, width = 400, height = 200): Buffer {
  const data = new Uint8Array(width * height * 4)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const inside = x >= 40 && x < 240 && Math.abs(y - (30 + (x - 40) / 2)) < 3
      data.set(inside ? ink : ground, (y * width + x) * 4)
    }
  return encodePng({ width, height, channels: 4, data })
}

const refusal = (bytes: Buffer) => {
  try {
    handwritingImage(bytes)
  } catch (error) {
    if (error instanceof HandwritingRefusal) return error.reason
  }
  return undefined
}

it('crops to the ink and fits it into 60 × 30 mm', () => {
  const { png, widthMm, heightMm } = handwritingImage(drawn(clear, black))
  const image = decodePng(png, 4096)
  expect([image.width, image.height]).toEqual([200, 105])
  expect(heightMm).toBe(30)
  expect(widthMm).toBeCloseTo(57.14)
  expect([...png.subarray(24, 29)]).toEqual([8, 6, 0, 0, 0])
})

it('makes an opaque white ground transparent and keeps the ink', () => {
  const image = decodePng(handwritingImage(drawn(white, black)).png, 4096)
  expect([...image.data.subarray(0, 4)]).toEqual([0, 0, 0, 255])
  expect(image.data.at(image.width * 4 - 1)).toBe(0)
})

it('keeps the colour of blue ink on white paper', () => {
  const image = decodePng(handwritingImage(drawn(white, [20, 40, 160, 255])).png, 4096)
  const [red = 0, , blue = 0, alpha] = image.data
  expect(blue).toBeGreaterThan(red + 100)
  expect(alpha).toBe(235)
})

it('shrinks a large drawing to 300 dpi', () => {
  const width = 2400
  const data = new Uint8Array(width * 800 * 4)
  for (let x = 0; x < width; x++) for (let y = x % 790; y < (x % 790) + 9; y++) data[(y * width + x) * 4 + 3] = 255
  const image = decodePng(handwritingImage(encodePng({ width, height: 800, channels: 4, data })).png, 4096)
  expect(image.width).toBe(709)
})

it('refuses what is no signature, each with its reason', () => {
  expect(refusal(Buffer.from('GIF89a'))).toBe('not-png')
  expect(refusal(drawn(clear, clear))).toBe('empty')
  expect(refusal(drawn(white, white))).toBe('empty')
  expect(refusal(drawn(black, black))).toBe('filled')
  expect(refusal(drawn(clear, black).subarray(0, 60))).toBe('damaged')
  expect(refusal(Buffer.alloc(512 * 1024 + 1))).toBe('too-large')
  expect(refusal(encodePng({ width: 4097, height: 1, channels: 4, data: new Uint8Array(4097 * 4) }))).toBe('size')
  const square = { width: 1500, height: 1500, channels: 4, data: new Uint8Array(4) } as const
  expect(refusal(encodePng(square))).toBe('size')
  const palette = drawn(clear, black)
  palette[25] = 3
  expect(refusal(palette)).toBe('damaged')
})

it('refuses a small file that claims more pixels than it holds', () => {
  const bytes = encodePng({ width: 1400, height: 1400, channels: 4, data: new Uint8Array(4) })
  expect(refusal(bytes)).toBe('empty')
  expect(refusal(bytes.subarray(0, bytes.length - 20))).toBe('damaged')
})

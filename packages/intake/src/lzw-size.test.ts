import { expect, it } from 'vitest'
import { lzwSize } from './lzw-size.ts'

it('measures the example of ISO 32000-1 §7.4.4.2', () => {
  expect(lzwSize(Uint8Array.of(0x80, 0x0b, 0x60, 0x50, 0x22, 0x0c, 0x0c, 0x85, 0x01), 1e9)).toBe(10)
})

it('measures repeated growing codes through every code width', () => {
  expect(lzwSize(growing(3837), 1e9)).toBe((3838 * 3839) / 2)
})

it('stops soon after the limit', () => {
  const size = lzwSize(growing(3837), 100_000)
  expect(size).toBeGreaterThan(100_000)
  expect(size).toBeLessThan(110_000)
})

/** One zero byte, then `count` codes of which each is one byte longer than the last. */
function growing(count: number): Uint8Array {
  let bits = (256).toString(2).padStart(9, '0') + '0'.repeat(9)
  for (let code = 258; code < 258 + count; code++) {
    const width = code + 1 >= 2048 ? 12 : code + 1 >= 1024 ? 11 : code + 1 >= 512 ? 10 : 9
    bits += code.toString(2).padStart(width, '0')
  }
  const octets = bits.match(/.{1,8}/g) ?? []
  return Uint8Array.from(octets, (octet) => Number.parseInt(octet.padEnd(8, '0'), 2))
}

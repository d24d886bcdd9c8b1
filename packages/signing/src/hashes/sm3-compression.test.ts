import { createHash } from 'node:crypto'
import { array, assert, property, uint8Array } from 'fast-check'
import { expect, test } from 'vitest'
import { RunningHash } from './running-hash.ts'
import { sm3Compression } from './sm3-compression.ts'

const start = () => RunningHash.start(sm3Compression)
const nodeHash = (bytes: Uint8Array) => createHash('sm3').update(bytes).digest('hex')

test.each([
  ['abc', '66c7f0f462eeedd9d1f2d46bdc10e4e24167c4875cf2f7a2297da02b8f4ba8e0'],
  ['abcd'.repeat(16), 'debe9ff92275b8a138604889c18e5a4d6fdb70e5387e5765293dcba39c0c5732'],
])('the example of GB/T 32905-2016 Annex A for %s', (message, expected) => {
  expect(start().update(Buffer.from(message)).digest().toString('hex')).toBe(expected)
  expect(nodeHash(Buffer.from(message))).toBe(expected)
})

test('it agrees with node however the bytes are split, saved and resumed', () => {
  assert(
    property(array(uint8Array({ maxLength: 200 }), { maxLength: 12 }), (parts) => {
      let hash = start()
      for (const part of parts) hash = RunningHash.resume(hash.update(part).save(), sm3Compression)
      expect(hash.digest().toString('hex')).toBe(nodeHash(Buffer.concat(parts)))
    }),
    { numRuns: 100 },
  )
})

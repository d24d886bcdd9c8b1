import { createHash } from 'node:crypto'
import { array, assert, property, uint8Array } from 'fast-check'
import { expect, test } from 'vitest'
import { RunningHash } from './running-hash.ts'

const nodeHash = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

test('it agrees with node however the bytes are split, saved and resumed', () => {
  assert(
    property(array(uint8Array({ maxLength: 200 }), { maxLength: 12 }), (parts) => {
      let hash = RunningHash.start()
      for (const part of parts) hash = RunningHash.resume(hash.update(part).save())
      expect(hash.digest().toString('hex')).toBe(nodeHash(Buffer.concat(parts)))
    }),
    { numRuns: 200 },
  )
})

test.each([0, 1, 55, 56, 63, 64, 65, 119, 120, 128, 100_000])('it agrees with node for %i bytes', (length) => {
  const bytes = Buffer.alloc(length, 0x5a)
  expect(RunningHash.start().update(bytes).digest().toString('hex')).toBe(nodeHash(bytes))
})

test('a digest or a copy leaves the hash as it was', () => {
  const hash = RunningHash.start().update(Buffer.from('甲方'))
  const saved = hash.save()
  hash.digest()
  hash.copy().update(Buffer.from('乙方'))
  expect(hash.save()).toBe(saved)
})

test('a saved state of the wrong size is refused', () => {
  const saved = Buffer.from(RunningHash.start().update(Buffer.alloc(70)).save(), 'base64')
  expect(() => RunningHash.resume(saved.subarray(0, -1).toString('base64'))).toThrow('wrong size')
  expect(() => RunningHash.resume('')).toThrow(RangeError)
})

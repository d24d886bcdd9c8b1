import { randomBytes } from 'node:crypto'
import { compose, Readable, type Transform } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { BackupDamaged, openStream, sealStream } from './seal-stream.ts'

const key = randomBytes(32)
const through = (bytes: Buffer, stream: Transform, cut = 1000) => {
  const chunks: Buffer[] = []
  for (let at = 0; at < bytes.length; at += cut) chunks.push(bytes.subarray(at, at + cut))
  return buffer(compose(Readable.from(chunks), stream))
}

test('what was sealed opens again, whatever its length and however it comes', async () => {
  for (const length of [0, 1, 65_535, 65_536, 65_537, 131_072, 200_000]) {
    const bytes = randomBytes(length)
    const sealed = await through(bytes, sealStream(key))
    for (const cut of [7, 4096, 1_000_000])
      expect((await through(sealed, openStream(key), cut)).equals(bytes)).toBe(true)
  }
})

test('a changed byte, a piece left out or moved, an end cut off and another key are found', async () => {
  const sealed = await through(randomBytes(200_000), sealStream(key))
  const piece = 64 * 1024 + 16
  const pieces = [0, 1, 2, 3].map((number) => sealed.subarray(16 + number * piece, 16 + (number + 1) * piece))
  const [first, second, third, last] = pieces
  const put = (...parts: (Buffer | undefined)[]) =>
    Buffer.concat([sealed.subarray(0, 16), ...parts.map((part) => part ?? Buffer.alloc(0))])
  const flipped = Buffer.from(sealed)
  flipped[100_000] = (flipped[100_000] ?? 0) ^ 1
  for (const wrong of [
    flipped,
    put(first, third, last),
    put(second, first, third, last),
    put(first, second),
    sealed.subarray(0, 20),
    sealed.subarray(0, 10),
  ])
    await expect(through(wrong, openStream(key))).rejects.toThrow(BackupDamaged)
  await expect(through(sealed, openStream(randomBytes(32)))).rejects.toThrow(BackupDamaged)
})

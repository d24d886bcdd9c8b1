import { PDF } from '@libpdf/core'
import { expect, it } from 'vitest'
import { appendObstacle } from './loaded-pdf.ts'
import { onePage, pdfSource } from '../write/new-pdf.ts'

const obstacle = async (bytes: Buffer) => appendObstacle(await PDF.load(new Uint8Array(bytes)), bytes)
const sound = pdfSource(onePage)

it('finds none in a sound file, with or without a line end after %%EOF', async () => {
  expect(await obstacle(sound)).toBeUndefined()
  expect(await obstacle(sound.subarray(0, -1))).toBeUndefined()
})

it.each([
  ['bytes after the last %%EOF', Buffer.concat([sound, Buffer.from('x')])],
  ['header not at the start', Buffer.concat([Buffer.from('%PDF-X.Y'), sound.subarray(8)])],
  [
    'cross-reference damaged',
    Buffer.from(sound.toString('latin1').replace(/startxref\n\d+/, 'startxref\n7'), 'latin1'),
  ],
])('names %s', async (expected, bytes) => {
  expect(await obstacle(bytes)).toBe(expected)
})

import { expect, it } from 'vitest'
import { Budget, defaultLimits } from '../limits.ts'
import { PdfFile } from '../read/pdf-file.ts'
import { onePage, pdfSource } from '../write/new-pdf.ts'
import { appendObstacle } from './append-obstacle.ts'

const obstacle = (bytes: Buffer) => appendObstacle(bytes, new PdfFile(bytes, new Budget(defaultLimits)))
const sound = pdfSource(onePage)

it('finds none in a sound file, with or without a line end after %%EOF', () => {
  expect(obstacle(sound)).toBeUndefined()
  expect(obstacle(sound.subarray(0, -1))).toBeUndefined()
})

it.each([
  ['bytes after the last %%EOF', Buffer.concat([sound, Buffer.from('x')])],
  ['header not at the start', Buffer.concat([Buffer.from('%PDF-X.Y'), sound.subarray(8)])],
])('names %s', (expected, bytes) => {
  expect(obstacle(bytes)).toBe(expected)
})

it('names a file that nobody can follow', () => {
  expect(appendObstacle(sound, undefined)).toBe('cross-reference damaged')
})

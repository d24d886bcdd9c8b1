import { describe, expect, test } from 'vitest'
import { Budget, defaultLimits } from '../limits.ts'
import { PdfFile } from '../read/pdf-file.ts'
import { appendObstacle, fillPlaceholder, PlaceholderTooSmall, Increment } from './increment.ts'
import { onePage, pdfSource } from './new-pdf.ts'

const tail = { length: 1000, startxref: 900, nextObject: 12 }
const small = (xref: 'table' | 'stream') => {
  const increment = new Increment(tail, { xref, trailer: '/Root 1 0 R' }, 16)
  const value = increment.allocate()
  increment.object({ number: 5, generation: 2 }, `<</V ${value.number} 0 R>>`)
  increment.stream({ number: 13, generation: 0 }, '/Type/XObject', 'q Q')
  increment.allocate()
  increment.signature(value, '/Type/Sig', 4)
  return increment.finish()
}

const body = [
  '',
  '5 2 obj',
  '<</V 12 0 R>>',
  'endobj',
  '13 0 obj',
  '<</Type/XObject/Length 3>>',
  'stream',
  'q Q',
  'endstream',
  'endobj',
  '12 0 obj',
]

test('a small increment with a table is exactly these bytes', () => {
  const { bytes, placeholder, startxref, nextObject } = small('table')
  const text = bytes.toString('latin1')
  const range = `[0 ${1000 + placeholder.start} ${1000 + placeholder.end} ${bytes.length - placeholder.end}]`.padEnd(36)
  const expected = [
    ...body,
    `<</Type/Sig/ByteRange ${range}/Contents <00000000>>>`,
    'endobj',
    'xref',
    '5 1',
    '0000001001 00002 n ',
    '12 2',
    '0000001094 00000 n ',
    '0000001030 00000 n ',
    'trailer',
    '<</Size 14/Root 1 0 R/Prev 900>>',
    'startxref',
    String(startxref),
    '%%EOF',
    '',
  ].join('\n')
  expect(text).toBe(expected)
  expect(startxref).toBe(1000 + text.indexOf('xref\n5 1'))
  expect(nextObject).toBe(14)
})

test('a small increment with a stream lists the stream itself', () => {
  const { bytes, startxref, nextObject } = small('stream')
  const at = startxref - 1000
  expect(bytes.toString('latin1', at, at + 20)).toBe('14 0 obj\n<</Type/XRe')
  expect(bytes.toString('latin1', at)).toContain('/Size 15/W[1 5 2]/Index[5 1 12 3]/Root 1 0 R/Prev 900/Length 32>>')
  const data = bytes.subarray(bytes.indexOf('stream\n', at) + 7)
  expect(data.subarray(0, 8).toString('hex')).toBe('0100000003e90002')
  expect(data.subarray(24, 32).readUIntBE(1, 5)).toBe(startxref)
  expect(nextObject).toBe(15)
})

describe('the placeholder', () => {
  test('takes a CMS as large as itself and leaves the rest zero', () => {
    const { bytes, placeholder } = small('table')
    fillPlaceholder(bytes, placeholder, Buffer.from('abcd', 'hex'))
    expect(bytes.toString('latin1', placeholder.start, placeholder.end)).toBe('<abcd0000>')
    fillPlaceholder(bytes, placeholder, Buffer.from('01020304', 'hex'))
    expect(bytes.toString('latin1', placeholder.start, placeholder.end)).toBe('<01020304>')
  })

  test('refuses a larger CMS and stays as it was', () => {
    const { bytes, placeholder } = small('table')
    const before = Buffer.from(bytes)
    expect(() => fillPlaceholder(bytes, placeholder, Buffer.alloc(5, 1))).toThrow(PlaceholderTooSmall)
    expect(bytes.equals(before)).toBe(true)
  })
})

test('an increment without a signature cannot be finished', () => {
  expect(() => new Increment(tail, { xref: 'table', trailer: '' }).finish()).toThrow('needs its signature')
})

const obstacle = (bytes: Buffer) => appendObstacle(bytes, new PdfFile(bytes, new Budget(defaultLimits)))

describe('what an increment can follow', () => {
  const sound = pdfSource(onePage)

  test('finds none in a sound file, with or without a line end after %%EOF', () => {
    expect(obstacle(sound)).toBeUndefined()
    expect(obstacle(sound.subarray(0, -1))).toBeUndefined()
  })

  test.each([
    ['bytes after the last %%EOF', Buffer.concat([sound, Buffer.from('x')])],
    ['header not at the start', Buffer.concat([Buffer.from('%PDF-X.Y'), sound.subarray(8)])],
  ])('names %s', (expected, bytes) => {
    expect(obstacle(bytes)).toBe(expected)
  })

  test('names a file that nobody can follow', () => {
    expect(appendObstacle(sound, undefined)).toBe('cross-reference damaged')
  })
})

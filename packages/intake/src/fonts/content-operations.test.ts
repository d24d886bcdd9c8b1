import { expect, it } from 'vitest'
import { contentOperations, OddContent } from './content-operations.ts'

const read = (source: string) =>
  [...contentOperations(Buffer.from(source, 'latin1'))].map(({ operator, name, strings }) => [
    operator,
    name,
    strings.map((string) => Buffer.from(string).toString('latin1')),
  ])

it('reads names, strings and arrays of strings', () => {
  expect(read('BT /F#31 12 Tf [(A) -120.5 <42 4>]TJ ET')).toEqual([
    ['BT', undefined, []],
    ['Tf', 'F1', []],
    ['TJ', undefined, ['A', 'B@']],
    ['ET', undefined, []],
  ])
})

it('undoes the escapes of literal strings', () => {
  expect(read('(a(b)\\)\\\\ \\101\\5\\n\\\r\nz\r\n) Tj')).toEqual([['Tj', undefined, ['a(b))\\ A\u0005\nz\n']]])
})

it('skips comments, dictionaries and the data of inline images', () => {
  const image = 'q BI /W 1 /H 1 ID \u0001(EI\u0002 EI Q'
  expect(read(`% (no) Tj\n/Span <</A <</B (c)>>>> BDC ${image}`).map(([operator]) => operator)).toEqual([
    'BDC',
    'q',
    'BI',
    'ID',
    'Q',
  ])
})

it.each(['(a', '<41', '<4x> Tj', 'BI ID abc', 'BI ID a EI \u0001\u0002 EI Q'])('refuses %s', (source) => {
  expect(() => read(source)).toThrow(OddContent)
})

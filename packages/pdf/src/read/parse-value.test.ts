import { describe, expect, test } from 'vitest'
import { PdfFault } from './fault.ts'
import { ValueReader } from './parse-value.ts'
import { textOf, type PdfValue } from './values.ts'

const read = (source: string): PdfValue => new ValueReader(Buffer.from(source, 'latin1'), 0).value()

describe('P13: the lexer', () => {
  test.each([
    ['+17', 17],
    ['-.5', -0.5],
    ['5.', 5],
    ['0007', 7],
    ['595.303937007874', 595.303937007874],
  ])('reads the number %s', (source, value) => {
    expect(read(source)).toMatchObject({ kind: 'number', value })
  })

  test.each(['1e3', '--1', '16#ff', '12345678901', '+', '1.2.3', '0x10'])('refuses %s as a number', (source) => {
    expect(() => read(source)).toThrow(PdfFault)
  })

  test('compares names after decoding, and says which were escaped for nothing', () => {
    expect(read('/Con#74ents ')).toMatchObject({ kind: 'name', value: 'Contents', obfuscated: true })
    expect(read('/A#20B ')).toMatchObject({ value: 'A B', obfuscated: false })
    expect(() => read('/A#0gB ')).toThrow(PdfFault)
    expect(() => read('/A#00 ')).toThrow(PdfFault)
  })

  test.each([
    ['(a(b)c)', 'a(b)c'],
    ['(\\101\\7x)', 'A\u0007x'],
    ['(a\\\r\nb\\n)', 'ab\n'],
    ['<41 4>', 'A@'],
    ['<FEFF58A8>', '墨'],
    ['<EFBBBFE5A2A8>', '墨'],
    ['<FFFEA858>', '墨'],
    ['(am\\204nt\\240)', 'am—nt€'],
    ['<181f8092939e9fadff>', '˘˜•™ﬁž\u009f\u00adÿ'],
  ])('reads the string %s', (source, text) => {
    expect(textOf(read(source))).toBe(text)
  })

  test.each(['(a(b)', '<41', '<4g>', '<</A 1', '<</A>>', '[1 2', '<<1 2>>', 'True', 'nullx'])(
    'refuses %s',
    (source) => {
      expect(() => read(source)).toThrow(PdfFault)
    },
  )

  test('keeps the first of two equal keys and names the second', () => {
    const value = read('<</A 1/B 2/#41 3>>')
    expect(value).toMatchObject({ kind: 'dict', duplicates: ['A'], obfuscated: ['A'] })
    expect(value.kind === 'dict' && value.entries.get('A')).toMatchObject({ value: 1 })
  })

  test('tells references from numbers', () => {
    expect(read('[1 0 R 2 3 4 0 R]')).toMatchObject({
      items: [{ kind: 'ref', number: 1 }, { value: 2 }, { value: 3 }, { kind: 'ref', number: 4 }],
    })
  })

  test('goes no deeper than a hundred levels, whatever the length', () => {
    expect(read(`${'['.repeat(100)}${']'.repeat(100)}`).kind).toBe('array')
    expect(() => read('['.repeat(100_000))).toThrow('nested too deep')
  })

  test('remembers where a value stands', () => {
    const value = read('  % comment\n  (here)')
    expect([value.start, value.end]).toEqual([14, 20])
  })
})

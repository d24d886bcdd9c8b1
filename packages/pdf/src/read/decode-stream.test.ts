import { deflateSync } from 'node:zlib'
import { array, assert, integer, property } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Budget, BudgetExceeded, defaultLimits } from '../limits.ts'
import { decodeStream } from './decode-stream.ts'
import { PdfFault } from './fault.ts'
import { ValueReader } from './parse-value.ts'
import type { PdfStream } from './values.ts'

function stream(raw: Buffer | string, entries: string): PdfStream {
  const dict = new ValueReader(Buffer.from(`<<${entries}>>`), 0).value()
  if (dict.kind !== 'dict') throw new Error('no dictionary')
  return { kind: 'stream', dict, raw: Buffer.from(raw as string, 'latin1'), start: 0, end: 0 }
}

const decoded = (raw: Buffer | string, entries: string, limits = {}) =>
  decodeStream(stream(raw, entries), new Budget({ ...defaultLimits, ...limits }))
const hex = (text: string) => Buffer.from(text.replaceAll(' ', ''), 'hex')

const tiff = (more: string) => `/Filter/FlateDecode/DecodeParms<</Predictor 2${more}>>`

/** Codes of ISO 32000-2 7.4.4, with the table cleared whenever it is full. */
function toLzw(data: Buffer, early: 0 | 1): Buffer {
  const bits: string[] = []
  let known = new Map<string, number>()
  let width = 9
  const put = (code: number) => bits.push(code.toString(2).padStart(width, '0'))
  const start = () => {
    put(256)
    known = new Map()
    width = 9
  }
  start()
  let held = ''
  for (const byte of data) {
    const longer = held + String.fromCharCode(byte)
    if (longer.length === 1 || known.has(longer)) {
      held = longer
      continue
    }
    put(known.get(held) ?? held.charCodeAt(0))
    known.set(longer, 258 + known.size)
    // The reader adds its entry one code later than this.
    width = Math.min(12, 32 - Math.clz32(257 + known.size + early))
    if (known.size === 4096 - 258) start()
    held = longer.slice(-1)
  }
  if (held) {
    put(known.get(held) ?? held.charCodeAt(0))
    width = Math.min(12, 32 - Math.clz32(258 + known.size + early))
  }
  put(257)
  const all = bits.join('')
  return Buffer.from(all.match(/.{1,8}/g)?.map((eight) => Number.parseInt(eight.padEnd(8, '0'), 2)) ?? [])
}

describe('codings of streams (ISO 32000-2 7.4)', () => {
  test.each([
    ['the example of 7.4.4', hex('800B6050220C0C8501'), '/LZWDecode', hex('2D2D2D2D2D412D2D2D42')],
    ['base 85', '87cURD]i,"Ebo80~>', '/ASCII85Decode', Buffer.from('Hello World!')],
    ['base 85 in lines, with zeros and a rest', '87cUR\n zD]~>rest', '/ASCII85Decode', hex('48656C6C 00000000 6F')],
    ['an odd hexadecimal digit', '48 656C\n6C7>', '/ASCIIHexDecode', Buffer.from('Hellp')],
    ['runs', hex('02 414243 FE 44 80 00'), '/RunLengthDecode', Buffer.from('ABCDDD')],
  ])('%s', (_, raw, filter, expected) => {
    expect(decoded(raw, `/Filter${filter}`)).toEqual(expected)
  })

  test('one upon another, each with its parameters', () => {
    const rows = deflateSync(Buffer.from([2, 1, 2, 2, 1, 1])).toString('hex')
    const entries = '/Filter[/ASCIIHexDecode/FlateDecode]/DecodeParms[null<</Predictor 12/Columns 2>>]'
    expect([...decoded(`${rows}>`, entries)]).toEqual([1, 2, 2, 3])
  })

  test('rows that say what they add to the left (TIFF)', () => {
    const raw = deflateSync(Buffer.from([250, 1, 9, 10, 0, 255, 5, 6, 7, 1, 1, 1]))
    expect([...decoded(raw, tiff('/Colors 3/Columns 2'))]).toEqual([250, 1, 9, 4, 1, 8, 5, 6, 7, 6, 7, 8])
    expect([...decoded(raw, tiff('/Columns 4'))]).toEqual([250, 251, 4, 14, 0, 255, 4, 10, 7, 8, 9, 10])
    for (const more of ['/Columns 5', '/Columns 0', '/Columns -4', '/Columns 4/BitsPerComponent 4']) {
      expect(() => decoded(raw, tiff(more))).toThrow(PdfFault)
    }
  })

  test.each([0, 1] as const)('LZW gives back what was coded, EarlyChange %i', (early) => {
    const entries = `/Filter/LZWDecode/DecodeParms<</EarlyChange ${early}>>`
    const sizes = { minLength: 0, maxLength: 300 }
    assert(
      property(array(integer({ min: 0, max: 3 }), sizes), (bytes) => {
        expect([...decoded(toLzw(Buffer.from(bytes), early), entries)]).toEqual(bytes)
      }),
      { numRuns: 100 },
    )
    const long = Buffer.from(Array.from({ length: 60_000 }, (_, at) => (at * at * 7 + (at >> 5)) % 251))
    expect(decoded(toLzw(long, early), entries).equals(long)).toBe(true)
  })

  test.each([
    ['a code that stands for nothing', hex('80 4B 00'), '/LZWDecode'],
    ['a digit above u', '87cUv~>', '/ASCII85Decode'],
    ['five digits that are no number of 32 bits', 'uuuuu~>', '/ASCII85Decode'],
    ['one digit alone', '87cUR8~>', '/ASCII85Decode'],
    ['zeros within five digits', '87zcUR~>', '/ASCII85Decode'],
    ['a run without its bytes', hex('05 4142'), '/RunLengthDecode'],
    ['an image', 'x', '/DCTDecode'],
    ['too many', '>', `[${'/ASCIIHexDecode'.repeat(5)}]`],
  ])('%s is malformed', (_, raw, filter) => {
    expect(() => decoded(raw, `/Filter${filter}`)).toThrow(PdfFault)
  })

  test('cross-reference and object streams are Flate or nothing (P5)', () => {
    const budget = new Budget(defaultLimits)
    for (const filter of ['/ASCIIHexDecode', '[/FlateDecode/FlateDecode]']) {
      expect(() => decodeStream(stream('>', `/Filter${filter}`), budget, 'flate')).toThrow(PdfFault)
    }
  })

  test('what unpacks too far is over the budget, whatever the coding', () => {
    const streamBytes = 10_000
    const zeros = Buffer.alloc(20_000)
    const runs = Buffer.from(Array.from({ length: 400 }, (_, at) => (at % 2 === 0 ? 129 : 0)))
    for (const [raw, filter] of [
      [toLzw(zeros, 1), '/LZWDecode'],
      [runs, '/RunLengthDecode'],
      [deflateSync(zeros), '/FlateDecode'],
    ] as const) {
      expect(() => decoded(raw, `/Filter${filter}`, { streamBytes })).toThrow(BudgetExceeded)
    }
    const entries = '/Filter/RunLengthDecode'
    expect(() => decoded(Buffer.concat(Array(20).fill(runs)), entries, { decodedBytes: 99_000 })).toThrow(
      BudgetExceeded,
    )
  })
})

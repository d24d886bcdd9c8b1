import { afterAll, describe, expect, test } from 'vitest'
import { openPageImages } from '@moqi/pdf/page-image/render-page'
import { foreignPdf, numbers } from '@moqi/form/testing/foreign-document'
import { appendIncrement, sourceOf } from '@moqi/pdf/testing/increment'
import { edited, judge, sign, signSecond } from '../testing/changes.ts'

const renderer = await openPageImages()
afterAll(() => renderer.close())

const stream = (content: string, entries = '') =>
  `<<${entries}/Length ${content.length}>>\nstream\n${content}\nendstream`
const states = '/ExtGState<</M<</BM/Multiply>>/V<</ca .93>>/C<</ca .4>>>>'

/** A page that says `content`, signed, and signed again with a look over it; what comes of that. */
async function outcome(content: string, look: string, rect = '0 280 300 340'): Promise<string[]> {
  const blank = foreignPdf()
  const signed = await sign(appendIncrement(blank, [{ number: numbers.content, body: stream(content) }]))
  const widget = `/Type/Annot/Subtype/Widget/F 4/P 3 0 R/Rect[${rect}]`
  const shape = `/Type/XObject/Subtype/Form/BBox[${rect}]/Resources<</Font<</F 9 0 R>>${states}>>`
  const bytes = await signSecond(signed, [
    { number: 31, body: `<</FT/Sig/T(later)${widget}/V 30 0 R/AP<</N 32 0 R>>>>` },
    { number: 32, body: stream(look, shape) },
    { number: numbers.second, body: sourceOf(signed, numbers.second) },
    edited(signed, numbers.form, ' 8 0 R]', ' 8 0 R 31 0 R]'),
    edited(signed, numbers.page, ' 8 0 R]', ' 8 0 R 31 0 R]'),
  ])
  const { verdict, reasonArray } = await judge(bytes, { renderer })
  const weighty = reasonArray.filter(({ severity }) => severity === 'invalid' || severity === 'indeterminate')
  return [verdict, ...weighty.map(({ code }) => code)]
}

const write = (text: string, size: number, { x = 20, y = 300, colour = '0 g' } = {}) =>
  `${colour} BT /F ${size} Tf ${x} ${y} Td (${text}) Tj ET`
const three = '0 g 20 300 12 1 re 21 304 10 1 re 20 308 12 1 re f'
/** Strokes of a round seal and of its words, and a star. */
const ring = '1.6 w 60 305 m 60 322 90 322 90 305 c 90 288 60 288 60 305 c S 66 298 m 84 298 l 75 314 m 75 292 l S'

describe('E6: what could be read when it was signed is still there', () => {
  test.each<[string, string, string]>([
    ...[8, 10, 12, 14].map((size): [string, string, string] => [
      `an amount of ${size} points typed anew`,
      write('Price 10000', size),
      `1 g 20 296 200 ${size + 6} re f ${write('Price 90000', size)}`,
    ]),
    ['one figure typed anew', write('Rate 8.6', 10), `1 g 42 298 8 10 re f ${write('3', 10, { x: 43.3 })}`],
    ['a minus sign under a patch', write('-5.25', 8), '1 g 19 301.5 4 3 re f 1 0 0 RG 100 290 30 30 re S'],
    ['a decimal point under a patch', write('5.25', 10), '1 g 25.4 299.4 2.3 2.2 re f 1 0 0 RG 100 290 30 30 re S'],
    ['one stroke of three', three, '1 g 18 303 16 3 re f'],
    ['grey text', write('Price 100000', 12, { colour: '.55 g' }), '1 g 15 295 90 20 re f'],
    [
      'light text on a dark ground',
      `.1 g 0 290 200 30 re f ${write('Price 1', 12, { colour: '1 g' })}`,
      '.1 g 15 295 90 20 re f',
    ],
  ])('%s', async (_, content, look) => {
    expect((await outcome(content, look))[0]).toBe('invalid')
  })
})

describe('E7: what covers text makes it unreadable in any colour', () => {
  test.each([
    ['black', '0 g'],
    ['red', '.8 0 0 rg'],
    ['a veil', '/V gs .2 g'],
  ])('%s', async (_, colour) => {
    const [verdict, ...codes] = await outcome(write('Price 10000', 12), `${colour} 50 296 60 18 re f`)
    expect([verdict, codes.includes('text-made-unreadable')]).toEqual(['invalid', true])
  })

  test('one glyph leaves open what it was', async () => {
    const covered = await outcome(write('Price 10000', 12), '.8 0 0 rg 56 296 8 18 re f')
    expect(covered).toEqual(['indeterminate', 'text-made-unreadable'])
  })
})

describe('E8: what stands in a line as if it belonged there', () => {
  test.each([
    ['a figure in front of a number', write('10000', 12, { x: 60 }), write('9', 12, { x: 53 })],
    ['a minus sign', write('10000', 12, { x: 60 }), write('-', 12, { x: 55 })],
    ['strokes that close a figure', write('Sum 3', 12), '0 g 46.5 301 .9 7 re f'],
  ])('%s', async (_, content, look) => {
    expect(await outcome(content, look)).toEqual(['indeterminate', 'appearance-in-line'])
  })
})

describe('an honest look', () => {
  test.each([
    ['a seal of thin strokes over words', write('Party A (seal) and Party B', 12), `.85 0 0 RG ${ring}`],
    [
      'a multiplied seal with a star',
      write('Party A (seal) and Party B', 12),
      `/M gs .85 0 0 rg .85 0 0 RG ${ring} 66 296 18 18 re f`,
    ],
    ['a pale one', write('Party A (seal) and Party B', 12), `/C gs .85 0 0 rg 60 290 30 30 re f`],
    ['a name typed beside its label', write('Signed by:', 12), write('Zhang San, 2026-11-20', 10, { x: 90 })],
    [
      'a hand across words',
      write('Authorised signature', 12),
      '0 0 .6 RG 1.2 w 30 295 m 60 335 l 80 285 l 120 330 l S',
    ],
    ['anything on blank paper', write('Price', 12), '0 g 150 290 60 40 re f'],
  ])('%s', async (_, content, look) => {
    expect(await outcome(content, look)).toEqual(['valid'])
  })
})

describe('E11: paper under a seal', () => {
  const paper = '1 g 80 280 120 60 re f 1 0 0 RG 2 w 90 290 60 40 re S'
  const within = '80 280 200 340'

  test.each([
    ['a rule that runs on to one side', '.6 w 100 310 m 290 310 l S'],
    ['the rules of a table', '.6 w 20 290 m 290 290 l 20 320 m 290 320 l 120 250 m 120 370 l S'],
  ])('may interrupt %s', async (_, content) => {
    expect(await outcome(content, paper, within)).toEqual(['valid'])
  })

  test.each([
    ['a dash', '.6 w 100 310 m 130 310 l S'],
    ['a rule that ends where it does', '.6 w 84 310 m 196 310 l S'],
    ['a drawing that runs on', '.6 w 100 310 m 140 320 l 290 300 l S'],
    ['a bar', '0 g 100 305 190 8 re f'],
  ])('may not hide %s', async (_, content) => {
    expect((await outcome(content, paper, within))[0]).toBe('invalid')
  })

  test('may not leave words standing that were struck out', async () => {
    const words = write('Price 100000 and more besides', 12)
    const patched = `1 g 80 280 120 60 re f ${words}`
    expect((await outcome(`${words} .8 w 15 304 m 290 304 l S`, patched, within))[0]).not.toBe('valid')
  })
})

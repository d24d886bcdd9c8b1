import { afterAll, describe, expect, test } from 'vitest'
import { scene, sceneTime } from '@moqi/trust/testing/authority-scene'
import { signDigest } from '@moqi/trust/cms/signed-data'
import { openPageImages, type Renderer } from '@moqi/pdf/page-image/render-page'
import { appearance as shownText, docMdp, foreignPdf, numbers, signField } from '@moqi/form/testing/foreign-document'
import { appendIncrement, appendSignature, sourceOf, type WrittenObject } from '@moqi/pdf/testing/increment'
import type { Verdict } from '../verdict.ts'
import { verifyPdf } from '../verify-pdf.ts'

const renderer = await openPageImages()
afterAll(() => renderer.close())
const on = await scene()
const key = await on.party('甲方')
const other = await on.party('乙方')
const { timestamps } = on

const judge = (bytes: Buffer, drawnBy: Renderer = renderer): Promise<Verdict> =>
  verifyPdf(bytes, { trustedRoots: [on.root.key.identity.certificate], now: sceneTime, renderer: drawnBy })
const hides = ({ reasonArray }: Verdict) =>
  reasonArray.some(({ code }) => code === 'signature-appearance-hides-content')
/** Hidden and invalid, or valid and not hidden. */
const outcome = (verdict: Verdict) => [verdict.verdict, hides(verdict)]
const hidden = ['invalid', true]
const honest = ['valid', false]

const stream = (content: string, entries = '') =>
  `<<${entries}/Length ${content.length}>>\nstream\n${content}\nendstream`
const appearanceOf = (content: string, size = '280 60') =>
  stream(content, `/Type/XObject/Subtype/Form/BBox[0 0 ${size}]/Resources<</Font<</F 9 0 R>>>>`)
const page = (content: string) => ({ number: numbers.content, body: stream(content) })
const words = page('BT /F 18 Tf 20 300 Td (Price 100000) Tj ET')
const overWords = '10 290 290 350'
const rewritten = (bytes: Buffer, number: number, from: string | RegExp, to: string) => ({
  number,
  body: sourceOf(bytes, number).replace(from, to),
})
const extended = (bytes: Buffer, number: number, entries: string) => rewritten(bytes, number, />>$/, `${entries}>>`)

/** The first party signs a contract with other objects than usual. */
const signFirst = (objects: (blank: Buffer) => WrittenObject[], blank = foreignPdf()) =>
  signField(appendIncrement(blank, objects(blank)), { key, timestamps })

/** The second party signs its field; `more` of its entries, and what comes with it. */
function signSecond(bytes: Buffer, objects: WrittenObject[], more = '', without = ''): Promise<Buffer> {
  const body = sourceOf(bytes, numbers.second).replace(without, '').replace(/>>$/, `/V 50 0 R${more}>>`)
  return appendSignature(bytes, {
    number: 50,
    entries: "/M(D:20261120110405+08'00')",
    objects: [{ number: numbers.second, body }, ...objects],
    cms: (digest) => signDigest({ key: other, timestamps }, digest),
  })
}

/** The second party signs in a field that was not there. */
function signAnew(
  bytes: Buffer,
  rect: string,
  appearance: string,
  { number = 50, objects = [] }: { number?: number; objects?: WrittenObject[] } = {},
): Promise<Buffer> {
  return appendSignature(bytes, {
    number,
    entries: "/M(D:20261120110405+08'00')",
    objects: [
      {
        number: 51,
        body: `<</FT/Sig/T(third)/V ${number} 0 R/Type/Annot/Subtype/Widget/F 4/P 3 0 R/Rect[${rect}]/AP<</N 52 0 R>>>>`,
      },
      { number: 52, body: appearance },
      rewritten(bytes, numbers.form, '8 0 R]', '8 0 R 51 0 R]'),
      rewritten(bytes, numbers.page, '8 0 R]', '8 0 R 51 0 R]'),
      ...objects,
    ],
    cms: (digest) => signDigest({ key: other, timestamps }, digest),
  })
}

const white = (width = 280, height = 60) => `1 g 0 0 ${width} ${height} re f`
const text = (value: string) => `0 g BT /F 12 Tf 10 10 Td (${value}) Tj ET`

describe('what is filled in', () => {
  /** The text field stands over a page, and is filled in and signed for. */
  async function fill(content: WrittenObject, rect = overWords, ground = white()): Promise<Verdict> {
    const first = await signFirst((blank) => [content, rewritten(blank, numbers.amount, '10 100 100 120', rect)])
    const objects = [
      extended(first, numbers.amount, '/V(100)'),
      { number: numbers.amountAppearance, body: appearanceOf(`${ground} ${text('100')}`) },
    ]
    const covered = await judge(await signSecond(first, objects))
    const certified = await signField(
      appendIncrement(foreignPdf({ 1: '/Perms<</DocMDP 11 0 R>>' }), [
        content,
        rewritten(foreignPdf(), numbers.amount, '10 100 100 120', rect),
      ]),
      { key, timestamps, entries: docMdp(2) },
    )
    expect(outcome(await judge(appendIncrement(certified, objects)))).toEqual(outcome(covered))
    return covered
  }

  test('may not hide words below', async () => {
    expect(outcome(await fill(words))).toEqual(hidden)
    expect(outcome(await fill(words, overWords, '.9 g 0 0 280 60 re f'))).toEqual(hidden)
  })

  test.each([
    ['blank paper', page('BT /F 18 Tf 20 360 Td (Contract) Tj ET')],
    ['a line to write on', page('0 g 10 292 280 1 re f')],
    ['a dotted line', page('[2 2] 0 d 1 w 10 294 m 290 294 l S')],
    ['a line of points', page(`BT /F 12 Tf 12 296 Td (${'.'.repeat(80)}) Tj ET`)],
    ['lines to write on', page('0 g 10 292 280 1 re f 10 310 280 1 re f 10 328 280 1 re f')],
    ['a printed box', page('1 w 11 291 278 58 re S')],
  ])('may lie on white over %s', async (_, content) => {
    expect(outcome(await fill(content))).toEqual(honest)
  })

  test('may lie over words that it leaves to be read', async () => {
    expect(outcome(await fill(words, overWords, ''))).toEqual(honest)
  })

  test('may be filled in again, and hide nothing of others then either', async () => {
    const first = await signFirst(
      (blank) => [
        { number: numbers.amountAppearance, body: appearanceOf(`${white()} ${text('100')}`) },
        rewritten(blank, numbers.amount, '10 100 100 120', overWords),
        words,
      ],
      foreignPdf({ 7: '/V(100)' }),
    )
    const shown = { number: numbers.amountAppearance, body: appearanceOf(`${white()} ${text('200')}`) }
    const again = (bytes: Buffer) => [rewritten(bytes, numbers.amount, '(100)', '(200)'), shown]
    // What its white ground covers was never seen by who signed.
    expect(outcome(await judge(await signSecond(first, again(first))))).toEqual(honest)
    const seal = appearanceOf('0 g 4 4 60 30 re f', '90 50')
    const twice = await signFirst(
      (blank) => [
        { number: numbers.amountAppearance, body: appearanceOf(text('100')) },
        rewritten(blank, numbers.amount, '10 100 100 120', '10 10 290 70'),
        extended(blank, numbers.first, '/AP<</N 61 0 R>>'),
        { number: 61, body: seal },
      ],
      foreignPdf({ 7: '/V(100)' }),
    )
    expect(outcome(await judge(await signSecond(twice, again(twice))))).toEqual(hidden)
  })

  test.each([
    ['over it', '10 10 290 70', hidden],
    ['beside it', '10 100 290 160', honest],
  ])('may not hide a seal that came after it was first filled in: %s', async (_, rect, expected) => {
    const blank = foreignPdf()
    const moved = appendIncrement(blank, [rewritten(blank, numbers.amount, '10 100 100 120', rect)])
    const first = await signField(moved, { key, timestamps, field: 'second' })
    const filled = [
      extended(first, numbers.amount, '/V(100)'),
      { number: numbers.amountAppearance, body: appearanceOf('0 g BT /F 12 Tf 10 45 Td (100) Tj ET') },
      extended(first, numbers.first, '/V 50 0 R/AP<</N 53 0 R>>'),
      { number: 53, body: appearanceOf('0 g 4 4 60 30 re f', '90 50') },
    ]
    const twice = await signField(first, { key: other, timestamps, number: 50, objects: filled })
    const objects = [
      rewritten(twice, numbers.amount, '(100)', '(200)'),
      { number: numbers.amountAppearance, body: appearanceOf(`${white()} ${text('200')}`) },
    ]
    const thrice = await signAnew(twice, '10 340 60 380', appearanceOf('1 0 0 rg 0 0 9 9 re f'), {
      number: 80,
      objects,
    })
    expect(outcome(await judge(thrice))).toEqual(expected)
  })

  test.each([
    ['its mark alone', '0 g 40 10 20 20 re f', honest],
    ['a text of its own on white', `${white()} ${text('Price 1')}`, hidden],
  ])('may be a box that is ticked, with %s', async (_, mark, expected) => {
    const first = await signFirst(() => [
      words,
      {
        number: numbers.amount,
        body: `<</FT/Btn/T(amount)/V/Off/AS/Off/AP<</N<</Yes 10 0 R/Off 60 0 R>>>>/Type/Annot/Subtype/Widget/F 4/P 3 0 R/Rect[${overWords}]>>`,
      },
      { number: 10, body: appearanceOf(mark) },
      { number: 60, body: appearanceOf('') },
    ])
    const ticked = rewritten(first, numbers.amount, '/V/Off/AS/Off', '/V/Yes/AS/Yes')
    expect(outcome(await judge(await signSecond(first, [ticked])))).toEqual(expected)
  })
})

describe('a field that showed something before', () => {
  const blank = { number: 60, body: appearanceOf('', '195 30') }
  const sheet = { number: 52, body: appearanceOf(`${white(195, 30)} 0 g BT /F 12 Tf 80 5 Td (900) Tj ET`, '195 30') }

  test.each(['/AP<</N 60 0 R>>', '/AP<<>>', ''])('may not hide the amount of another (%s)', async (ap) => {
    const first = await signFirst(
      (upload) => [
        { number: numbers.amountAppearance, body: shownText('100') },
        { ...rewritten(upload, numbers.second, '110 10 200 60', '5 95 200 125') },
        blank,
      ],
      foreignPdf({ 7: '/V(100)', 8: ap }),
    )
    expect(outcome(await judge(await signSecond(first, [sheet], '/AP<</N 52 0 R>>', ap)))).toEqual(hidden)
  })

  test.each([
    ['the seal of another', '5 5 200 65', hidden],
    ['but its own invitation to sign', '102 5 297 65', honest],
  ])('may not hide %s', async (_, own, expected) => {
    const ap = '/AP<</N 60 0 R>>'
    const first = await signFirst(
      (upload) => [
        rewritten(upload, numbers.second, '110 10 200 60', own),
        extended(upload, numbers.first, '/AP<</N 61 0 R>>'),
        { number: 60, body: appearanceOf('0 g BT /F 12 Tf 120 30 Td (Sign here) Tj ET', '195 60') },
        { number: 61, body: appearanceOf('0 g BT /F 12 Tf 5 30 Td (Seal of A) Tj ET', '90 50') },
      ],
      foreignPdf({ 8: ap }),
    )
    const covering = { number: 52, body: appearanceOf(white(195), '195 60') }
    expect(outcome(await judge(await signSecond(first, [covering], '/AP<</N 52 0 R>>', ap)))).toEqual(expected)
  })
})

test('stripes of white hide words, though each is as thin as a line to sign on', async () => {
  const first = await signFirst((blank) => [
    page('BT /F 18 Tf 20 300 Td (Price 100000 incl tax) Tj ET'),
    rewritten(blank, numbers.second, '110 10 200 60', '10 296 250 316'),
  ])
  const stripes = Array.from({ length: 7 }, (_, at) => `0 ${at * 3} 240 2.4 re f`).join(' ')
  const striped = { number: 52, body: appearanceOf(`1 g ${stripes}`, '240 20') }
  expect(outcome(await judge(await signSecond(first, [striped], '/AP<</N 52 0 R>>')))).toEqual(hidden)
})

test.each([12, 18])('a minus sign of %i points may not be hidden', async (size) => {
  const first = await signFirst(() => [page(`BT /F ${size} Tf 20 300 Td (-5000) Tj ET`)])
  const rect = `19 300 ${20 + size * 0.32} ${300 + size * 0.5}`
  expect(outcome(await judge(await signAnew(first, rect, appearanceOf(white()))))).toEqual(hidden)
  const red = await judge(await signAnew(first, rect, appearanceOf('.8 0 0 rg 0 0 280 60 re f')))
  expect(outcome(red)).toEqual(['indeterminate', false])
})

describe('a note without an appearance at level 3 (D23)', () => {
  const lines = Array.from({ length: 38 }, (_, at) => 292 + at * 0.8)
  const strokes = lines.map((y) => `15 ${y + 1} 200 ${y + 1} 15 ${y} 200 ${y}`).join(' ')
  test.each([
    ['StrikeOut', '0 0 1 1', strokes, '1 1 1', true],
    ['StrikeOut', '15 290 290 330', strokes, '1 1 1', true],
    ['Highlight', '0 0 1 1', '15 322 200 322 15 292 200 292', '1 1 0', false],
    ['StrikeOut', '15 290 200 322', '15 314 200 314 15 300 200 300', '1 0 0', false],
  ])('is held against all that it marks: %s in %s', async (subtype, rect, quads, colour, isHidden) => {
    const blank = foreignPdf({ 1: '/Perms<</DocMDP 11 0 R>>' })
    const certified = await signField(appendIncrement(blank, [words]), { key, timestamps, entries: docMdp(3) })
    const note = `<</Type/Annot/Subtype/${subtype}/F 4/C[${colour}]/Rect[${rect}]/QuadPoints[${quads}]>>`
    const { verdict, reasonArray } = await judge(
      appendIncrement(certified, [
        { number: 30, body: note },
        rewritten(certified, numbers.page, '8 0 R]', '8 0 R 30 0 R]'),
      ]),
    )
    expect(reasonArray.some(({ code }) => code === 'annotation-after-signature')).toBe(isHidden)
    expect(verdict === 'invalid').toBe(isHidden)
  })
})

describe('pages of any size', () => {
  const sheet = appearanceOf(`${white()} ${text('Price 1')}`)
  const sized = (box: string, content = words) =>
    signFirst((blank) => [content, rewritten(blank, numbers.page, '/MediaBox[0 0 300 400]', box)])

  test.each([
    ['none, which is US Letter', '', overWords, words],
    ['14400 points', '/MediaBox[0 0 14400 14400]', overWords, words],
    ['a roll', '/MediaBox[0 0 300 14400]', overWords, words],
    ['A0', '/MediaBox[0 0 2384 3370]', overWords, words],
    [
      'large units',
      '/MediaBox[0 0 30 40]/UserUnit 10',
      '1 29 29 35',
      page('BT /F 1.8 Tf 2 30 Td (Price 100000) Tj ET'),
    ],
  ])('show what is hidden: %s', async (_, box, rect, content) => {
    const first = await sized(box, content)
    expect(outcome(await judge(await signAnew(first, rect, sheet)))).toEqual(hidden)
    const seal = appearanceOf('.9 0 .1 RG 6 w 20 10 200 40 re S')
    const sealed = await judge(await signAnew(first, rect, seal))
    expect(outcome(sealed)).toEqual(honest)
    expect(sealed.reasonArray.some(({ code }) => code === 'visual-partial')).toBe(false)
  })

  test('that cannot be drawn leave open what an appearance may hide there', async () => {
    const first = await sized('/MediaBox[0 0 300 400]')
    const lost: Renderer = { ...renderer, draw: () => Promise.reject(new Error('lost')) }
    const seal = appearanceOf('.9 0 .1 RG 6 w 20 10 200 40 re S')
    expect(await judge(await signAnew(first, overWords, seal), lost)).toMatchObject({ verdict: 'indeterminate' })
    const metadata = appendIncrement(first, [{ number: 70, body: '(nobody refers to it)' }])
    expect(await judge(metadata, lost)).toMatchObject({ verdict: 'valid' })
  })
})

import { afterAll, describe, expect, test } from 'vitest'
import { scene, sceneTime } from '@moqi/trust/testing/authority-scene'
import { signDigest } from '@moqi/trust/cms/signed-data'
import { openPageImages } from '@moqi/pdf/page-image/render-page'
import { appearance as shownText, docMdp, foreignPdf, numbers, signField } from '@moqi/form/testing/foreign-document'
import { appendIncrement, appendSignature, sourceOf, type WrittenObject } from '@moqi/pdf/testing/increment'
import { defaultLimits, type Limits } from '@moqi/pdf/limits'
import type { Verdict } from '../verdict.ts'
import { verifyPdf } from '../verify-pdf.ts'

const renderer = await openPageImages()
afterAll(() => renderer.close())
const on = await scene()
const key = await on.party('甲方')
const other = await on.party('乙方')
const { timestamps } = on

const judge = (bytes: Buffer, limits: Partial<Limits> = {}): Promise<Verdict> =>
  verifyPdf(bytes, {
    trustedRoots: [on.root.key.identity.certificate],
    now: sceneTime,
    renderer,
    limits: { ...defaultLimits, ...limits },
  })
const hides = ({ reasonArray }: Verdict) =>
  reasonArray.some(({ code, severity }) => code === 'signature-appearance-hides-content' && severity === 'invalid')
const codes = ({ reasonArray }: Verdict) => reasonArray.map(({ code }) => code)

const appearanceOf = (content: string) =>
  `<</Type/XObject/Subtype/Form/BBox[0 0 280 60]/Length ${content.length}>>\nstream\n${content}\nendstream`
const box = (colour: string) => appearanceOf(`${colour} 0 0 280 60 re f`)
const edited = (bytes: Buffer, number: number, from: string | RegExp, to: string) => ({
  number,
  body: sourceOf(bytes, number).replace(from, to),
})
const signWith = (bytes: Buffer, objects: WrittenObject[]) =>
  appendSignature(bytes, {
    number: 30,
    entries: "/M(D:20261120110405+08'00')",
    objects,
    cms: (digest) => signDigest({ key: other, timestamps }, digest),
  })

/** The place of the word on the page. */
const overWord = '10 290 290 350'
const signed = await signField(foreignPdf(), { key, timestamps })

/** Signs in a new field with a widget for each rectangle; `appearances` are theirs. */
function signAnew(rects: string[], appearances: string[]): Promise<Buffer> {
  const kids = rects.map((rect, at) => ({
    number: 40 + at,
    body: `<</Type/Annot/Subtype/Widget/F 4/P 3 0 R/Parent 31 0 R/Rect[${rect}]/AP<</N ${60 + at} 0 R>>>>`,
  }))
  const listed = kids.map(({ number }) => `${number} 0 R`).join(' ')
  return signWith(signed, [
    { number: 31, body: `<</FT/Sig/T(later)/V 30 0 R/Kids[${listed}]>>` },
    ...kids,
    ...appearances.map((body, at) => ({ number: 60 + at, body })),
    edited(signed, numbers.form, ' 8 0 R]', ' 8 0 R 31 0 R]'),
    edited(signed, numbers.page, ' 8 0 R]', ` 8 0 R ${listed}]`),
  ])
}

describe('a signature added over words (V2)', () => {
  test.each(['1 g', '.93 g', '.87 g', '1 .9 .9 rg', '1 1 .6 rg', '.6 .65 .6 rg'])(
    'hides them with %s',
    async (colour) => {
      const verdict = await judge(await signAnew([overWord], [box(colour)]))
      expect([verdict.verdict, hides(verdict)]).toEqual(['invalid', true])
    },
  )

  test.each([
    ['beside them', '10 200 290 260', box('.93 g')],
    ['in pale strokes', overWord, appearanceOf('1 .5 .5 RG 4 w 20 10 200 40 re S')],
    ['in dark letters', overWord, appearanceOf('0 0 .6 rg 30 20 8 30 re 50 20 8 30 re f')],
  ])('hides nothing %s', async (_, rect, appearance) => {
    const verdict = await judge(await signAnew([rect], [appearance]))
    expect([verdict.verdict, hides(verdict)]).toEqual(['valid', false])
  })

  test('takes a large part of the page with all its widgets together', async () => {
    const quarters = ['0 0 150 190', '150 0 300 190', '0 190 150 380', '150 190 300 380']
    const appearances = quarters.map(() => appearanceOf('1 0 0 rg 0 0 9 9 re f'))
    expect(codes(await judge(await signAnew(quarters, appearances)))).toContain('signature-appearance-large')
    const first = await judge(await signAnew(quarters.slice(0, 1), appearances.slice(0, 1)))
    expect([first.verdict, codes(first).includes('signature-appearance-large')]).toEqual(['valid', false])
  })
})

test('what a party filled in may not be hidden by the next', async () => {
  const third = await on.party('丙方')
  const filled = [
    { number: numbers.amount, body: sourceOf(signed, numbers.amount).replace(/>>$/, '/V(100)>>') },
    { number: numbers.amountAppearance, body: shownText('100') },
  ]
  const twice = await signField(signed, { key: other, timestamps, field: 'second', number: 12, objects: filled })
  const signOver = (content: string) =>
    appendSignature(twice, {
      number: 30,
      entries: "/M(D:20261120110405+08'00')",
      objects: [
        {
          number: 31,
          body: '<</FT/Sig/T(later)/Type/Annot/Subtype/Widget/F 4/P 3 0 R/Rect[10 90 290 150]/V 30 0 R/AP<</N 32 0 R>>>>',
        },
        { number: 32, body: content },
        edited(twice, numbers.form, ' 8 0 R]', ' 8 0 R 31 0 R]'),
        edited(twice, numbers.page, ' 8 0 R]', ' 8 0 R 31 0 R]'),
      ],
      cms: (digest) => signDigest({ key: third, timestamps }, digest),
    })
  expect(hides(await judge(await signOver(box('.9 g'))))).toBe(true)
  expect(hides(await judge(await signOver(appearanceOf('.9 0 .1 RG 2 w 2 2 270 56 re S'))))).toBe(false)
})

/** Signs the second field, moved to `rect` before anybody signed; the page says `content`, the field shows `before`. */
async function signThere(
  rect: string,
  appearance: string,
  { content = '', before }: { content?: string; before?: string } = {},
): Promise<Verdict> {
  const blank = foreignPdf()
  const shown = `BT /F 18 Tf 20 300 Td (Contract) Tj ET ${content}`
  const field = edited(blank, numbers.second, /\/Rect\[[^\]]*\]/, `/Rect[${rect}]`)
  const more = before === undefined ? '' : '/AP<</N 33 0 R>>'
  const upload = appendIncrement(blank, [
    { number: numbers.content, body: `<</Length ${shown.length}>>\nstream\n${shown}\nendstream` },
    { ...field, body: field.body.replace(/>>$/, `${more}>>`) },
    ...(before === undefined ? [] : [{ number: 33, body: before }]),
  ])
  const first = await signField(upload, { key, timestamps })
  const body = sourceOf(first, numbers.second).replace(more, '').replace(/>>$/, '/V 30 0 R/AP<</N 32 0 R>>>>')
  return judge(
    await signWith(first, [
      { number: numbers.second, body },
      { number: 32, body: appearance },
    ]),
  )
}

describe('a field that was there before it was signed (V2)', () => {
  test.each(['1 g', '.9 g'])('may not cover words with %s', async (colour) => {
    const verdict = await signThere(overWord, box(colour))
    expect([verdict.verdict, hides(verdict)]).toEqual(['invalid', true])
  })

  test('may show a seal over them', async () => {
    expect((await signThere(overWord, appearanceOf('.9 0 .1 RG 6 w 20 10 200 40 re S'))).verdict).toBe('valid')
  })

  test('may cover the line to sign on', async () => {
    const line = { content: '0 g 10 215 280 1 re f' }
    expect(await signThere('10 200 290 260', box('1 g'), line)).toMatchObject({ verdict: 'valid' })
    const words = { content: 'BT /F 18 Tf 20 220 Td (See annex) Tj ET 0 g 10 215 280 1 re f' }
    expect(await signThere('10 200 290 260', box('1 g'), words)).toMatchObject({ verdict: 'invalid' })
  })

  test('may show something else than while it was empty', async () => {
    const arrow = appearanceOf('1 1 .5 rg 0 0 280 60 re f 0 g 40 10 120 40 re f')
    expect(
      await signThere('10 200 290 260', appearanceOf('0 0 1 RG 3 w 20 10 200 40 re S'), { before: arrow }),
    ).toMatchObject({
      verdict: 'valid',
    })
    // What it showed first does not give it a right to what lies below.
    const dot = appearanceOf('0 g 0 0 2 2 re f')
    expect(hides(await signThere(overWord, box('1 g'), { before: dot }))).toBe(true)
  })

  test('is looked at when it takes a large part of the page', async () => {
    const small = appearanceOf('0 0 1 rg 0 0 9 9 re f')
    expect(codes(await signThere('0 0 300 400', small))).toContain('signature-appearance-large')
    expect(codes(await signThere('0 0 300 90', small))).not.toContain('signature-appearance-large')
  })
})

const note = (rect: string) => `<</Type/Annot/Subtype/Highlight/F 4/Rect[${rect}]/AP<</N 22 0 R>>>>`

async function certified(rect: string): Promise<Buffer> {
  const blank = foreignPdf({ 1: '/Perms<</DocMDP 11 0 R>>' })
  const upload = appendIncrement(blank, [
    { number: 21, body: note(rect) },
    { number: 22, body: appearanceOf('0 g 20 10 60 40 re f') },
    edited(blank, numbers.page, ' 8 0 R]', ' 8 0 R 21 0 R]'),
  ])
  return signField(upload, { key, timestamps, entries: docMdp(3) })
}

describe('an annotation at level 3 (D23)', () => {
  test('that was there may look otherwise, but hide nothing', async () => {
    const apart = await certified('10 200 290 260')
    const changed = await judge(
      appendIncrement(apart, [{ number: 22, body: appearanceOf('1 0 0 rg 90 10 60 40 re f') }]),
    )
    expect(codes(changed)).not.toContain('annotation-after-signature')
    const over = await certified('10 330 290 390')
    const moved = [
      { number: 21, body: note(overWord) },
      { number: 22, body: box('.9 g') },
    ]
    const verdict = await judge(appendIncrement(over, moved))
    expect([verdict.verdict, codes(verdict).includes('annotation-after-signature')]).toEqual(['invalid', true])
  })
})

const refs = (list: number[]) => list.map((number) => `${number} 0 R`).join(' ')
const page = (annotations: string) =>
  '<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 400]/Contents 4 0 R/Resources<</Font<</F 9 0 R>>>>' +
  `/Annots[${annotations}]>>`

describe('many pages (V1)', () => {
  const count = 8
  const numbersOf = (first: number) => Array.from({ length: count }, (_, at) => first + at)
  const pages = numbersOf(100)

  /** One signature with a widget on every page, of which the last alone covers the word. */
  async function signEverywhere(): Promise<Buffer> {
    const blank = foreignPdf()
    const upload = appendIncrement(blank, [
      { number: 2, body: `<</Type/Pages/Kids[3 0 R ${refs(pages)}]/Count ${count + 1}>>` },
      ...pages.map((number) => ({ number, body: page('') })),
    ])
    const first = await signField(upload, { key, timestamps })
    const kids = numbersOf(200).map((number, at) => {
      const rect = at === count - 1 ? overWord : '0 0 5 5'
      const shown = at === count - 1 ? 33 : 32
      const body = `<</Type/Annot/Subtype/Widget/F 4/P ${100 + at} 0 R/Rect[${rect}]/Parent 31 0 R/AP<</N ${shown} 0 R>>>>`
      return { number, body }
    })
    return signWith(first, [
      { number: 31, body: `<</FT/Sig/T(later)/V 30 0 R/Kids[${refs(numbersOf(200))}]>>` },
      ...kids,
      ...pages.map((number, at) => ({ number, body: page(`${200 + at} 0 R`) })),
      { number: 32, body: appearanceOf('1 0 0 rg 0 0 5 5 re f') },
      { number: 33, body: box('1 g') },
      edited(first, numbers.form, ' 8 0 R]', ' 8 0 R 31 0 R]'),
    ])
  }

  test('every appearance is looked at, and what the work does not suffice for leaves the verdict open', async () => {
    const bytes = await signEverywhere()
    const whole = await judge(bytes)
    expect([whole.verdict, hides(whole), codes(whole).includes('visual-partial')]).toEqual(['invalid', true, false])
    const part = await judge(bytes, { drawing: 400_000 })
    expect([part.verdict, hides(part), codes(part).includes('visual-partial')]).toEqual(['indeterminate', false, true])
  })
})

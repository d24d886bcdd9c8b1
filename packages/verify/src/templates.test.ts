import { describe, expect, test } from 'vitest'
import { scene, sceneTime } from '@moqi/trust/testing/authority-scene'
import { docMdp, foreignPdf, numbers, signField } from '@moqi/form/testing/foreign-document'
import { appendIncrement, type WrittenObject } from '@moqi/pdf/testing/increment'
import { decisive } from './testing/reasons.ts'
import type { Verdict } from './verdict.ts'
import { verifyPdf } from './verify-pdf.ts'

const on = await scene()
const key = await on.party('甲方')
const { timestamps } = on
const { catalog, pages, page, font, content } = numbers
const judge = (bytes: Buffer): Promise<Verdict> =>
  verifyPdf(bytes, { trustedRoots: [on.root.key.identity.certificate], now: sceneTime })

const stream = (data: string, entries = '') => `<<${entries}/Length ${data.length}>>\nstream\n${data}\nendstream`
const body = (type: string, more = '') =>
  `<</Type/${type}${more}/MediaBox[0 0 300 400]/Contents 31 0 R/Resources<</Font<</F ${font} 0 R>>>>/Annots[32 0 R]>>`
const note = (owner: number, text = 'Annex') =>
  `<</Type/Annot/Subtype/Link/P ${owner} 0 R/Rect[0 0 9 9]/Contents(${text})>>`

/** A form with a template page named 附页 that nobody sees. */
const names = '/Names<</Templates<</Names[<FEFF96449875> 30 0 R]>>>>'
const upload = appendIncrement(foreignPdf({ [catalog]: names }), [
  { number: 30, body: body('Template') },
  { number: 31, body: stream('BT /F 18 Tf 20 300 Td (Annex) Tj ET') },
  { number: 32, body: note(30) },
])
const perms = `<</Type/Catalog/Pages 2 0 R/AcroForm 5 0 R${names}/Perms<</DocMDP 11 0 R>>>>`
const certified = (level: number, bytes = upload, more = '') =>
  signField(bytes, {
    key,
    timestamps,
    entries: docMdp(level),
    objects: [{ number: catalog, body: perms.replace(/>>$/, `${more}>>`) }],
  })

const instantiated = `/Parent 2 0 R/TemplateInstantiated/#e9#99#84#e9#a1#b5`
const instance: WrittenObject[] = [
  { number: 40, body: body('Page', instantiated).replace('32 0 R', '41 0 R') },
  { number: 41, body: note(40) },
]
const appended = { number: pages, body: `<</Type/Pages/Kids[${page} 0 R 40 0 R]/Count 2>>` }
/** The instance with one thing written differently. */
const forged = (number: number, from: string | RegExp, to: string) =>
  [...instance, appended].map((one) => (one.number === number ? { number, body: one.body.replace(from, to) } : one))

describe('a page made from a template (D24, ISO 32000-2 12.7.7)', () => {
  test.each([
    [2, 'indeterminate page-template'],
    [3, 'indeterminate page-template'],
    [1, 'invalid change-not-permitted'],
  ])('under level %i is %s', async (level, expected) => {
    const verdict = await judge(appendIncrement(await certified(level), [...instance, appended]))
    expect(decisive(verdict)).toEqual([expected])
    expect(verdict.pageCount).toBe(2)
    expect(verdict.signatureArray[0]?.changedAfterwards).toEqual(['第2页由模板生成'])
  })

  test('after an approval alone is a new page like any other', async () => {
    const signed = await signField(upload, { key, timestamps })
    expect(decisive(await judge(appendIncrement(signed, [...instance, appended])))).toEqual(['invalid change-pages'])
  })

  test('may be a copy of all that the template leads to, under other numbers', async () => {
    const copies = [
      { number: 40, body: body('Page', instantiated).replace('32 0 R', '41 0 R').replace('31 0 R', '42 0 R') },
      { number: 41, body: note(40) },
      { number: 42, body: stream('BT /F 18 Tf 20 300 Td (Annex) Tj ET') },
      appended,
    ]
    expect(decisive(await judge(appendIncrement(await certified(2), copies)))).toEqual(['indeterminate page-template'])
  })

  test('may come by an array of pages that is an object of its own', async () => {
    const indirect = appendIncrement(upload, [
      { number: pages, body: '<</Type/Pages/Kids 50 0 R/Count 1>>' },
      { number: 50, body: `[${page} 0 R]` },
    ])
    const objects = [
      ...instance,
      { number: 50, body: `[${page} 0 R 40 0 R]` },
      { number: pages, body: '<</Type/Pages/Kids 50 0 R/Count 2>>' },
    ]
    expect(decisive(await judge(appendIncrement(await certified(2, indirect), objects)))).toEqual([
      'indeterminate page-template',
    ])
    const turned = [{ number: 50, body: `[40 0 R ${page} 0 R]` }, ...objects.filter(({ number }) => number !== 50)]
    expect((await judge(appendIncrement(await certified(2, indirect), turned))).verdict).toBe('invalid')
  })

  test.each([
    ['names no template', forged(40, /\/TemplateInstantiated\/[^/]+/, '')],
    ['names a template there is not', forged(40, '#b5', '#b6')],
    ['shows other content', forged(40, '31 0 R', `${content} 0 R`)],
    ['is of another size', forged(40, '300 400', '300 401')],
    ['has other resources', forged(40, '/F 9', '/G 9')],
    ['has one thing more', forged(40, '/Contents', '/Rotate 180/Contents')],
    ['has an annotation that differs', forged(41, '(Annex)', '(Other)')],
    ['has an annotation more', forged(40, '41 0 R', '41 0 R 32 0 R')],
    ['stands before a page that was there', forged(pages, `${page} 0 R 40 0 R`, `40 0 R ${page} 0 R`)],
    ['stands in the place of one', forged(pages, `${page} 0 R 40 0 R]/Count 2`, '40 0 R]/Count 1')],
    ['is not counted', forged(pages, '/Count 2', '/Count 1')],
    ['turns all pages of its branch', forged(pages, '/Count 2', '/Count 2/Rotate 180')],
  ])('is forged when it %s', async (_, objects) => {
    const verdict = await judge(appendIncrement(await certified(2), objects))
    expect(verdict.verdict).toBe('invalid')
    expect(decisive(verdict)).toContain('invalid change-pages')
  })

  test('is forged when its template came or changed after the signature', async () => {
    const plain = await certified(2, foreignPdf(), '')
    const late = { number: catalog, body: perms }
    const template = [
      { number: 30, body: body('Template') },
      { number: 31, body: stream('q Q') },
    ]
    const withTemplate = appendIncrement(plain, [late, ...template, { number: 32, body: note(30) }])
    expect((await judge(appendIncrement(withTemplate, [...instance, appended]))).verdict).toBe('invalid')
    const changed = [{ number: 31, body: stream('q Q') }, ...instance, appended]
    expect((await judge(appendIncrement(await certified(2), changed))).verdict).toBe('invalid')
  })

  test('is forged when it brings a field', async () => {
    const widget = `<</FT/Tx/T(new)/Type/Annot/Subtype/Widget/P 30 0 R/Rect[0 0 9 9]>>`
    const withWidget = appendIncrement(upload, [{ number: 32, body: widget }])
    const objects = [...instance.slice(0, 1), { number: 41, body: widget.replace('30 0', '40 0') }, appended]
    expect((await judge(appendIncrement(await certified(2, withWidget), objects))).verdict).toBe('invalid')
  })
})

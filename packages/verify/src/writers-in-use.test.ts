import { describe, expect, test } from 'vitest'
import { certify, edited, judge, sign, signSecond } from './testing/changes.ts'
import { appearance, foreignPdf, numbers } from '@moqi/form/testing/foreign-document'
import { appendIncrement, appendSection } from '@moqi/pdf/testing/increment'
import { codesOf, decisive } from './testing/reasons.ts'

/** What Firefox, iText, PDFBox, MuPDF and Poppler write, each beside what it must not be taken for. */

const { page, form, amount, second, amountAppearance } = numbers
const look = (content: string, resources = '') =>
  `<</Type/XObject/Subtype/Form/BBox[0 0 20 20]${resources}/Length ${content.length}>>\nstream\n${content}\nendstream`

/** Words in front of an increment behind a signature. */
const later = async (words: string) => {
  const signed = await sign(foreignPdf())
  return codesOf(await judge(appendSection(signed, '0 0\n', '/Size 40', words)), 'invalid')
}

/** A list of two words. */
const list = () =>
  appendIncrement(foreignPdf(), [edited(foreignPdf(), amount, '/FT/Tx', `/FT/Ch/Ff 131072/Opt[(one)(two)]`)])

/** What becomes of the list with more entries. */
const choose = async (entries: string) => {
  const certified = await certify(2, list())
  const field = edited(certified, amount, />>$/, `${entries}>>`)
  return decisive(
    await judge(appendIncrement(certified, [field, { number: amountAppearance, body: appearance('two') }])),
  )
}

/** A look that paints what the form's resources call FRM. */
const named = (own: string) => {
  const base = foreignPdf()
  return appendIncrement(base, [
    edited(base, form, '/DR<<', '/DR<</XObject<</FRM 40 0 R>>'),
    { number: 40, body: look('') },
    { number: amountAppearance, body: look('/FRM Do', own) },
  ])
}
const renamed = async (base: Buffer) => {
  const signed = await sign(base)
  const objects = [edited(signed, form, '/FRM 40 0 R', '/FRM 41 0 R'), { number: 41, body: look('0 0 9 9 re f') }]
  return decisive(await judge(await signSecond(signed, objects)))
}

const broken = ['invalid change-form-structure']
const fillAllowed = ['warning unsigned-fill']

describe('MuPDF names itself where an increment begins (P15)', () => {
  test.each(['% Written by MuPDF 1.28.1\n', '\n% Written by MuPDF 1.28.1\n\n'])('%j', async (words) => {
    expect(await later(words)).toEqual([])
  })

  test.each([
    '%%EOF\n',
    '% 4 0 obj\n',
    '% xref\n',
    '%PDF-1.7\n',
    `% ${'x'.repeat(200)}\n`,
    '% one\n% two\n',
    '% <html>\n',
    ' % Written by MuPDF 1.28.1\n',
  ])('and nothing else: %j', async (words) => {
    expect(await later(words)).toContain('structure-fault-after-signature')
  })
})

describe('Firefox writes frames anew (D20)', () => {
  const framed = foreignPdf({ [amount]: '/MK<</BG[0.9]/BC[0.5]/R 0>>' })
  const fill = async (frame: string, base = framed) => {
    const certified = await certify(2, base)
    const field = edited(certified, amount, /\/MK<<.*?>>/, `/MK<<${frame}>>/V(100)`)
    return decisive(
      await judge(appendIncrement(certified, [field, { number: amountAppearance, body: appearance('100') }])),
    )
  }

  test('in the same colours', async () => {
    expect(await fill('/BC[0.50196 0.50196 0.50196]/BG[0.90196 0.90196 0.90196]')).toEqual(fillAllowed)
  })

  test.each([
    ['another ground', '/BC[0.5 0.5 0.5]/BG[0 0 0]'],
    ['a turn', '/BC[0.5]/BG[0.9]/R 90'],
    ['a caption', '/BC[0.5]/BG[0.9]/CA(x)'],
    ['no ground', '/BC[0.5]'],
  ])('not with %s', async (_, frame) => {
    expect(await fill(frame)).toContain(broken[0])
  })

  test('nor where nothing is filled in', async () => {
    const certified = await certify(2, framed)
    const field = edited(certified, amount, /\/MK<<.*?>>/, '/MK<</BG[0.9 0.9 0.9]/BC[0.5]>>')
    expect(decisive(await judge(appendIncrement(certified, [field])))).toContain(broken[0])
  })
})

describe('iText', () => {
  test('says where a list begins (D20)', async () => {
    expect(await choose('/V(two)/TI 1')).toEqual(fillAllowed)
    expect(await choose('/V(two)/TI 2')).toContain(broken[0])
    expect(await choose('/TI 1')).toContain(broken[0])
  })

  test.each([
    ['a cross of its own', '0 g 0 G 1 w 0 0 m 20 20 l 0 20 m 20 0 l S', []],
    ['in red', '1 0 0 RG 0 0 m 20 20 l S', []],
    ['in white', '1 G 0 0 m 20 20 l S', ['invalid', 'indeterminate']],
    ['nothing', '', ['invalid', 'indeterminate']],
    ['in a pattern', '/Pattern CS /P SCN 0 0 m 20 20 l S', ['invalid', 'indeterminate']],
  ])('makes the look of a box anew: %s (V3)', async (_, content, expected) => {
    const box = appendIncrement(foreignPdf(), [
      {
        number: amount,
        body: '<</FT/Btn/T(amount)/V/Off/AS/Off/AP<</N<</Yes 40 0 R/Off 41 0 R>>>>/Type/Annot/Subtype/Widget/F 4/P 3 0 R/Rect[10 100 30 120]>>',
      },
      { number: 40, body: look('0 0 m 20 20 l S') },
      { number: 41, body: look('') },
    ])
    const signed = await sign(box)
    const ticked = edited(signed, amount, '/V/Off/AS/Off', '/V/Yes/AS/Yes')
    const verdict = await judge(await signSecond(signed, [ticked, { number: 40, body: look(content) }]))
    const found = verdict.reasonArray.filter(({ code }) => code.startsWith('appearance'))
    expect(found.length > 0).toBe(expected.length > 0)
  })
})

describe('PDFBox', () => {
  test('signs a field that shows nothing without its place (D18)', async () => {
    const signed = await sign(foreignPdf())
    const placed = (rect: string, more = '') =>
      signSecond(signed, [edited(signed, second, /\/Rect\[.*?\](.*)>>$/, `/Rect[${rect}]$1/V 30 0 R${more}>>`)])
    expect(decisive(await judge(await placed('0 0 0 0')))).toEqual([])
    expect(decisive(await judge(await placed('20 300 120 360')))).toEqual(broken)
    const shown = await sign(
      appendIncrement(foreignPdf(), [
        edited(foreignPdf(), second, />>$/, '/AP<</N 10 0 R>>>>'),
        { number: amountAppearance, body: appearance('x') },
      ]),
    )
    const taken = await signSecond(shown, [
      edited(shown, second, /\/Rect\[.*?\](.*)>>$/, '/Rect[0 0 0 0]$1/V 30 0 R>>'),
    ])
    expect(decisive(await judge(taken))).toEqual(broken)
  })

  test('gives the next seal the name of the one before (D29)', async () => {
    expect(await renamed(named('/Resources<</XObject<</FRM 40 0 R>>>>'))).toEqual([])
    expect(await renamed(named('/Resources<<>>'))).toEqual(['invalid default-resources-changed'])
  })
})

test('Poppler writes fewer digits of a page (D4)', async () => {
  const base = appendIncrement(foreignPdf(), [
    edited(foreignPdf(), page, '[0 0 300 400]', '[0 0 595.303937007874 841.889763779528]'),
  ])
  const signed = await sign(base)
  const sized = (box: string) => signSecond(signed, [edited(signed, page, /\/MediaBox\[.*?\]/, `/MediaBox[${box}]`)])
  expect(decisive(await judge(await sized('0 0 595.3039370079 841.8897637795')))).toEqual([])
  expect(decisive(await judge(await sized('0 0 595.304 841.8897637795')))).toEqual(['invalid change-page-content'])
})

test('PDFBox saves nothing with an empty table (P10)', async () => {
  const signed = await sign(foreignPdf())
  const far = appendIncrement(signed, [])
  expect(codesOf(await judge(appendSection(far, '0 0\n', '/Size 1')), 'invalid')).toEqual([])
  expect(codesOf(await judge(appendSection(far, '0 0\n', '/Size 6')), 'invalid')).toEqual([
    'structure-fault-after-signature',
  ])
})

import { describe, expect, test } from 'vitest'
import { certified, certify, contradicts, filled, findings, judge, look, text, unclear } from '../testing/fills.ts'
import { foreignPdf, numbers } from '@moqi/form/testing/foreign-document'
import { appendIncrement, sourceOf } from '@moqi/pdf/testing/increment'

const { amount, amountAppearance, page } = numbers
const words = 'Acme Ltd. 1,009'

const turned = (matrix: string) => ({
  number: amountAppearance,
  body: look(text('(1009) Tj')).replace('/BBox', `/Matrix[${matrix}]/BBox`),
})
const field = (turn: number) => certify(foreignPdf({ [amount]: `/MK<</R ${turn}>>` }))
/** The same field on its side. */
const upended = (entries: string, more: Partial<Record<number, string>> = {}) => {
  const form = foreignPdf(more)
  const body = sourceOf(form, amount).replace('10 100 100 120', '10 100 30 190').replace(/>>$/, `${entries}>>`)
  return certify(appendIncrement(form, [{ number: amount, body }]))
}
const font = (width: number) =>
  `/Font<</F<</Type/Font/Subtype/Type1/BaseFont/Other/FirstChar 48/LastChar 57/Widths[${`${width} `.repeat(10)}]>>>>`

const put = async (signed: Buffer, matrix: string) => {
  const body = sourceOf(signed, amount).replace(/>>$/, '/V(1009)>>')
  return findings(await judge(appendIncrement(signed, [{ number: amount, body }, turned(matrix)])))
}

const boxed = async (box: string) => {
  const objects = [
    { number: amount, body: sourceOf(certified, amount).replace(/>>$/, '/V(1009)>>') },
    { number: amountAppearance, body: look(text('(1009) Tj')).replace('/BBox[0 0 90 20]', `/BBox[${box}]`) },
  ]
  return findings(await judge(appendIncrement(certified, objects)))
}

const chinese = (width: number) =>
  `/Font<</F<</Type/Font/Subtype/Type0/Encoding/UniGB-UCS2-H/DescendantFonts[<</Type/Font/Subtype/CIDFontType0/DW ${width}>>]>>>>`

describe('text stands as it is written (V3)', () => {
  test.each([
    ['Acrobat', '1009', '/Tx BMC q 1 1 88 18 re W n BT /F 12 Tf 0 g 2 5.2 Td (1009) Tj ET Q EMC'],
    [
      'Acrobat, word by word',
      words,
      '/Tx BMC q BT 0 g /F 9 Tf 2 5 Td (Acme ) Tj 28 0 TD (Ltd. ) Tj 25 0 Td (1,009) Tj ET Q EMC',
    ],
    ['iText', '1009', '/Tx BMC q 0 0 90 20 re W n BT 1 0 0 1 2 5.5 Tm /F 12 Tf 0 0 0 rg (1009)Tj ET Q EMC'],
    ['PDFBox', '1009', '/Tx BMC q 1 1 88 18 re W n BT /F 12 Tf 0 g 2 5.9 Td (1009) Tj ET Q EMC'],
    ['MuPDF', '1009', '/Tx BMC q 0 0 90 20 re W n BT 0 g /F 12 Tf 1 0 0 1 2 5.7 Tm (1009) Tj ET Q EMC'],
    [
      'pdf.js',
      'and twenty-three',
      '/Tx BMC q BT /F 12 Tf 0 g 1 0 0 1 0 20 Tm 2 -14.74 Td (and twenty-three) Tj ET Q EMC',
    ],
    ['a setter with kerns', 'AV 1009', 'BT /F 12 Tf 2 5 Td [(A) 74 (V) -15 ( 1) 12 (009)] TJ ET'],
    ['one that stands at the right', '1009', 'BT /F 12 Tf 61.3 5 Td (1009) Tj ET'],
    ['one that writes smaller', '1009', 'q .5 0 0 .5 0 0 cm BT /F 24 Tf 4 10 Td (1009) Tj ET Q'],
    ['one that leaves out the blank', '1 009', 'BT /F 12 Tf 2 5 Td (1) Tj 9 0 Td (009) Tj ET'],
    ['one that squeezes', '1009', 'BT /F 12 Tf 80 Tz 2 5 Td (1009) Tj ET'],
    ['one that rules a line below', '1009', 'BT /F 12 Tf 2 5 Td (1009) Tj ET 0 G 1 w 2 3 m 50 3 l S'],
    ['one that frames it', '1009', '0.9 g 0 0 90 20 re f 1 w 0.5 0.5 89 19 re S 0 g BT /F 12 Tf 2 5 Td (1009) Tj ET'],
    [
      'one with a bevelled frame',
      '1009',
      '1 g 1 1 m 1 19 l 89 19 l 88 18 l 2 18 l 2 2 l f 0 g BT /F 12 Tf 3 5 Td (1009) Tj ET',
    ],
    ['one that writes white on dark', '1009', '0 g 0 0 90 20 re f 1 g BT /F 12 Tf 2 5 Td (1009) Tj ET'],
    ['one with lines', 'one two', 'BT /F 8 Tf 8.5 TL 2 11 Td (one) Tj T* (two) Tj ET'],
    ['one with lines of their own places', 'one two', 'BT /F 8 Tf 40 11 Td (one) Tj -38 -8 Td (two) Tj ET'],
    ['one with lines of their own', 'one two', 'BT /F 8 Tf 2 11 Td (one) Tj ET BT /F 8 Tf 2 3 Td (two) Tj ET'],
  ])('as %s writes it', async (_, value, content) => {
    expect(findings(await filled(`(${value})`, content))).toEqual([])
  })

  test.each([
    ['its end before its beginning', '1009', 'BT /F 12 Tf 20 4 Td (100) Tj -7 0 Td (9) Tj ET'],
    ['its end moved back', '1009', 'BT /F 12 Tf 20 4 Td [(100) 2224 (9)] TJ ET'],
    ['it upside down', '1009', 'BT /F 12 Tf -1 0 0 -1 60 16 Tm (1009) Tj ET'],
    ['it mirrored', '1009', 'BT /F 12 Tf -1 0 0 1 60 4 Tm (1009) Tj ET'],
    ['it from top to bottom', '1009', 'BT /F 4 Tf 0 -1 1 0 20 18 Tm (1009) Tj ET'],
    ['it turned by a matrix before', '1009', 'q -1 0 0 -1 60 16 cm BT /F 12 Tf 0 0 Td (1009) Tj ET Q'],
    ['letters over letters', '1000000', 'BT /F 12 Tf 2 4 Td (1000) Tj -20 0 Td (000) Tj ET'],
    ['letters over the end of others', '1000000', 'BT /F 12 Tf 2 4 Td (1000) Tj 9 0 Td (000) Tj ET'],
    ['letters without room between', '1000000', 'BT /F 12 Tf -5.5 Tc 2 4 Td (1000000) Tj ET'],
    ['letters squeezed to nothing', '1000000', 'BT /F 12 Tf 1 Tz 2 4 Td (1000000) Tj ET'],
    ['lines from bottom to top', '1009', 'BT /F 8 Tf 2 2 Td (10) Tj 0 9 Td (09) Tj ET'],
    ['lines over lines', '1000000', 'BT /F 12 Tf 2 4 Td (1000) Tj 0 -2 Td (000) Tj ET'],
    ['a power', '102', 'BT /F 12 Tf 2 4 Td (10) Tj 4 Ts (2) Tj ET'],
    ['some letters very small', '1000', 'BT /F 12 Tf 2 4 Td (1) Tj /F .1 Tf (000) Tj ET'],
    ['it beyond its edges', '1000000', 'BT /F 12 Tf 62 4 Td (1000000) Tj ET'],
    ['it cut off', '1000000', '0 0 29 20 re W n BT /F 12 Tf 2 4 Td (1000000) Tj ET'],
    ['a line below its edges', '1000', 'BT /F 12 Tf 2 4 Td (10) Tj 0 -30 Td (00) Tj ET'],
    ['white letters on paper', '1000000', 'BT /F 12 Tf 2 4 Td (1000) Tj 1 g (000) Tj ET'],
    ['letters as dark as their ground', '1000', '0 g 0 0 90 20 re f BT /F 12 Tf 2 4 Td (1000) Tj ET'],
    ['letters in a colour that cannot be told', '1000', '/Spot cs 0 scn BT /F 12 Tf 2 4 Td (1000) Tj ET'],
    ['letters that do not show', '1000', '/Faint gs BT /F 12 Tf 2 4 Td (1000) Tj ET'],
    ['a bar beside it', '000', '/Tx BMC q 4 4 1.2 8.6 re f BT /F 12 Tf 8 4 Td (000) Tj ET Q EMC'],
    ['a drawn figure before it', '000', '1 w 2 4 m 4 12 l -1 12 l S BT /F 12 Tf 8 4 Td (000) Tj ET'],
    ['a drawn figure below it', '000', 'BT /F 8 Tf 8 11 Td (000) Tj ET 1 w 12 1 m 14 7 l 10 7 l S'],
    ['a patch over it', '1000', 'BT /F 12 Tf 2 4 Td (1000) Tj ET 1 g 8 0 60 20 re f'],
    ['a patch over all of it', '1000', 'BT /F 12 Tf 2 4 Td (1000) Tj ET 1 g 0 0 m 90 0 l 90 20 l 0 20 l f'],
    ['its first figure cut off', '1000', 'BT /F 12 Tf -3.5 4 Td (1000) Tj ET'],
    ['a thick stroke over it', '1000', 'BT /F 12 Tf 2 4 Td (1000) Tj ET 1 G 20 w 0 10 m 90 10 l S'],
    ['a thick frame over its beginning', '1000', 'BT /F 12 Tf 0 4 Td (1000) Tj ET 1 G 5.5 w 0 0 90 20 re S'],
    [
      'white letters on a ground that is cut away',
      '1000',
      'q 0 0 .1 .1 re W n 0 g 0 0 90 20 re f Q 1 g BT /F 12 Tf 2 4 Td (1000) Tj ET',
    ],
    [
      'white letters on grounds that leave each other out',
      '1000',
      '0 g 0 0 90 20 re 0 0 90 20 re f* 1 g BT /F 12 Tf 2 4 Td (1000) Tj ET',
    ],
    ['letters outside a text object', '1000', 'BT /F 12 Tf 2 4 Td (10) Tj ET (00) Tj'],
    ['a line through it', '1000', 'BT /F 12 Tf 2 4 Td (1000) Tj ET 2 8 m 60 8 l S'],
  ])('not with %s', async (_, value, content) => {
    const states = '/ExtGState<</Faint<</ca 0>>>>/ColorSpace<</Spot[/Separation/X/DeviceGray 21 0 R]>>'
    const fonts = `/Font<</F 9 0 R>>${states}`
    expect(findings(await filled(`(${value})`, content, [], fonts))).toEqual(unclear)
  })

  test('in a form that is turned as the field says, or as its page, and not otherwise', async () => {
    expect(await put(certified, '-1 0 0 -1 0 0')).toEqual(unclear)
    expect(await put(certified, '0 1 -1 0 0 0')).toEqual(unclear)
    expect(await put(await field(180), '-1 0 0 -1 0 0')).toEqual([])
    expect(await put(await upended('/MK<</R 90>>'), '0 1 -1 0 20 0')).toEqual([])
    expect(await put(await upended('/MK<</R 270>>'), '0 -1 1 0 0 90')).toEqual([])
    expect(await put(await upended('/MK<</R 90>>'), '0 -1 1 0 0 90')).toEqual(unclear)
    expect(await put(await upended('', { [page]: '/Rotate 90' }), '0 1 -1 0 20 0')).toEqual([])
  })

  test('as large as its field, and not squeezed into it', async () => {
    expect(await boxed('0 0 90 20')).toEqual([])
    expect(await boxed('0 0 180 40')).toEqual([])
    expect(await boxed('0 0 90 900')).toEqual(unclear)
    expect(await boxed('0 0 4000 20')).toEqual(unclear)
    expect(await boxed('0 0 9000 2000')).toEqual(unclear)
  })

  test('by the widths of its own font', async () => {
    const shown = 'BT /F 12 Tf 2 4 Td (10) Tj 9 0 Td (09) Tj ET'
    expect(findings(await filled('(1009)', shown, [], font(350)))).toEqual([])
    expect(findings(await filled('(1009)', shown, [], font(600)))).toEqual(unclear)
    expect(findings(await filled('(1009)', text('(1009) Tj'), [], font(0)))).toEqual(unclear)
  })

  test('by the widths of a font of the viewer', async () => {
    const value = '<FEFF91D191D1>'
    expect(findings(await filled(value, text('<91D191D1> Tj'), [], chinese(1000)))).toEqual([])
    expect(findings(await filled(value, text('<91D191D1> Tj'), [], chinese(0)))).toEqual(unclear)
  })

  test('what is odd hides no other value', async () => {
    expect(findings(await filled('(1009)', 'BT /F 12 Tf -1 0 0 -1 60 16 Tm (109) Tj ET'))).toEqual(contradicts)
  })

  test('a field without a value shows its frame and nothing drawn', async () => {
    expect(findings(await filled('()', '1 g 0 0 90 20 re f 1 w 0.5 0.5 89 19 re S'))).toEqual([])
    expect(findings(await filled('()', '10 2 m 20 18 l S'))).toEqual(unclear)
  })
})

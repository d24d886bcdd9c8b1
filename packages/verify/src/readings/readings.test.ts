import { describe, expect, test } from 'vitest'
import { foreignPdf, numbers } from '@moqi/form/testing/foreign-document'
import { appendIncrement, type WrittenObject } from '@moqi/pdf/testing/increment'
import { edited, extended, judge, sign, signSecond } from '../testing/changes.ts'
import { codesOf } from '../testing/reasons.ts'

const signed = await sign()
const stream = (entries: string, content = '0 0 9 9 re f') =>
  `<<${entries}/Length ${content.length}>>\nstream\n${content}\nendstream`
const form = (resources = '', content?: string, more = '') =>
  stream(`/Type/XObject/Subtype/Form/BBox[0 0 90 50]/Resources<<${resources}>>${more}`, content)
const miscounted = Buffer.from(foreignPdf().toString('latin1').replace('/Count 1', '/Count 2'), 'latin1')
const at = (number: number, body: string): WrittenObject => ({ number, body })
const image = (entries: string) =>
  stream(`/Type/XObject/Subtype/Image/Width 1/Height 1/BitsPerComponent 8${entries}`, 'xyz')
const inside = (body: string) => [at(40, form('/XObject<</I 41 0 R>>', '/I Do')), at(41, body)]

/** The second party signs with a look, which is object 40; what is told of it. */
async function looks(objects: WrittenObject[], entries = '/AP<</N 40 0 R>>'): Promise<string[]> {
  const field = extended(signed, numbers.second, `${entries}/V 30 0 R`)
  const verdict = await judge(await signSecond(signed, [field, ...objects]))
  return [verdict.verdict, ...codesOf(verdict, 'indeterminate'), ...codesOf(verdict, 'invalid')]
}

describe('E3: the look of a signature that comes behind another', () => {
  test.each<[string, WrittenObject[], string?]>([
    ['a form with a picture', inside(image('/ColorSpace/DeviceRGB'))],
    ['an indexed picture', inside(image('/ColorSpace[/Indexed/DeviceRGB 0<000000>]'))],
    ['multiplied ink', [at(40, form('/ExtGState<</G<</Type/ExtGState/BM/Multiply/ca .5/OP false>>>>', '/G gs'))]],
    [
      'a spot colour',
      [at(40, form('/ColorSpace<</S[/Separation/Red/DeviceRGB 43 0 R]>>', '/S cs 1 scn')), at(43, '<<>>')],
    ],
    ['one look under three names', [at(40, form())], '/AP<</N 40 0 R/D 40 0 R/R 40 0 R>>'],
  ])('may be %s', async (_, objects, entries) => {
    expect(await looks(objects, entries)).toEqual(['valid'])
  })

  test.each<[string, WrittenObject[], string?]>([
    [
      'ink that paints nothing',
      [at(40, form('/ColorSpace<</S[/Separation/None/DeviceGray 43 0 R]>>')), at(43, '<<>>')],
    ],
    ['ink of every plate', [at(40, form('/ColorSpace<</S[/DeviceN[/Red/All]/DeviceGray 43 0 R]>>')), at(43, '<<>>')]],
    ['such ink in a picture', [...inside(image('/ColorSpace[/Separation/None/DeviceGray 43 0 R]')), at(43, '<<>>')]],
    ['another picture for printing', inside(image('/ColorSpace/DeviceRGB/Alternates[<</Image 42 0 R>>]'))],
    ['a page of another file', inside(form('', '0 0 9 9 re f', '/Ref<</F(x.pdf)/Page 0>>'))],
    ['PostScript', inside(stream('/Type/XObject/Subtype/PS', 'showpage'))],
    ['PostScript in a form', inside(form('', '0 0 9 9 re f', '/Subtype2/PS/PS 41 0 R'))],
    ['PostScript by its second name', inside(form('', '0 0 9 9 re f', '/Subtype2/PS'))],
    ['a layer', [at(40, form('', '/OC /L BDC 0 0 9 9 re f EMC'))]],
    ['a curve of the printer', [at(40, form('/ExtGState<</G<</TR<</FunctionType 2/N 1/Domain[0 1]>>>>>>', '/G gs'))]],
    ['ink that lets other ink through', [at(40, form('/ExtGState<</G<</op true>>>>', '/G gs'))]],
    ['an operator that nobody knows', [at(40, form('', 'BX 1 0 0 xx EX'))]],
    [
      'a glyph of such content',
      [
        at(40, form('/Font<</F<</Type/Font/Subtype/Type3/CharProcs<</a 41 0 R>>>>>>')),
        at(41, stream('', '1 0 d0 /OC /L BDC EMC')),
      ],
    ],
    ['states', [at(40, form())], '/AP<</N<</On 40 0 R>>>>/AS/On'],
    ['another look under the pointer', [at(40, form()), at(41, form('', '9 g'))], '/AP<</N 40 0 R/R 41 0 R>>'],
  ])('may not have %s', async (_, objects, entries) => {
    expect((await looks(objects, entries)).slice(0, 2)).toEqual(['indeterminate', 'appearance-readers-differ'])
  })

  test.each([36, 292, 6, 32])('may not be kept from the screen by the flags %i', async (flags) => {
    const field = edited(signed, numbers.second, '/F 4', `/F ${flags}/V 30 0 R/AP<</N 40 0 R>>`)
    const verdict = await judge(await signSecond(signed, [field, at(40, form())]))
    expect(verdict.verdict).not.toBe('valid')
  })
})

const note = (flags: number, subtype = 'Stamp') =>
  appendIncrement(foreignPdf(), [
    edited(foreignPdf(), numbers.page, '/Annots[', '/Annots[25 0 R '),
    at(25, `<</Type/Annot/Subtype/${subtype}/F ${flags}/Rect[9 9 99 99]/AP<</N 26 0 R>>>>`),
    at(26, form()),
  ])

describe('E4, E5: signed bytes that are read in two ways', () => {
  test.each<[string, Buffer, string]>([
    ['content by another generation', foreignPdf({ 3: '/Thumb 4 1 R' }), 'readers-disagree'],
    ['more pages by count than by kids', miscounted, 'page-tree-inconsistent'],
    ['a stamp for the printer', note(36), 'shown-in-one-medium'],
    ['a stamp for the screen', note(0), 'shown-in-one-medium'],
  ])('%s', async (_, bytes, code) => {
    const verdict = await judge(await sign(bytes))
    expect([verdict.verdict, codesOf(verdict, 'indeterminate')]).toEqual(['indeterminate', [code]])
    expect(verdict.reasonArray.find((one) => one.code === code)?.detail).toBeTruthy()
  })

  test.each([
    ['a stamp in both', note(4)],
    ['a stamp that nobody sees', note(2)],
    ['a mark of text on the screen', note(0, 'Highlight')],
  ])('%s is one reading', async (_, bytes) => {
    expect((await judge(await sign(bytes))).verdict).toBe('valid')
  })
})

import { expect, it } from 'vitest'
import { openPageImages } from '@moqi/pdf/page-image/render-page'
import { decodePng } from '@moqi/pdf/images/png'
import { findText } from '@moqi/pdf/text-search/find-text'
import { inspectPdf } from '../inspect-pdf.ts'
import { IntakeRefusal } from '../intake-refusal.ts'
import { onePage, type PdfObjects, pdfSource, stream } from '@moqi/pdf/write/new-pdf'

const widget = '/Type/Annot/Subtype/Widget/F 4/P 3 0 R'
const box = '/Rect[50 700 250 720]'
const utf16 = (text: string) => `<FEFF${Buffer.from(text, 'utf16le').swap16().toString('hex')}>`
const appearance = (operators: string) =>
  stream('/Subtype/Form/BBox[0 0 200 20]/Resources<</Font<</F 9 0 R>>>>', Buffer.from(operators))
const oldAppearance = appearance('BT /F 12 Tf 2 5 Td (OLDVALUE) Tj ET')
const black = appearance('0 g 0 0 200 20 re f')

/** A page with these fields, whose widgets they are; `form` is source of more entries of the form. */
function formOf(fields: readonly string[], form = '', more: PdfObjects = {}): Buffer {
  const refs = fields.map((_, i) => `${20 + i} 0 R`).join(' ')
  const entries = `/Fields[${refs}]/DA(/F 12 Tf 0 g)${form}`
  return pdfSource({
    ...onePage,
    1: `<</Type/Catalog/Pages 2 0 R/AcroForm<<${entries}>>>>`,
    3: `<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R/Resources 8 0 R/Annots[${refs}]>>`,
    8: '<</Font<</F 9 0 R>>>>',
    9: '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
    ...Object.fromEntries(fields.map((field, i) => [20 + i, `<<${widget}${field}>>`])),
    ...more,
  })
}
const anew = '/NeedAppearances true'
const flat = async (...form: Parameters<typeof formOf>) => (await inspectPdf(formOf(...form))).bytes
const pagesWith = async (bytes: Buffer, text: string) => (await findText(bytes, text)).map(({ page }) => page)

/** Whether there is dark ink in the rectangle [left, bottom, right, top] of page 1, in points. */
async function inked(bytes: Buffer, [left, bottom, right, top]: readonly [number, number, number, number]) {
  const image = decodePng(await (await openPageImages()).render(bytes, 1, 595), 2000)
  for (let y = 842 - top; y < 842 - bottom; y++)
    for (let x = left; x < right; x++) if ((image.data[(y * image.width + x) * 4] ?? 255) < 99) return true
  return false
}

it('draws the value when the form asks for appearances anew, whatever the old appearance shows', async () => {
  const field = `/FT/Tx/T(a)/V(NEWVALUE)${box}/AP<</N 30 0 R>>`
  const bytes = await flat([field], anew, { 30: oldAppearance })
  expect([await pagesWith(bytes, 'NEWVALUE'), await pagesWith(bytes, 'OLDVALUE')]).toEqual([[1], []])
  const seen = await flat([field], '', { 30: oldAppearance })
  expect([await pagesWith(seen, 'NEWVALUE'), await pagesWith(seen, 'OLDVALUE')]).toEqual([[], [1]])
})

it('writes a Chinese value that can be searched, in a font of just its characters', async () => {
  const bytes = await flat([`/FT/Tx/T(a)/V${utf16('甲方：张三')}${box}`])
  expect(await pagesWith(bytes, '甲方：张三')).toEqual([1])
  expect(bytes.length).toBeLessThan(20_000)
})

it('shows what is chosen in a list, in a drop-down by its label, and in a list too long to be shown whole', async () => {
  const long = Array.from({ length: 30 }, (_, i) => `(Item${i}.)`).join('')
  const bytes = await flat([
    `/FT/Ch/T(a)/Opt[(Alpha)(Beta)]/V(Beta)/Rect[50 600 250 680]`,
    `/FT/Ch/T(b)/Ff 131072/Opt[[(x)${utf16('下拉')}]]/V(x)/Rect[50 500 250 520]`,
    `/FT/Ch/T(c)/Opt[${long}]/V[(Item3.)(Item29.)]/Rect[50 400 250 450]`,
  ])
  for (const text of ['Alpha', 'Beta', '下拉', 'Item3.', 'Item29.']) expect(await pagesWith(bytes, text)).toEqual([1])
  expect(await pagesWith(bytes, 'Item4.')).toEqual([])
})

it('ticks a box and a radio button that have no appearance, and leaves those that are off alone', async () => {
  const bytes = await flat([
    '/FT/Btn/T(a)/V/Yes/AS/Yes/Rect[50 700 70 720]',
    '/FT/Btn/T(b)/Ff 32768/V/x/AS/x/Rect[80 700 100 720]',
    '/FT/Btn/T(c)/V/Off/AS/Off/Rect[110 700 130 720]',
  ])
  const boxes = [50, 80, 110].map((left) => inked(bytes, [left, 700, left + 20, 720]))
  expect(await Promise.all(boxes)).toEqual([true, true, false])
})

it('shows the appearance that the value names when a box is said to be in another state', async () => {
  const states = '/AP<</N<</Yes 30 0 R>>>>'
  const field = `/FT/Btn/T(a)/V/Yes/AS/Off/Rect[50 700 70 720]${states}`
  expect(await inked(await flat([field], anew, { 30: black }), [50, 700, 70, 720])).toBe(true)
  expect(await inked(await flat([field], '', { 30: black }), [50, 700, 70, 720])).toBe(false)
})

it('hides a password, fills a comb, breaks lines, and shows a value whole however small', async () => {
  const bytes = await flat([
    `/FT/Tx/T(a)/Ff 8192/V(secret)/Rect[50 700 250 720]`,
    `/FT/Tx/T(b)/Ff 16777216/MaxLen 6/V(123456)/Rect[50 660 250 680]`,
    `/FT/Tx/T(c)/Ff 4096/V(first\\rsecond)/Rect[50 600 250 640]`,
    `/FT/Tx/T(d)/V(${'long '.repeat(40)}end.)/Rect[50 560 150 570]`,
  ])
  expect([await pagesWith(bytes, 'secret'), await pagesWith(bytes, '******')]).toEqual([[], [1]])
  for (const text of ['123456', 'first', 'second', 'end.']) expect(await pagesWith(bytes, text)).toEqual([1])
})

it('refuses a value that it cannot show', async () => {
  const rejected = inspectPdf(formOf([`/FT/Tx/T(a)/V${utf16('🀄')}${box}`]))
  await expect(rejected).rejects.toEqual(new IntakeRefusal('too-complex', 'the form holds 🀄'))
})

it('draws no field that no page lists', async () => {
  const form = '/AcroForm<</Fields[40 0 R]/DA(/F 12 Tf 0 g)>>'
  const bytes = await flat([], '', {
    1: `<</Type/Catalog/Pages 2 0 R${form}>>`,
    40: `<<${widget}/FT/Tx/T(z)/V(LOST)${box}>>`,
  })
  expect(await pagesWith(bytes, 'LOST')).toEqual([])
})

it("keeps each page's fields apart when pages share their resources", async () => {
  const second = `<<${widget.replace('3 0 R', '5 0 R')}/FT/Tx/T(b)/V(SECOND)${box}>>`
  const bytes = await flat([`/FT/Tx/T(a)/V(FIRST)${box}`], '', {
    1: '<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[20 0 R 21 0 R]/DA(/F 12 Tf 0 g)>>>>',
    2: '<</Type/Pages/Kids[3 0 R 5 0 R]/Count 2/Resources 8 0 R>>',
    5: '<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R/Annots[21 0 R]>>',
    8: '<</Font<</F 9 0 R>>/XObject<<>>>>',
    21: second,
  })
  expect([await pagesWith(bytes, 'FIRST'), await pagesWith(bytes, 'SECOND')]).toEqual([[1], [2]])
})

it('leaves alone what an earlier flattening drew under the same name', async () => {
  const bytes = await flat([`/FT/Tx/T(a)/V(NEWVALUE)/Rect[50 600 250 620]`], '', {
    4: stream('', Buffer.from('q 1 0 0 1 50 700 cm /FlatField0 Do Q')),
    8: '<</Font<</F 9 0 R>>/XObject<</FlatField0 30 0 R>>>>',
    30: oldAppearance,
  })
  expect([await pagesWith(bytes, 'OLDVALUE'), await pagesWith(bytes, 'NEWVALUE')]).toEqual([[1], [1]])
})

it('gives the appearances to a form that is kept as well', async () => {
  const form = formOf([`/FT/Tx/T(a)/V(NEWVALUE)${box}/AP<</N 30 0 R>>`], anew, { 30: oldAppearance })
  const { bytes } = await inspectPdf(form, undefined, { formMode: 'keep' })
  expect([bytes.includes('NeedAppearances'), bytes.includes('OLDVALUE')]).toEqual([false, false])
  expect(await inked(bytes, [50, 700, 250, 720])).toBe(true)
})

import { expect, it } from 'vitest'
import { scene } from '@moqi/trust/testing/authority-scene'
import { foreignPdf, signField } from '@moqi/form/testing/foreign-document'
import { inspectPdf } from './inspect-pdf.ts'
import { onePage, type PdfObjects, pdfSource, stream } from '@moqi/pdf/write/new-pdf'

const kinds = async (bytes: Buffer) => (await inspectPdf(bytes)).warnings.map((warning) => warning.kind)
const page = (entries: string) => `<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R${entries}>>`
const annotation = (entries: string): PdfObjects => ({
  3: page('/Annots[10 0 R]'),
  10: `<</Type/Annot/Rect[10 10 200 200]${entries}>>`,
})
const catalog = (entries: string): PdfObjects => ({ 1: `<</Type/Catalog/Pages 2 0 R${entries}>>` })
const script = '<</S/JavaScript/JS(PAYLOAD)>>'
const file: PdfObjects = {
  20: '<</Type/Filespec/F(a.exe)/EF<</F 21 0 R>>>>',
  21: stream('/Type/EmbeddedFile', Buffer.from('PAYLOAD')),
}
const instance = '/Configurations[<</Instances[<</Asset 20 0 R>>]>>]'

const carriers: [string, PdfObjects][] = [
  ['a rich media annotation', annotation(`/Subtype/RichMedia/RichMediaContent<<${instance}>>/RichMediaSettings<<>>`)],
  ['a film', annotation('/Subtype/Movie/Movie<</F 20 0 R>>')],
  ['a sound', { ...annotation('/Subtype/Sound/Sound 11 0 R'), 11: stream('/R 8000', Buffer.from('PAYLOAD')) }],
  ['a screen', annotation('/Subtype/Screen/MK<</I 21 0 R>>')],
  [
    'a 3D annotation',
    {
      ...annotation('/Subtype/3D/3DD 11 0 R'),
      11: stream('/Type/3D/OnInstantiate 12 0 R', Buffer.from('PAYLOAD')),
      12: stream('', Buffer.from('PAYLOAD')),
    },
  ],
  ['a rendition among names', catalog('/Names<</Renditions<</Names[(r)<</S/MR/C<</S/MCD/D 20 0 R>>>>]>>>>')],
  ["a page's steps", { 3: page(`/PresSteps<</Type/NavNode/NA${script}>>`) }],
  ['structure', catalog('/StructTreeRoot<</Type/StructTreeRoot/K<</Type/StructElem/S/P/AF[20 0 R]>>>>')],
  ['content', { 4: stream('/AF[20 0 R]', Buffer.from('')) }],
  ['the action before a link', annotation(`/Subtype/Link/PA${script}`)],
  ['the second of two next actions', annotation(`/Subtype/Link/A<</S/URI/URI(a)/Next[<</S/URI/URI(b)>>${script}]>>`)],
  ['a script reached first as a font', { 3: page(`/Resources<</Font 9 0 R>>/PieceInfo 9 0 R`), 9: `<</A${script}>>` }],
]

it.each(carriers)('removes what %s carries, and says so', async (_, objects) => {
  const { bytes, warnings } = await inspectPdf(pdfSource({ ...onePage, ...file, ...objects }))
  expect(warnings.map(({ kind }) => kind)).toEqual(['scripts-removed'])
  expect(bytes.includes('PAYLOAD')).toBe(false)
  expect(await inspectPdf(bytes)).toMatchObject({ rewritten: false, warnings: [] })
})

it('keeps the first of two actions when the next one is taken away, and other annotations of the page', async () => {
  const link = `<</Type/Annot/Subtype/Link/Rect[0 0 9 9]/A<</S/URI/URI(http://a)/Next${script}>>>>`
  const annotations = { ...annotation('/Subtype/Sound'), 3: page('/Annots[10 0 R 11 0 R 12 0 R]'), 11: link }
  const popup = '<</Type/Annot/Subtype/Popup/Parent 10 0 R/Rect[0 0 9 9]>>'
  const { bytes } = await inspectPdf(pdfSource({ ...onePage, ...annotations, 12: popup }))
  expect(bytes.toString('latin1')).toMatch(/\/URI ?\(http:\/\/a\)/)
  expect(bytes.includes('/Popup')).toBe(false)
})

it('leaves a font, a drawing, an appearance and a role byte for byte that are only called like a script', async () => {
  const honest = pdfSource({
    ...onePage,
    ...catalog(
      '/StructTreeRoot<</Type/StructTreeRoot/RoleMap<</AF/P/JS/P>>/K<</Type/StructElem/S/P/A<</O/Layout>>>>>>',
    ),
    3: page('/Resources<</Font<</AF 5 0 R>>/XObject<</EF 6 0 R/JS 6 0 R>>>>/Annots[7 0 R]'),
    5: '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
    6: stream('/Type/XObject/Subtype/Form/BBox[0 0 1 1]', Buffer.from('')),
    7: '<</Type/Annot/Subtype/Stamp/Rect[0 0 9 9]/AS/AA/AP<</N<</AA 6 0 R/JS 6 0 R>>>>>>',
  })
  expect((await inspectPdf(honest)).bytes.equals(honest)).toBe(true)
})

it("tells of a page's steps in a signed file and leaves them there", async () => {
  const key = await (await scene()).party('别的公司')
  const signed = await signField(foreignPdf({ 3: `/PresSteps<</Type/NavNode/NA${script}>>` }), { key })
  expect(await kinds(signed)).toEqual(['already-signed', 'scripts-kept'])
  expect((await inspectPdf(signed)).bytes.equals(signed)).toBe(true)
})

it('walks a hundred thousand chained actions once', async () => {
  const chain = Array.from({ length: 100_000 }, (_, i) => [100 + i, `<</S/GoTo/Next ${101 + i} 0 R>>`])
  const long = pdfSource({ ...onePage, ...annotation('/Subtype/Link/A 100 0 R'), ...Object.fromEntries(chain) })
  const startedAt = performance.now()
  expect(await kinds(long)).toEqual([])
  expect(performance.now() - startedAt).toBeLessThan(8000)
})

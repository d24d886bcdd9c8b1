import { readFileSync } from 'node:fs'
import { deflateSync } from 'node:zlib'
import { PDF } from '@libpdf/core'
import { expect, it } from 'vitest'
import { scene } from '@moqi/trust/testing/authority-scene'
import { openPageImages } from '@moqi/pdf/page-image/render-page'
import { decodePng } from '@moqi/pdf/images/png'
import { docMdp, fieldMdp, foreignPdf, signField } from '@moqi/form/testing/foreign-document'
import { obstaclesOf } from '@moqi/verify/testing/reasons'
import { inspectPdf } from './inspect-pdf.ts'
import { intakeLimits, IntakeRefusal, intakeRefusals } from './intake-refusal.ts'
import { onePage, pdfSource, stream } from '@moqi/pdf/write/new-pdf'

const sample = (name: string) => readFileSync(new URL(`../../../samples/${name}`, import.meta.url))
const key = await (await scene()).party('别的公司')
const refusal = async (bytes: Buffer) => {
  const error = await inspectPdf(bytes).then(
    () => undefined,
    (cause: unknown) => cause,
  )
  if (!(error instanceof IntakeRefusal)) return undefined
  expect(error.message).toBe(intakeRefusals[error.reason])
  return error.reason
}
const kinds = async (bytes: Buffer) => (await inspectPdf(bytes)).warnings.map((warning) => warning.kind)
const pages = (kids: string, more: Record<number, string>) =>
  pdfSource({ ...onePage, 2: `<</Type/Pages/Kids[${kids}]/Count 1>>`, ...more })
const withCatalog = (entries: string, more: Record<number, string | Buffer> = {}) =>
  pdfSource({ ...onePage, 1: `<</Type/Catalog/Pages 2 0 R${entries}>>`, ...more })
const signature = '<</Type/Sig/ByteRange[0 1 2 3]/Contents<00>/Reference[<</TransformParams<</P 1>>>>]>>'
const signedField = '<</FT/Sig/T(Sig1)/V 5 0 R/Subtype/Widget/Rect[0 0 0 0]/P 3 0 R>>'
const signed = withCatalog('/AcroForm<</Fields[6 0 R]/SigFlags 3>>', { 5: signature, 6: signedField })

const book = (n: number) => {
  const numbers = Array.from({ length: n }, (_, i) => i + 10)
  const page = '<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]>>'
  return pages(numbers.map((number) => `${number} 0 R`).join(' '), Object.fromEntries(numbers.map((i) => [i, page])))
}

const protectedCopy = async (modify: boolean) => {
  const pdf = await PDF.load(new Uint8Array(sample('保密协议.pdf')))
  pdf.setProtection({ userPassword: '', ownerPassword: 'owner', permissions: { modify } })
  return Buffer.from(await pdf.save())
}

const content = (entries: string, data: Buffer) => pdfSource({ ...onePage, 4: stream(entries, data) })

it('keeps a sound contract byte for byte and gives its pages in millimetres', async () => {
  const bytes = sample('建设工程总承包合同-301页.pdf')
  const inspected = await inspectPdf(bytes)
  expect(inspected.bytes.equals(bytes)).toBe(true)
  expect(inspected).toMatchObject({ rewritten: false, signed: false, certified: null, warnings: [] })
  expect(inspected.pages).toHaveLength(301)
  expect(inspected.pages[0]).toEqual({ width: 210.01, height: 297 })
})

it.each([
  ['不是PDF.pdf', 'not-pdf'],
  ['空文件.pdf', 'empty'],
  ['加密-用户口令.pdf', 'encrypted'],
  ['加密-仅所有者口令.pdf', 'restricted'],
  ['截断.pdf', 'damaged'],
  ['XFA表单.pdf', 'dynamic-form'],
  ['解压炸弹.pdf', 'too-complex'],
])('refuses %s as %s', async (name, reason) => {
  expect(await refusal(sample(`intake/${name}`))).toBe(reason)
})

it.each([
  ['交叉引用损坏.pdf', ['repaired']],
  ['尾部垃圾.pdf', ['repaired']],
  ['含脚本.pdf', ['scripts-removed']],
  ['带表单.pdf', ['form-flattened']],
  ['字体未嵌入.pdf', ['fonts-embedded']],
])('rewrites %s and says so', async (name, expected) => {
  const inspected = await inspectPdf(sample(`intake/${name}`))
  expect(inspected.rewritten).toBe(true)
  expect(inspected.warnings.map((warning) => warning.kind)).toEqual(expected)
  expect(await inspectPdf(inspected.bytes)).toMatchObject({ rewritten: false, warnings: [] })
})

it.each([
  ['线性化.pdf', []],
  ['旋转页.pdf', ['mixed-page-sizes']],
])('keeps %s as it is', async (name, expected) => {
  const bytes = sample(`intake/${name}`)
  expect(await kinds(bytes)).toEqual(expected)
  expect((await inspectPdf(bytes)).bytes.equals(bytes)).toBe(true)
})

it('names a font that is not embedded, also in GBK', async () => {
  const page = '<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Resources<</Font<</F 5 0 R>>>>>>'
  const font = Buffer.from('<</Type/Font/Subtype/TrueType/BaseFont/\xcb\xce\xcc\xe5>>', 'latin1')
  const { warnings } = await inspectPdf(pdfSource({ ...onePage, 3: page, 5: font }))
  expect(warnings[0]?.text).toBe('以下字体未嵌入，将以替代字体显示：宋体')
})

it('refuses to rewrite names that the copy would spell otherwise than the content', async () => {
  const entries = '/Parent 2 0 R/MediaBox[0 0 595 842]/Resources<</XObject<</\xcb\xce 4 0 R>>>>'
  const bytes = pdfSource({ ...onePage, 3: Buffer.from(`<</Type/Page${entries}>>`, 'latin1') })
  expect(await refusal(bytes)).toBeUndefined()
  expect(await refusal(Buffer.concat([bytes, Buffer.from('junk')]))).toBe('foreign-names')
})

it('keeps names of any bytes in a copy, as the content has them', async () => {
  const entries = '/Parent 2 0 R/MediaBox[0 0 595 842]/AA<<>>/Resources<</XObject<</\xcb\xce 4 0 R>>>>'
  const { bytes, warnings } = await inspectPdf(
    pdfSource({ ...onePage, 3: Buffer.from(`<</Type/Page${entries}>>`, 'latin1') }),
  )
  expect(warnings.map(({ kind }) => kind)).toEqual(['scripts-removed'])
  expect(bytes.includes('/XObject <</#cb#ce ')).toBe(true)
})

it('removes scripts that hide behind a harmless action, and embedded files with their bytes', async () => {
  const chained = withCatalog('/OpenAction<</S/GoTo/D[3 0 R/Fit]/Next<</S/Launch/F(x.exe)>>>>')
  const inspected = await inspectPdf(chained)
  expect(inspected.warnings.map((warning) => warning.kind)).toEqual(['scripts-removed'])
  expect(inspected.bytes.includes('x.exe')).toBe(false)
  const embedded = withCatalog('/Names<</EmbeddedFiles<</Names[(a)5 0 R]>>>>', {
    5: '<</Type/Filespec/F(a)/EF<</F 6 0 R>>>>',
    6: stream('/Type/EmbeddedFile', Buffer.from('payload')),
  })
  expect((await inspectPdf(embedded)).bytes.includes('payload')).toBe(false)
  expect(await kinds(withCatalog('/OpenAction[3 0 R/Fit]'))).toEqual([])
})

it('never touches a signed file, not even its scripts', async () => {
  const foreign = await signField(foreignPdf(), { key })
  const inspected = await inspectPdf(foreign)
  expect(inspected).toMatchObject({ rewritten: false, signed: true, signatureNames: ['first'] })
  expect(inspected.bytes.equals(foreign)).toBe(true)
  const scripted = await signField(foreignPdf({ 1: '/OpenAction<</S/JavaScript/JS(x)>>' }), { key })
  expect(await kinds(scripted)).toEqual(['already-signed', 'scripts-kept'])
  expect((await inspectPdf(scripted)).bytes.equals(scripted)).toBe(true)
})

it('refuses a signed file whose signature is broken, or whose structure readers may see differently', async () => {
  expect(await refusal(signed)).toBe('damaged')
  const foreign = await signField(foreignPdf(), { key })
  const tampered = Buffer.from(foreign)
  tampered.write('X', foreign.indexOf('(Contract)') + 1)
  expect(await refusal(tampered)).toBe('damaged')
  expect(await refusal(await signField(foreignPdf({ 2: '/Parent 3 0 R' }), { key }))).toBe('damaged')
})

it('refuses a file whose signature locks every field that could be added', async () => {
  expect(await refusal(await signField(foreignPdf(), { key, entries: fieldMdp('All') }))).toBe('certified-no-field')
  expect(
    await refusal(await signField(foreignPdf(), { key, entries: fieldMdp('Include', ['amount']) })),
  ).toBeUndefined()
})

it('rewrites an unsigned file that readers may see differently, and checks the copy again', async () => {
  const twice = await inspectPdf(foreignPdf({ 3: '/Rotate 0/Rotate 90' }))
  expect(twice).toMatchObject({ rewritten: true, signed: false })
  expect(obstaclesOf(twice.bytes)).toEqual([])
})

it('refuses a signed file that would need a repair', async () => {
  expect(await refusal(Buffer.concat([signed, Buffer.from('junk')]))).toBe('damaged')
})

it('refuses a foreign certification unless asked to report it', async () => {
  const form = foreignPdf({ 1: '/Perms<</DocMDP 11 0 R>>' })
  const certified = await signField(form, { key, entries: docMdp(1) })
  expect(await refusal(certified)).toBe('certified')
  expect(await inspectPdf(certified, { ...intakeLimits, certification: 'report' })).toMatchObject({ certified: 1 })
})

it('refuses trees that contain themselves, and pages met twice', async () => {
  expect(await refusal(pages('3 0 R 5 0 R', { 5: '<</Type/Pages/Kids[5 0 R]>>' }))).toBe('damaged')
  expect(await refusal(pages('3 0 R 3 0 R', {}))).toBe('damaged')
  const form = withCatalog('/AcroForm<</Fields[5 0 R]>>', { 5: '<</T(a)/Kids[6 0 R]>>', 6: '<</T(b)/Kids[5 0 R]>>' })
  expect(await refusal(form)).toBe('damaged')
  const structure = withCatalog('/StructTreeRoot 5 0 R', {
    5: '<</K 6 0 R>>',
    6: '<</S/P/K[7 0 R]>>',
    7: '<</K 6 0 R>>',
  })
  expect(await refusal(structure)).toBe('damaged')
})

it('accepts 500 pages and refuses 501', async () => {
  expect((await inspectPdf(book(500))).pages).toHaveLength(500)
  expect(await refusal(book(501))).toBe('too-many-pages')
})

it('follows inherited boxes and turns, and clips the crop box to the paper', async () => {
  const inherited = pdfSource({
    ...onePage,
    2: '<</Type/Pages/Kids[3 0 R]/Count 1/MediaBox[0 0 842 1191]/CropBox[100 100 700 500]/Rotate -90>>',
    3: '<</Type/Page/Parent 2 0 R>>',
  })
  expect((await inspectPdf(inherited)).pages).toEqual([{ width: 141.111, height: 211.667 }])
  const wide = pdfSource({ ...onePage, 3: '<</Type/Page/Parent 2 0 R/MediaBox[0 0 720 842]/CropBox[-9 -9 9999 360]>>' })
  expect((await inspectPdf(wide)).pages).toEqual([{ width: 254, height: 127 }])
})

it('writes the size that a page lacks', async () => {
  const inspected = await inspectPdf(pdfSource({ ...onePage, 3: '<</Type/Page/Parent 2 0 R>>' }))
  expect(inspected.warnings.map((warning) => warning.kind)).toEqual(['repaired'])
  expect(inspected.pages).toEqual([{ width: 215.9, height: 279.4 }])
  expect(inspected.bytes.includes('/MediaBox')).toBe(true)
})

it('lifts an owner password only where the owner allows changes', async () => {
  const inspected = await inspectPdf(await protectedCopy(true))
  expect(inspected.warnings.map((warning) => warning.kind)).toEqual(['protection-removed'])
  expect(inspected.bytes.includes('/Encrypt')).toBe(false)
  expect(await refusal(await protectedCopy(false))).toBe('restricted')
})

it('draws a filled form field that has no appearance, and drops the field', async () => {
  const value = Buffer.from('\ufeff甲方签字', 'utf16le').swap16().toString('hex')
  const field = `<</FT/Tx/T(a)/V<${value}>/Subtype/Widget/Type/Annot/F 4/DA(/Helv 14 Tf 0 g)/Rect[50 700 250 730]/P 3 0 R>>`
  const page = '<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R/Annots[6 0 R]>>'
  const form = withCatalog('/AcroForm<</Fields[6 0 R]/DA(/Helv 0 Tf)>>', { 3: page, 6: field })
  const { bytes } = await inspectPdf(form)
  expect(bytes.includes('/AcroForm')).toBe(false)
  const images = await openPageImages()
  const image = decodePng(await images.render(bytes, 1, 595), 2000)
  const ink = (top: number, bottom: number) => image.data.subarray(top * 595 * 4, bottom * 595 * 4).some((v) => v < 99)
  expect([ink(0, 110), ink(112, 142), ink(144, 842)]).toEqual([false, true, false])
})

it('counts every stream before parsing, whatever its filters', async () => {
  const bomb = deflateSync(Buffer.alloc(intakeLimits.streamBytes + 1))
  const hexed = Buffer.from(`${bomb.toString('hex')}>`)
  expect(await refusal(content('/Filter/FlateDecode', bomb))).toBe('too-complex')
  expect(await refusal(content('/Filter/FlateDecode/Subtype/Image', bomb))).toBe('too-complex')
  expect(await refusal(content('/Filter[/ASCIIHexDecode/FlateDecode]', hexed))).toBe('too-complex')
  expect(await refusal(content('/Filter[/FlateDecode/FlateDecode]', deflateSync(bomb)))).toBe('too-complex')
  expect(await refusal(content('/Type/ObjStm/N 1/First 4/Filter/FlateDecode', bomb))).toBe('too-complex')
  expect(await refusal(content('/Filter/FlateDecode', deflateSync(Buffer.alloc(1_000_000))))).toBeUndefined()
})

it('adds up what many streams inflate to', async () => {
  const part = stream('/Filter/FlateDecode', deflateSync(Buffer.alloc(30_000_000)))
  const many = Object.fromEntries(Array.from({ length: 8 }, (_, i) => [10 + i, part]))
  expect(await refusal(pdfSource({ ...onePage, ...many }))).toBe('too-complex')
})

const layers = (initial: string) =>
  withCatalog(`/OCProperties<</OCGs[5 0 R]/D<<${initial}>>>>`, { 5: '<</Type/OCG/Name(a)>>' })

it('tells of layers, those switched off and those that all show', async () => {
  expect(await kinds(layers('/OFF[5 0 R]'))).toContain('hidden-layers')
  expect(await kinds(layers('/BaseState/OFF'))).toContain('hidden-layers')
  expect(await kinds(layers('/ON[5 0 R]'))).toEqual(['layers-flattened'])
})

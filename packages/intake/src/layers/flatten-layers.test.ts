import { readFileSync } from 'node:fs'
import { afterAll, describe, expect, it, test } from 'vitest'
import { ask, filesOnDisk, hasTool } from '@moqi/trust/testing/foreign-judge'
import { signDocument } from '@moqi/signing/append/sign-document'
import { disc } from '@moqi/signing/testing/signing-scene'
import { scene, sceneTime } from '@moqi/trust/testing/authority-scene'
import { notoSans } from '@moqi/pdf/fonts/bundled-fonts'
import { freezeDocument } from '@moqi/signing/freeze/freeze-document'
import { openPageImages } from '@moqi/pdf/page-image/render-page'
import { foreignPdf, signField } from '@moqi/form/testing/foreign-document'
import { verifyPdf } from '@moqi/verify/verify-pdf'
import { inspectPdf } from '../inspect-pdf.ts'
import { pdfSource, stream } from '@moqi/pdf/write/new-pdf'

const renderer = await openPageImages()
afterAll(() => renderer.close())
const on = await scene()

const form = (content: string, entries = '') =>
  stream(`/Type/XObject/Subtype/Form/BBox[0 0 595 842]${entries}`, Buffer.from(content))
/** A rectangle of its own, so that a picture tells which of them show. */
const bar = (row: number, colour: string) => `${colour} rg 50 ${row * 40} 300 30 re f `

interface Change {
  readonly initial?: string
  readonly catalog?: string
  readonly content?: string
  readonly more?: Readonly<Record<number, string | Buffer>>
}

/**
 * Layers 10 (off) and 11 (on), memberships 12 (none of 10 on) and 13 (10 and 11 on), drawings with and without layers,
 * annotations in both layers. What is hidden holds the word SECRET.
 */
function layered({ initial = '/OFF[10 0 R]', catalog = '', content = '', more = {} }: Change = {}): Buffer {
  const marked = [
    `/OC/Off BDC /Span<</MCID 0>>BDC BT /F 20 Tf 60 700 Td(SECRET)Tj ET EMC ${bar(1, '1 0 0')}EMC ${bar(2, '0 0 1')}`,
    `/OC/On BDC q ${bar(3, '0 1 0')}Q BT /F 20 Tf 60 650 Td(Plain)Tj ET EMC ${bar(4, '0 0 0')}`,
    `/OC/None BDC ${bar(5, '0 1 1')}EMC /OC/Both BDC ${bar(6, '1 0 1')}EMC /Hidden Do /Outer Do`,
    `/OC/Off BDC q 9 0 0 9 0 0 cm /Only Do Q EMC ${content}`,
  ]
  const properties = '/Properties<</Off 10 0 R/On 11 0 R/None 12 0 R/Both 13 0 R>>'
  const drawings = '/XObject<</Hidden 14 0 R/Outer 15 0 R/Only 16 0 R>>'
  // PDFium shows annotations whose /OC is off, so that their appearance has a layer too.
  const appearance = form('/OC/L BDC % SECRET\n0 g 0 0 50 20 re f EMC', '/Resources<</Properties<</L 10 0 R>>>>')
  return pdfSource({
    1: `<</Type/Catalog/Pages 2 0 R/OCProperties<</OCGs[10 0 R 11 0 R]/D<<${initial}>>>>${catalog}>>`,
    2: `<</Type/Pages/Kids[3 0 R]/Count 1/Resources<</Font<</F 5 0 R>>${properties}${drawings}>>>>`,
    3: '<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents[4 0 R 6 0 R]/Annots[17 0 R 18 0 R]>>',
    4: stream('', Buffer.from(marked.slice(0, 2).join('\n'))),
    5: '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
    6: stream('', Buffer.from(marked.slice(2).join('\n'))),
    10: '<</Type/OCG/Name(SECRET layer)>>',
    11: '<</Type/OCG/Name(a)>>',
    12: '<</Type/OCMD/OCGs[10 0 R]/P/AllOff>>',
    13: '<</Type/OCMD/OCGs[10 0 R 11 0 R]/P/AllOn>>',
    14: form(`% SECRET\n${bar(7, '1 1 0')}`, '/OC 10 0 R'),
    15: form(`/OC/L BDC % SECRET\n${bar(8, '1 0 0')}EMC ${bar(9, '0 0 1')}`, '/Resources<</Properties<</L 10 0 R>>>>'),
    16: form(`% SECRET\n${bar(10, '1 0 0')}`),
    17: '<</Type/Annot/Subtype/Stamp/Rect[400 400 450 420]/F 4/OC 10 0 R/Contents(SECRET)/AP<</N 19 0 R>>>>',
    18: '<</Type/Annot/Subtype/Stamp/Rect[400 500 450 520]/F 4/OC 11 0 R/AP<</N 20 0 R>>>>',
    19: appearance,
    20: form('0 g 0 0 50 20 re f'),
    ...more,
  })
}

const kinds = async (bytes: Buffer) => (await inspectPdf(bytes)).warnings.map(({ kind }) => kind)
const picture = async (bytes: Buffer) => Buffer.from((await renderer.draw(bytes, 1, 595)).data)
/** The file with its streams readable. */
const plain = (pdf: Buffer) => {
  const out = filesOnDisk({ pdf, plain: Buffer.alloc(0) })
  ask('qpdf', '--qdf', '--object-streams=disable', out.pdf, out.plain)
  return ask('cat', out.plain).said
}

describe('a file with a hidden layer', async () => {
  const upload = layered()
  const { bytes, warnings, rewritten } = await inspectPdf(upload)

  it('says that the layer was taken out', () => {
    expect(warnings.map(({ text }) => text)).toContain('已移除隐藏图层，签署内容以当前显示的页面为准，请预览核对')
    expect(rewritten).toBe(true)
  })

  it('shows the same picture as before, and still does when everything is switched on', async () => {
    const before = await picture(upload)
    expect((await picture(bytes)).equals(before)).toBe(true)
    expect((await picture(layered({ initial: '' }))).equals(before)).toBe(false)
  })

  it('has no layers any more when it is inspected again', async () => {
    expect(await kinds(bytes)).toEqual([])
    for (const key of ['/OCProperties', '/OCG', '/OCMD', '/OC ']) expect(bytes.includes(key)).toBe(false)
  })

  test.skipIf(!hasTool('qpdf'))('holds nothing hidden and has no fault (needs qpdf)', () => {
    expect(plain(upload)).toContain('SECRET')
    expect(plain(bytes)).not.toContain('SECRET')
    expect(plain(bytes)).toContain('(Plain)')
    expect(ask('qpdf', '--check', filesOnDisk({ pdf: bytes }).pdf)).toMatchObject({ code: 0 })
  })

  test.skipIf(!hasTool('pdftoppm'))('shows the same picture in Poppler (needs pdftoppm)', () => {
    const drawn = Object.values(filesOnDisk({ upload, bytes })).map((path) => {
      ask('pdftoppm', '-r', '72', '-singlefile', path, path)
      return readFileSync(`${path}.ppm`)
    })
    expect(drawn[0]?.length).toBeGreaterThan(500_000)
    expect(drawn[1]?.equals(drawn[0] ?? Buffer.alloc(0))).toBe(true)
  })

  it('ends valid when it is signed', async () => {
    const { certifier, timestamps } = on
    const slot = { slot: 'moqi-0001', page: 1, box: { x: 10, y: 10, width: 25, height: 25 } }
    const deps = { certifier, timestamps, now: () => sceneTime, notice: '测试证书，无法律效力' }
    const frozen = await freezeDocument(deps, bytes, { signatures: [slot], stamps: [], crossPageSeals: [], texts: [] })
    const key = await on.party('甲方')
    const signed = await signDocument({ key, timestamps, font: notoSans() }, frozen, {
      signature: { slot: 'moqi-0001', image: disc() },
      signerName: '签署人',
      reason: '同意',
      at: sceneTime,
    })
    const trustedRoots = [on.root.key.identity.certificate]
    const options = { trustedRoots, ownRoots: trustedRoots, now: sceneTime, renderer }
    expect((await verifyPdf(Buffer.concat([frozen.bytes, signed.increment]), options)).verdict).toBe('valid')
  })
})

it.each([
  ['a base state with exceptions', { initial: '/BaseState/OFF/ON[11 0 R]' }],
  [
    'a state that its usage sets on opening',
    {
      initial: '/AS[<</Event/View/Category[/View]/OCGs[10 0 R]>>]',
      more: { 10: '<</Type/OCG/Name(a)/Usage<</View<</ViewState/OFF>>>>>>' },
    },
  ],
  [
    'a visibility expression',
    { more: { 12: '<</Type/OCMD/VE[/Not 10 0 R]>>', 13: '<</Type/OCMD/VE[/And 10 0 R[/Or 10 0 R 11 0 R]]>>' } },
  ],
  [
    'AnyOff and AnyOn',
    { more: { 12: '<</Type/OCMD/P/AnyOff/OCGs[10 0 R 11 0 R]>>', 13: '<</Type/OCMD/OCGs 10 0 R>>' } },
  ],
  ['a layer of another intent, which always shows', { more: { 10: '<</Type/OCG/Name(a)/Intent/Design>>' } }],
  ['no layer off', { initial: '/ON[10 0 R]' }],
])('keeps the picture of a file with %s', async (_, change: Change) => {
  const upload = layered(change)
  const { bytes } = await inspectPdf(upload)
  expect((await picture(bytes)).equals(await picture(upload))).toBe(true)
  expect(bytes.includes('/OCProperties')).toBe(false)
})

it('says so when every layer shows, for none can be switched off after signing', async () => {
  const { warnings } = await inspectPdf(layered({ initial: '', more: { 12: '<</Type/OCMD/OCGs[10 0 R]>>' } }))
  expect(warnings.map(({ text }) => text)).toEqual(['文件中的图层已按当前显示固定，签署后不可再切换，请预览核对'])
})

it('keeps a drawing that shows elsewhere as well', async () => {
  const upload = layered({ content: '/Only Do' })
  const { bytes } = await inspectPdf(upload)
  expect((await picture(bytes)).equals(await picture(upload))).toBe(true)
})

it('keeps a font that the page calls OC as it calls a layer', async () => {
  const upload = layered({
    more: {
      3: `<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 6 0 R
        /Resources<</Font<</OC 5 0 R>>/Properties<</OC 10 0 R>>>>>>`,
      6: stream('', Buffer.from('BT /OC 20 Tf 60 600 Td(Font)Tj ET /OC/OC BDC 0 0 99 99 re f EMC')),
    },
  })
  const { bytes } = await inspectPdf(upload)
  expect((await picture(bytes)).equals(await picture(upload))).toBe(true)
})

it('drops a hidden image, and a hidden field before the form is drawn', async () => {
  const image = stream(
    '/Type/XObject/Subtype/Image/Width 1/Height 1/BitsPerComponent 8/ColorSpace/DeviceGray/OC 10 0 R',
    Buffer.from('0'),
  )
  const field =
    '<</Type/Annot/Subtype/Widget/FT/Tx/T(a)/V(SECRET)/Rect[400 400 500 420]/F 4/OC 10 0 R/P 3 0 R/AP<</N 19 0 R>>>>'
  const content = 'q 50 0 0 50 300 300 cm /Hidden Do Q'
  const catalog = '/AcroForm<</Fields[17 0 R]/DA(/F 9 Tf)>>'
  const upload = layered({ catalog, content, more: { 14: image, 17: field } })
  // PDFium draws a field's value even when its layer is off.
  const expected = await picture(layered({ content, more: { 14: image } }))
  for (const formMode of ['flatten', 'keep'] as const) {
    const { bytes } = await inspectPdf(upload, undefined, { formMode })
    expect((await picture(bytes)).equals(expected)).toBe(true)
    expect(bytes.includes('SECRET')).toBe(false)
  }
})

it.each([
  ['tangled with the text around it', { content: 'BT /OC/Off BDC (a)Tj EMC (b)Tj ET' }],
  [
    'hidden by zoom',
    {
      initial: '/AS[<</Event/View/Category[/Zoom]/OCGs[10 0 R]>>]',
      more: { 10: '<</Type/OCG/Name(a)/Usage<</Zoom<</min 2>>>>>>' },
    },
  ],
  ['of an expression without meaning', { more: { 12: '<</Type/OCMD/VE[/Xor 10 0 R]>>' } }],
  [
    'of an expression that references make huge',
    {
      more: {
        12: '<</Type/OCMD/VE 30 0 R>>',
        ...Object.fromEntries(Array.from({ length: 20 }, (_, i) => [30 + i, `[/And ${31 + i} 0 R ${31 + i} 0 R]`])),
        50: '[/Not 10 0 R]',
      },
    },
  ],
  ['used as a mask', { more: { 16: form('', '/SMask 14 0 R') } }],
  ['of a form that takes the resources of its page', { more: { 15: form('/OC/Off BDC 0 0 9 9 re f EMC') } }],
])('refuses a layer that is %s', async (_, change: Change) => {
  await expect(inspectPdf(layered(change))).rejects.toMatchObject({ reason: 'too-complex' })
})

it('keeps a signed file byte for byte, and warns', async () => {
  const layers = '/OCProperties<</OCGs[9 0 R]/D<</OFF[9 0 R]>>>>'
  const upload = await signField(foreignPdf({ 1: layers }), { key: await on.party('别的公司') })
  const inspected = await inspectPdf(upload)
  expect(inspected.bytes.equals(upload)).toBe(true)
  expect(inspected.warnings.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['hidden-layers-kept']))
})

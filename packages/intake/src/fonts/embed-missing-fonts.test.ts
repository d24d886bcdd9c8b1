import { readFileSync } from 'node:fs'
import { PDF, PdfArray, type PdfDict, type PdfObject, type PdfRef } from '@libpdf/core'
import { afterAll, expect, it } from 'vitest'
import { openPageImages } from '@moqi/pdf/page-image/render-page'
import type { Pixels } from '@moqi/pdf/images/png'
import { findText } from '@moqi/pdf/text-search/find-text'
import { inspectPdf } from '../inspect-pdf.ts'
import { compositeFont, documentWithFonts } from '../testing/font-document.ts'

const sample = readFileSync(new URL('../../../../samples/intake/字体未嵌入.pdf', import.meta.url))
const noFont = Uint8Array.from(Buffer.alloc(12))
/** PDFium that has nothing to show in the place of a Chinese font. */
const bare = await openPageImages({ sans: noFont, serif: noFont })
afterAll(() => bare.close())

const draw = (bytes: Buffer) => bare.draw(bytes, 1, 595)

/** Dark pixels in a box of the page in points from its top left. */
function ink({ width, data }: Pixels, [left, top, right, bottom]: readonly [number, number, number, number]): number {
  let dark = 0
  for (let y = top; y < bottom; y++) {
    for (let x = left; x < right; x++) if ((data[(y * width + x) * 4] ?? 255) < 128) dark++
  }
  return dark
}

const kinds = async (bytes: Buffer) => (await inspectPdf(bytes)).warnings.map(({ kind }) => kind)
const utf16 = (text: string) => Buffer.from(text, 'utf16le').swap16().toString('hex')
const shown = (strings: string) => `BT /F5 40 Tf 50 700 Td ${strings} Tj ET`

/** Advance widths of the font that text of the page is shown in, in the order of codes. */
async function widths(bytes: Buffer): Promise<unknown[]> {
  const pdf = await PDF.load(new Uint8Array(bytes))
  const resolve = (ref: PdfRef): PdfObject | null => pdf.context.resolve(ref)
  const page: PdfDict | undefined = pdf.getPage(0)?.dict
  const font = page?.getDict('Resources', resolve)?.getDict('Font', resolve)?.getDict('F5', resolve)
  const list = font?.getArray('DescendantFonts', resolve)?.at(0, resolve)
  const each = list && 'getArray' in list ? list.getArray('W', resolve)?.at(1, resolve) : undefined
  return each instanceof PdfArray ? [...each].map((item) => ('value' in item ? item.value : undefined)) : []
}

it('shows every glyph of a file that was blank without the fonts of the machine', async () => {
  const { bytes, warnings } = await inspectPdf(sample)
  const [before, after] = [await draw(sample), await draw(bytes)]
  for (const [line, glyphs] of [
    [700, 10],
    [640, 9],
  ] as const) {
    for (let i = 0; i < glyphs; i++) {
      // Text of 32 pt from 50 pt on, on this base line.
      const cell = [50 + 32 * i, 842 - line - 28, 82 + 32 * i, 842 - line + 6] as const
      expect([line, i, ink(before, cell)]).toEqual([line, i, 0])
      expect([line, i, ink(after, cell) > 4]).toEqual([line, i, true])
    }
  }
  expect(warnings).toEqual([
    {
      kind: 'fonts-embedded',
      text: '以下字体未嵌入，已嵌入替代字体，请核对页面内容：STSong-Light、SimSun',
      fonts: ['STSong-Light', 'SimSun'],
    },
  ])
})

it('keeps text searchable and in its place', async () => {
  const { bytes } = await inspectPdf(sample)
  const [match, ...others] = await findText(bytes, '甲方签章')
  expect(others).toEqual([])
  // After six glyphs of 32 pt that begin at 50 pt.
  expect(((match?.boxes[0]?.x ?? 0) / 25.4) * 72).toBeCloseTo(50 + 6 * 32, -1)
  expect(await findText(bytes, '非嵌入宋体')).toHaveLength(2)
})

it('leaves a copy alone that it has made itself', async () => {
  const { bytes } = await inspectPdf(sample)
  const again = await inspectPdf(bytes)
  expect([again.warnings, again.bytes.equals(bytes)]).toEqual([[], true])
})

it.each([
  ['GBK-EUC-H', '(A1 )', '/W[814[600] 815 907 500 7716[250]]', [250, 500, 500]],
  ['GBKp-EUC-H', '<41b7c7>', '/DW 900/W[34[722]]', [722, 900]],
  ['UniGB-UCS2-H', `<${utf16('A非龘')}>`, '/W[1 95 500]', [500, 1000, 1000]],
  ['UniGB-UTF16-H', `<${utf16('非')}>`, '/W[940 8000 880]', [880]],
  ['Identity-H', '<00220bb803cd>', '/W[34[700]]', [700, 1000, 1000]],
])('takes the widths of %s over by the old character numbers', async (encoding, strings, entries, expected) => {
  const { bytes, warnings } = await inspectPdf(
    documentWithFonts(shown(strings), ...compositeFont(encoding, { entries })),
  )
  expect(warnings.map(({ kind }) => kind)).toEqual(['fonts-embedded'])
  expect(await widths(bytes)).toEqual(expected)
})

it('draws a glyph narrower than its own when its place is', async () => {
  const content = `BT /F5 40 Tf 50 700 Td <${utf16('W')}> Tj ET`
  const { bytes } = await inspectPdf(
    documentWithFonts(content, ...compositeFont('UniGB-UCS2-H', { entries: '/W[1 95 500]' })),
  )
  const page = await draw(bytes)
  expect(ink(page, [50, 100, 71, 145])).toBeGreaterThan(20)
  expect(ink(page, [71, 100, 120, 145])).toBe(0)
})

it('embeds a one-byte font with its widths, and its word spacing still finds spaces', async () => {
  const font =
    '<</Type/Font/Subtype/TrueType/BaseFont/SimSun/Encoding/WinAnsiEncoding/FirstChar 32/LastChar 126/Widths 6 0 R>>'
  const content = 'BT /F5 40 Tf 100 Tw 50 700 Td (A B\\351) Tj ET'
  const each = `[${'500 '.repeat(95)}]`
  const withDescriptor = font.replace('>>', '/FontDescriptor<</MissingWidth 444>>>>')
  const { bytes, warnings } = await inspectPdf(documentWithFonts(content, withDescriptor, each))
  expect(warnings.map(({ kind }) => kind)).toEqual(['fonts-embedded'])
  expect(await widths(bytes)).toEqual([500, 500, 500, 444])
  const page = await draw(bytes)
  // B begins after A and the space, 20 pt each, and 100 pt of word spacing.
  expect(ink(page, [75, 100, 188, 145])).toBe(0)
  expect(ink(page, [190, 100, 211, 145])).toBeGreaterThan(20)
  expect(await findText(bytes, 'é')).toHaveLength(1)
})

it('embeds for vertical writing what looks the same there', async () => {
  const fonts = compositeFont('UniGB-UCS2-V', { entries: '/DW2[880 -1000]' })
  const { bytes } = await inspectPdf(documentWithFonts(shown(`<${utf16('甲方')}>`), ...fonts))
  const page = await draw(bytes)
  expect(ink(page, [30, 142, 70, 182])).toBeGreaterThan(40)
  expect(ink(page, [30, 182, 70, 222])).toBeGreaterThan(40)
  expect(await kinds(documentWithFonts(shown(`<${utf16('甲，')}>`), ...fonts))).toEqual(['fonts-missing'])
})

it('reads text in a form that has the resources of its page', async () => {
  const inner = shown('<b7c7>')
  const form = `<</Type/XObject/Subtype/Form/BBox[0 0 595 842]/Length ${inner.length}>>stream\n${inner}\nendstream`
  const upload = documentWithFonts('/X Do', ...compositeFont('GBK-EUC-H'), form)
  const withForm = Buffer.from(
    upload.toString('latin1').replace('/Font<</F5 5 0 R>>>>>>', '/Font<</F5 5 0 R>>/XObject<</X 7 0 R>>>>>>'),
    'latin1',
  )
  const { bytes, warnings } = await inspectPdf(withForm)
  expect(warnings.map(({ kind }) => kind)).toContain('fonts-embedded')
  expect(ink(await draw(bytes), [50, 100, 90, 150])).toBeGreaterThan(40)
})

it.each([
  ['a character that the substitutes lack', shown('<e000>'), compositeFont('UniGB-UCS2-H')],
  ['half a character', shown('<975e5d>'), compositeFont('UniGB-UCS2-H')],
  ['GB 18030 of four bytes', shown('<8130843a>'), compositeFont('GBK2K-H')],
  ['an unknown CMap', shown('<b7c7>'), compositeFont('UniCNS-UCS2-H')],
  [
    'widths of unknown characters',
    shown(`<${utf16('龘')}>`),
    compositeFont('UniGB-UCS2-H', { entries: '/W[8000[600]]' }),
  ],
  ['unreadable widths', shown('<975e>'), compositeFont('UniGB-UCS2-H', { entries: '/W[1 2]' })],
  ['text before any font', '(A) Tj', compositeFont('UniGB-UCS2-H')],
  ['a string without an end', '/F5 9 Tf (A Tj', compositeFont('UniGB-UCS2-H')],
  [
    'a one-byte font with differences',
    shown('(A)'),
    ['<</Type/Font/Subtype/Type1/BaseFont/Fang/Encoding<</Differences[65/B]>>/FirstChar 65/Widths[500]>>'],
  ],
])('only names a font that shows %s', async (_, content, fonts) => {
  const upload = documentWithFonts(content, ...fonts)
  const { bytes, warnings } = await inspectPdf(upload)
  expect(warnings.map(({ kind }) => kind)).toEqual(['fonts-missing'])
  expect(bytes.equals(upload)).toBe(true)
})

it('leaves the standard fonts to readers', async () => {
  const upload = documentWithFonts(shown('(A)'), '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>')
  expect(await inspectPdf(upload)).toMatchObject({ rewritten: false, warnings: [] })
})

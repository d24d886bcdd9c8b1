import { describe, expect, test } from 'vitest'
import { contradicts, filled, findings, stream, text, unclear } from '../testing/fills.ts'

const map = (...pairs: [string, string][]) =>
  stream(
    '/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CIDSystemInfo <</Registry(A)/Ordering(U)/Supplement 0>> def ' +
      `1 begincodespacerange <0000> <ffff> endcodespacerange ${pairs.length} beginbfchar ` +
      `${pairs.map(([code, unicode]) => `<${code}> <${unicode}>`).join(' ')} endbfchar ` +
      '1 beginbfrange <0010> <0019> <0030> endbfrange 1 beginbfrange <0020> <0021> [<4E00> <4E8C>] endbfrange endcmap end end',
  )
const descriptor = '/FontDescriptor<</Type/FontDescriptor/FontFile3 23 0 R>>'
const composite = (encoding: string, more: string, embedded = true) =>
  `/F<</Type/Font/Subtype/Type0/Encoding/${encoding}/DescendantFonts[<</Type/Font/Subtype/CIDFontType0` +
  `${embedded ? descriptor : ''}>>]${more}>>`
const simple = (more: string) => `/F<</Type/Font/Subtype/Type1/BaseFont/Helvetica${more}>>`
const objects = [
  { number: 22, body: map(['0001', '91D1']) },
  { number: 23, body: stream('') },
  { number: 24, body: map(['0031', '0039']) },
]
const withFont = async (shown: string, value: string, source: string) =>
  findings(await filled(value, text(shown), objects, `/Font<<${source}>>`))

describe('the fonts of an appearance (V3)', () => {
  test.each([
    [
      'embedded, by its ToUnicode',
      '<0001001100210010> Tj',
      '<FEFF91D100314E8C0030>',
      composite('Identity-H', '/ToUnicode 22 0 R'),
    ],
    ['not embedded, by its CMap', '<91D10031> Tj', '<FEFF91D10031>', composite('UniGB-UCS2-H', '', false)],
    ['not embedded, in GBK', '<BDF031> Tj', '<FEFF91D10031>', composite('GBK-EUC-H', '', false)],
    ['of the viewer, in Windows’ encoding', '<80> Tj', '<FEFF20AC>', simple('/Encoding/WinAnsiEncoding')],
    ['of the viewer, in the Macintosh’s', '<8E> Tj', '(\\351)', simple('/Encoding/MacRomanEncoding')],
    [
      'of the viewer, with differences',
      '<0102030405> Tj',
      '(9\\351a)',
      simple('/Encoding<</Differences[1/nine/eacute/uni0061/space/space]>>'),
    ],
    ['embedded, with a ToUnicode', '<31> Tj', '(9)', simple(`/ToUnicode 24 0 R${descriptor}`)],
    ['in the resources of the form', '(100) Tj', '(100)', ''],
  ])('are read: one %s', async (_, shown, value, source) => {
    const content = source === '' ? text(shown).replace('/F ', '/Helv ') : text(shown)
    expect(findings(await filled(value, content, objects, `/Font<<${source}>>`))).toEqual([])
  })

  test.each([
    ['embedded without ToUnicode', composite('Identity-H', '')],
    ['embedded, without the very character', composite('Identity-H', '/ToUnicode 22 0 R')],
    ['of glyphs the viewer happens to have', composite('Identity-H', '/ToUnicode 22 0 R', false)],
    ['embedded, with codes of its own', simple(descriptor)],
    ['drawn by programs of the file', '/F<</Type/Font/Subtype/Type3/ToUnicode 22 0 R>>'],
    ['with glyphs of unknown names', simple('/Encoding<</Differences[49/g1/g2/g3]>>')],
    ['that is missing', ''],
  ])('are not taken at their word: one %s', async (_, source) => {
    expect(await withFont('<31310031> Tj', '(100)', source)).toEqual(unclear)
  })

  test('of the viewer show what they show, whatever their ToUnicode claims', async () => {
    expect(await withFont('(9) Tj', '(1)', simple('/ToUnicode 24 0 R'))).toEqual(contradicts)
    expect(await withFont('(1) Tj', '(1)', simple('/ToUnicode 24 0 R'))).toEqual([])
  })
})

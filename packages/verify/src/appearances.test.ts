import { describe, expect, test } from 'vitest'
import { certified, contradicts, filled, findings, judge, look, on, stream, text, unclear } from './testing/fills.ts'
import { numbers, signField } from '@moqi/form/testing/foreign-document'
import { appendIncrement, sourceOf } from '@moqi/pdf/testing/increment'

const other = await on.party('乙方')
const { amount, amountAppearance } = numbers

describe('a text field that was filled in (D20, V3)', () => {
  test.each([
    ['in one piece', '(100)', text('(100) Tj')],
    ['in pieces, moved apart', '(one hundred)', text('[(one) -300 (hun) 20 (dred)] TJ')],
    ['in lines', '(one\\nhundred)', text("0 6 Td 12 TL (one) Tj (hundred) '")],
    ['with spacing', '(100)', text('0 0 (100) "')],
    ['in a nested form', '(100)', '/Fm Do'],
    ['in UTF-16', '<FEFF003100300030>', text('(100) Tj')],
    ['in UTF-16 that names its language', '<FEFF001B0065006E001B003100300030>', text('(100) Tj')],
    ['with signs of PDFDocEncoding', '(1\\2052)', text('(1-2) Tj')],
    ['with wide digits', '<FEFFFF11FF10FF10>', text('(100) Tj')],
    ['in a box with a border', '(100)', `1 g 0 0 90 20 re f 0 g 0 G 0 0 90 20 re s ${text('(100) Tj')}`],
    ['without anything', '()', text('')],
    ['with spaces at its ends', '( 100 )', text('(100) Tj')],
  ])('may show its value %s', async (_, value, content) => {
    const nested = [{ number: 20, body: look(text('(100) Tj')) }]
    const verdict = await filled(value, content, nested, '/Font<</F 9 0 R>>/XObject<</Fm 20 0 R>>')
    expect(findings(verdict)).toEqual([])
    expect(verdict.verdict).toBe('valid')
  })

  test.each([
    ['another number', '(100)', text('(900) Tj')],
    ['more', '(100)', text('(100) Tj (0) Tj')],
    ['less', '(100)', text('(10) Tj')],
    ['nothing', '(100)', text('')],
    ['something where nothing is its value', '()', text('(100) Tj')],
    ['it without ink, and another with', '(100)', text('3 Tr (100) Tj 0 Tr (900) Tj')],
    ['a part of it without ink', '(100)', text('(10) Tj 3 Tr (0) Tj')],
    ['another in a nested form', '(100)', '/Fm Do'],
    ['a power of it', '(102)', text('<3130B2> Tj')],
  ])('may not show %s', async (_, value, content) => {
    const nested = [{ number: 20, body: look(text('(900) Tj')) }]
    const winAnsi = '/F<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>'
    const verdict = await filled(value, content, nested, `/Font<<${winAnsi}>>/XObject<</Fm 20 0 R>>`)
    expect(findings(verdict)).toEqual(contradicts)
    expect(verdict.verdict).toBe('invalid')
    expect(verdict.signatureArray[0]?.changedAfterwards).toContain('填写项“amount”显示的内容与其值不一致')
  })

  test('may not keep the old look for a new value, nor show another under the pointer', async () => {
    const [one, body] = [await filled('(100)', text('(100) Tj')), sourceOf(certified, amount)]
    expect(findings(one)).toEqual([])
    const kept = appendIncrement(certified, [{ number: amount, body: body.replace(/>>$/, '/V(100)>>') }])
    expect(findings(await judge(kept))).toEqual(contradicts)
    const under = body.replace(/\/AP<<\/N 10 0 R>>/, '/AP<</N 10 0 R/D 20 0 R>>').replace(/>>$/, '/V(100)>>')
    const pressed = appendIncrement(certified, [
      { number: amount, body: under },
      { number: amountAppearance, body: look(text('(100) Tj')) },
      { number: 20, body: look(text('(900) Tj')) },
    ])
    expect(findings(await judge(pressed))).toEqual(contradicts)
  })

  test('may not show another value even where a later signature covers it', async () => {
    const objects = [
      { number: amount, body: sourceOf(certified, amount).replace(/>>$/, '/V(100)>>') },
      { number: amountAppearance, body: look(text('(900) Tj')) },
    ]
    const signed = await signField(certified, {
      key: other,
      timestamps: on.timestamps,
      field: 'second',
      number: 12,
      objects,
    })
    expect(findings(await judge(signed))).toEqual(contradicts)
  })

  test.each([
    ['a picture', '/Im Do'],
    ['a picture in line', 'BI /W 1 /H 1 /BPC 8 /CS /G ID x EI'],
    ['a shading', '/Sh sh'],
    ['drawn letters', `${'0 0 m 9 9 l 9 0 l 0 9 l 0 0 l h f '.repeat(8)}`],
    ['a text in a font that cannot be read', `BT /Z 12 Tf (900) Tj ET`],
    ['a layer', '/OC /L BDC EMC'],
    ['something that is no content', '<< 1 2'],
  ])('is to be looked at when it shows its value and %s', async (_, more) => {
    const symbols = '/Z<</Type/Font/Subtype/Type1/BaseFont/ZapfDingbats>>'
    const image = stream('\0', '/Type/XObject/Subtype/Image/Width 1/Height 1/BitsPerComponent 8/ColorSpace/DeviceGray')
    const verdict = await filled(
      '(100)',
      `${text('(100) Tj')} ${more}`,
      [{ number: 20, body: image }],
      `/Font<</F 9 0 R${symbols}>>/XObject<</Im 20 0 R>>`,
    )
    expect(findings(verdict)).toEqual(unclear)
    expect(verdict.verdict).toBe('indeterminate')
  })

  test('that cannot be compared is a warning where a later signature covers it', async () => {
    const objects = [
      { number: amount, body: sourceOf(certified, amount).replace(/>>$/, '/V(100)>>') },
      { number: amountAppearance, body: look('/Im Do', '/XObject<<>>') },
    ]
    const signed = await signField(certified, {
      key: other,
      timestamps: on.timestamps,
      field: 'second',
      number: 12,
      objects,
    })
    expect(findings(await judge(signed))).toEqual(['warning appearance-not-comparable'])
  })
})

import { describe, expect, test } from 'vitest'
import { certified, certify, contradicts, fill, filled, findings, judge, text, unclear } from '../testing/fills.ts'
import { foreignPdf, numbers } from '@moqi/form/testing/foreign-document'
import { appendIncrement, sourceOf } from '@moqi/pdf/testing/increment'

const { amount } = numbers
const field = (entries: string) => certify(foreignPdf({ [amount]: entries }))
const rich = (words: string) => `/V(a<b)/RV(<?xml version="1.0"?><body><p>${words}</p></body>)`

const asChoice = async (flags: number) => {
  const base = appendIncrement(foreignPdf(), [
    {
      number: amount,
      body: sourceOf(foreignPdf(), amount)
        .replace('/FT/Tx', '/FT/Ch')
        .replace(/>>$/, `/Ff ${flags}/Opt[[(b)(Beijing)][(s)(Shanghai)]]>>`),
    },
  ])
  return certify(base)
}

describe('other fields (D20, V3)', () => {
  test('a password shows none of its value, and nobody expects it to', async () => {
    const signed = await field('/Ff 8192')
    expect(await fill(signed, '/V(secret)', text('(******) Tj'))).toEqual([])
  })

  test('a comb has strokes between its cells, and a text field has not as many', async () => {
    const strokes = '9 0 m 9 20 l S '.repeat(30)
    const shown = `${strokes}${text('(1) Tj 9 0 Td (0) Tj 9 0 Td (0) Tj')}`
    expect(await fill(await field(`/Ff ${1 << 24}/MaxLen 30`), '/V(100)', shown)).toEqual([])
    expect(await fill(certified, '/V(100)', shown)).toEqual(unclear)
  })

  test('many lines may be more than there is room for', async () => {
    const signed = await field('/Ff 4096')
    expect(await fill(signed, '/V(one two three)', text('(one two) Tj'))).toEqual(unclear)
    expect(await fill(signed, '/V(one two three)', text('(two three) Tj'))).toEqual(contradicts)
    expect(await fill(certified, '/V(one two three)', text('(one two) Tj'))).toEqual(contradicts)
  })

  test.each([
    ['(1234.5)', '(1,234.50) Tj', []],
    ['(1234.567)', '(1,234.57) Tj', []],
    ['(0.25)', '(25 %) Tj', []],
    ['(-100)', '(\\(100.00\\)) Tj', []],
    ['(1234.5)', '(9,234.50) Tj', unclear],
    ['(100)', '(100 million USD) Tj', contradicts],
    ['(100)', '(1,00) Tj', unclear],
    ['(100)', '(minus 100) Tj', contradicts],
    ['(2026-11-20)', '(2026-12-20) Tj', unclear],
    ['(1234.5)', '', contradicts],
  ])('a field whose script forms %s as %s', async (value, shown, expected) => {
    const signed = await field('/AA<</F<</S/JavaScript/JS(AFNumber_Format\\(2\\))>>>>')
    expect(await fill(signed, `/V${value}`, text(shown))).toEqual(expected)
  })

  test('V3: a letter from right to left lets no digits change places', async () => {
    const alef = '/F<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding<</Differences[65/uni05D0]>>>>'
    const find = async (shown: string) =>
      findings(await filled('<FEFF003100390030002005D0>', text(`(${shown}) Tj`), [], `/Font<<${alef}>>`))
    expect(await find('190 A')).toEqual([])
    expect(await find('A 190')).toEqual([])
    expect(await find('910 A')).toEqual(contradicts)
  })

  test('rich text says what the plain value says', async () => {
    const signed = await field(`/Ff ${1 << 25}`)
    expect(await fill(signed, rich('<b>a</b>&lt;b'), text('(a<b) Tj'))).toEqual([])
    expect(await fill(signed, rich('a&#62;b'), text('(a<b) Tj'))).toEqual(contradicts)
  })

  test('a choice shows the words for its value, and a list all of them', async () => {
    const combo = await asChoice(1 << 17)
    expect(await fill(combo, '/V(b)', text('(Beijing) Tj'))).toEqual([])
    expect(await fill(combo, '/V(b)', text('(b) Tj'))).toEqual([])
    expect(await fill(combo, '/V(b)', text('(Shanghai) Tj'))).toEqual(contradicts)
    expect(await fill(await asChoice(0), '/V(b)', text('(Beijing) Tj (Shanghai) Tj'))).toEqual([])
  })

  test('a box is ticked where its value says so, and nowhere else', async () => {
    const base = appendIncrement(foreignPdf(), [
      {
        number: amount,
        body: sourceOf(foreignPdf(), amount)
          .replace('/FT/Tx', '/FT/Btn')
          .replace('/N 10 0 R', '/N<</Yes 10 0 R/Off 10 0 R>>')
          .replace(/>>$/, '/V/Off/AS/Off>>'),
      },
    ])
    const signed = await certify(base)
    const tick = async (value: string, state: string) => {
      const body = sourceOf(signed, amount).replace('/V/Off/AS/Off', `/V/${value}/AS/${state}`)
      return findings(await judge(appendIncrement(signed, [{ number: amount, body }])))
    }
    expect(await tick('Yes', 'Yes')).toEqual([])
    expect(await tick('Yes', 'Off')).toEqual(contradicts)
    expect(await tick('Off', 'Yes')).toEqual(contradicts)
  })
})

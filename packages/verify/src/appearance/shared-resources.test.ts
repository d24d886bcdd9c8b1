import { expect, test } from 'vitest'
import { certify, contradicts, findings, judge, stream, text, unclear } from '../testing/fills.ts'
import { foreignPdf, numbers } from '@moqi/form/testing/foreign-document'
import { appendIncrement, sourceOf } from '@moqi/pdf/testing/increment'

const { amount, amountAppearance, page, form } = numbers
const helvetica = (entries = '') => `<</Type/Font/Subtype/Type1/BaseFont/Helvetica${entries}>>`
/** Draws a 9 where 1 is written. */
const misleading = helvetica('/Encoding<</Type/Encoding/Differences[49/nine]>>')

/** A signed form whose page and whose default resources name these fonts. */
async function signedWith(onPage: string, inForm: string): Promise<Buffer> {
  const base = foreignPdf()
  return certify(
    appendIncrement(base, [
      { number: page, body: sourceOf(base, page).replace('/F 9 0 R', `/F 9 0 R${onPage}`) },
      { number: form, body: sourceOf(base, form).replace('/Helv 9 0 R', inForm) },
      { number: 30, body: misleading },
      { number: 31, body: helvetica() },
      { number: 32, body: helvetica('/Encoding/WinAnsiEncoding') },
    ]),
  )
}

/** What is found when the field shows a text by resources of its own, or none. */
async function filledWith(signed: Buffer, shown: string, resources = ''): Promise<string[]> {
  const content = text(`(${shown}) Tj`).replace('/F ', '/Helv ')
  const body = stream(content, `/Type/XObject/Subtype/Form/BBox[0 0 90 20]${resources}`)
  const value = { number: amount, body: sourceOf(signed, amount).replace(/>>$/, '/V(100)>>') }
  return findings(await judge(appendIncrement(signed, [value, { number: amountAppearance, body }])))
}

test.each([
  ['without resources', ''],
  ['without that font', '/Resources<</Font<</Other 9 0 R>>>>'],
  ['without fonts', '/Resources<</ProcSet[/PDF/Text]>>'],
])('V3: an appearance %s is read with the fonts of its page and of the form', async (_, resources) => {
  const find = async (onPage: string, inForm: string) => filledWith(await signedWith(onPage, inForm), '100', resources)
  expect(await find('', '/Helv 9 0 R')).toEqual([])
  expect(await find('/Helv 9 0 R', '')).toEqual([])
  expect(await find('/Helv 9 0 R', '/Helv 9 0 R')).toEqual([])
  expect(await find('/Helv 9 0 R', '/Helv 31 0 R')).toEqual([])
  expect(await find('/Helv 30 0 R', '/Helv 9 0 R')).toEqual(contradicts)
  expect(await find('/Helv 9 0 R', '/Helv 30 0 R')).toEqual(contradicts)
  expect(await find('/Helv 30 0 R', '')).toEqual(contradicts)
  expect(await find('/Helv 9 0 R', '/Helv 32 0 R')).toEqual(unclear)
})

test('V3: an appearance that names its font is read with that one, whatever others have', async () => {
  const signed = await signedWith('/Helv 30 0 R', '/Helv 32 0 R')
  expect(await filledWith(signed, '100', '/Resources<</Font<</Helv 9 0 R>>>>')).toEqual([])
  expect(await filledWith(signed, '900', '/Resources<</Font<</Helv 9 0 R>>>>')).toEqual(contradicts)
})

test('V3: resources that a page has of its parents count as its own', async () => {
  const signed = await signedWith('/Helv 30 0 R', '/Helv 9 0 R')
  const [own] = /\/Resources<<.*?>>>>/.exec(sourceOf(signed, page)) ?? ['']
  const base = foreignPdf()
  const inheriting = await certify(
    appendIncrement(base, [
      { number: page, body: sourceOf(base, page).replace(/\/Resources<<.*?>>>>/, '') },
      { number: numbers.pages, body: sourceOf(base, numbers.pages).replace(/>>$/, `${own}>>`) },
      { number: 30, body: misleading },
    ]),
  )
  expect(await filledWith(inheriting, '100')).toEqual(contradicts)
})

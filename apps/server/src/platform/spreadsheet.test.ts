import { strFromU8, unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { cellText, writeSpreadsheet } from './spreadsheet.ts'

const sheetOf = (bytes: Buffer) => strFromU8(unzipSync(bytes)['xl/worksheets/sheet1.xml'] ?? new Uint8Array())

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '＝1'])('%j is no formula', (text) => {
  expect(cellText(text)).toBe(`'${text}`)
})

test.each(['合同', 'a=1', '', '1-2', 'HT20261120000001'])('%j stays as it is', (text) => {
  expect(cellText(text)).toBe(text)
})

test('every cell is text, markup is escaped and characters that XML has no place for are left out', () => {
  const rows = [['主题'], ['<b>&"=\u0001\uFFFF'], ['=HYPERLINK("http://x","y")'], ['𠮷野家']]
  const xml = sheetOf(writeSpreadsheet({ name: '全部', widths: [10], rows }))
  expect(xml).toContain('<c r="A2" t="inlineStr"><is><t xml:space="preserve">&lt;b&gt;&amp;&quot;=</t></is></c>')
  expect(xml).toContain(`<t xml:space="preserve">'=HYPERLINK(&quot;http://x&quot;,&quot;y&quot;)</t>`)
  expect(xml).toContain('𠮷野家')
  expect(xml).not.toContain('<f>')
})

test('columns beyond the 26th have two letters', () => {
  const xml = sheetOf(writeSpreadsheet({ name: '全部', widths: [], rows: [Array.from({ length: 28 }, () => 'x')] }))
  expect([xml.includes('r="Z1"'), xml.includes('r="AA1"'), xml.includes('r="AB1"')]).toEqual([true, true, true])
})

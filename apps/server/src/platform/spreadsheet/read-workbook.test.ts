import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { lyingAboutSize, rawWorkbook, workbookOf } from '#src/testing/workbook-file.ts'
import { readWorkbook, WorkbookFault } from './read-workbook.ts'
import { writeWorkbook } from './write-workbook.ts'
import { xmlEvents, XmlFault } from './xml-events.ts'

const bounds = { sheets: 3, rows: 100, columns: 20, cellLength: 50 }
const fixture = (name: string) => readFileSync(join(import.meta.dirname, 'fixtures', name))
const textsOf = (bytes: Buffer) =>
  readWorkbook(bytes, bounds).map(({ name, rows }) => [
    name,
    rows.map(
      ({ row, cells }) =>
        `${row}: ${cells.map(({ column, text, isFormula }) => `${column}${isFormula ? '=' : ' '}${text}`).join(', ')}`,
    ),
  ])

function faultOf(bytes: Buffer): string {
  try {
    readWorkbook(bytes, bounds)
  } catch (error) {
    if (error instanceof WorkbookFault) return error.reason
    throw error
  }
  return 'none'
}

test.each([
  [
    'openpyxl.xlsx',
    '联系人',
    [
      '1: 0 姓名, 1 手机号, 2 企业名称, 3 邮箱, 4 备注',
      '2: 0 王小明, 1 13800000001, 3 a@b.cn, 4 a & b <c>',
      '3: 0 李静, 1 138 0000 0002, 2 杭州云启科技有限公司',
      '4: 0=, 1 13800000003',
    ],
  ],
  ['xlsxwriter.xlsx', 'Sheet1', ['1: 0 姓名, 1 手机号', '2: 0 王小明, 1 13800000001', '3: 0 李静, 1=2']],
  ['sheetjs.xlsx', 'A', ['1: 0 姓名, 1 手机号', '2: 0 王小明, 1 13800000001', '4: 0 陈晨, 1 13800000004']],
  ['write-excel-file.xlsx', 'Sheet1', ['1: 0 姓名, 1 手机号', '2: 0 王小明, 1 13800000001']],
])('%s, which another program wrote, is read with its rows and without its hidden sheets', (file, name, rows) => {
  expect(textsOf(fixture(file))).toEqual([[name, rows]])
})

test('what we write is read again, with an apostrophe before what could be worked out', () => {
  const rows = [
    ['姓名', '备注'],
    ['=1+1', '+86'],
    ['-1', '@x'],
    ['a<&>"b', ' 两端空格 '],
  ]
  const [sheet] = readWorkbook(writeWorkbook([{ name: '甲&乙', widths: [10, 10], rows }]), bounds)
  expect(sheet?.name).toBe('甲&乙')
  expect(sheet?.rows.map(({ cells }) => cells.map(({ text }) => text))).toEqual([
    ['姓名', '备注'],
    ["'=1+1", "'+86"],
    ["'-1", "'@x"],
    ['a<&>"b', ' 两端空格 '],
  ])
})

test('what is no character is written as a space, so that the file stays one', () => {
  const [sheet] = readWorkbook(workbookOf(['a\u0000b\uFFFE\uD800c']), bounds)
  expect(sheet?.rows[0]?.cells[0]?.text).toBe('a b \uFFFDc')
})

test('numbers, references to characters and cells without reference are read as they are meant', () => {
  const sheet =
    '<x:worksheet><x:sheetData><x:row><x:c><x:v>1.3800000001E10</x:v></x:c><x:c t="inlineStr"><x:is><x:t>&#29579;&#x5C0F;&#xD800;</x:t></x:is></x:c>' +
    '<x:c r="E1"><x:v>0.5</x:v></x:c></x:row></x:sheetData></x:worksheet>'
  expect(textsOf(rawWorkbook(sheet))).toEqual([['S', ['1: 0 13800000001, 1 王小\uFFFD, 4 0.5']]])
})

test('an old or encrypted workbook, another file and another zip are told apart', () => {
  expect(faultOf(fixture('sheetjs.xls'))).toBe('old')
  expect(faultOf(Buffer.from('姓名,手机号\n王小明,13800000001'))).toBe('type')
  expect(faultOf(Buffer.alloc(0))).toBe('type')
  expect(faultOf(readFileSync(join(import.meta.dirname, '../../../../../samples/劳动合同.docx')))).toBe('type')
})

test('a broken workbook is damaged, wherever it is cut', () => {
  const whole = fixture('openpyxl.xlsx')
  for (let length = 8; length < whole.length; length += 97) expect(faultOf(whole.subarray(0, length))).toBe('damaged')
})

test('a workbook that unpacks to too much is not unpacked', () => {
  const bomb = rawWorkbook('<worksheet/>', { 'xl/sharedStrings.xml': new Uint8Array(64 * 1024 * 1024) })
  expect(bomb.length).toBeLessThan(1024 * 1024)
  const before = process.memoryUsage().arrayBuffers
  expect(faultOf(bomb)).toBe('too-complex')
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(20 * 1024 * 1024)
})

test('one that lies about its size gets no more room than it said', () => {
  const bomb = rawWorkbook(`<worksheet>${' '.repeat(40 * 1024 * 1024)}</worksheet>`)
  const before = process.memoryUsage().arrayBuffers
  expect(['damaged', 'none']).toContain(faultOf(lyingAboutSize(bomb, 1000)))
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(20 * 1024 * 1024)
})

test('entities do not expand, and a document type is refused', () => {
  const lol = '<!DOCTYPE x [<!ENTITY a "aaaaaaaa"><!ENTITY b "&a;&a;&a;">]><worksheet/>'
  expect(faultOf(rawWorkbook(lol))).toBe('damaged')
  const sheet = '<worksheet><row><c t="str"><v>&b;</v></c></row></worksheet>'
  expect(textsOf(rawWorkbook(sheet))).toEqual([['S', ['1: 0 &b;']]])
})

test('rows, columns, sheets and cells beyond the bounds are not read', () => {
  const row = `<row><c t="str"><v>${'长'.repeat(1000)}</v></c><c r="ZZ1"><v>1</v></c></row>`
  const [sheet] = readWorkbook(rawWorkbook(`<worksheet>${row.repeat(5000)}</worksheet>`), bounds)
  expect(sheet?.rows.length).toBe(100)
  expect(sheet?.rows[0]?.cells).toEqual([{ column: 0, text: '长'.repeat(50), isFormula: false }])
  const many = writeWorkbook(['一', '二', '三', '四'].map((name) => ({ name, widths: [], rows: [[name]] })))
  expect(readWorkbook(many, bounds).map(({ name }) => name)).toEqual(['一', '二', '三'])
})

test('a million empty rows are nothing', () => {
  const empty = '<row r="1"/>'.repeat(1_000_000)
  expect(textsOf(rawWorkbook(`<worksheet>${empty}<row r="1048576"><c><v>1</v></c></row></worksheet>`))).toEqual([
    ['S', ['1048576: 0 1']],
  ])
})

test('tags end outside of quotes, and one without end is a fault', () => {
  const [event] = xmlEvents(`<a b=">" c='"'/>`)
  expect(event?.kind === 'open' && [event.attribute('b'), event.attribute('c')]).toEqual(['>', '"'])
  for (const broken of ['<a b="', '<!-- ', '<![CDATA[ ', '<']) expect(() => [...xmlEvents(broken)]).toThrow(XmlFault)
  expect([...xmlEvents('<![CDATA[<b>]]>')]).toEqual([{ kind: 'text', text: '<b>' }])
})

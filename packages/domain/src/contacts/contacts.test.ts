import { expect, test } from 'vitest'
import {
  checkContact,
  type ContactFields,
  contactKey,
  contactLimits,
  contactSearch,
  searchWord,
} from './contact-rules.ts'
import type { Sheet } from '../spreadsheet/rows-under-headings.ts'
import { findContactRows, judgeRows } from './contact-sheet.ts'

const person: ContactFields = {
  contactType: 'person',
  name: ' 王小明 ',
  phone: '+86 138 0000 0001',
  companyName: '',
  creditCode: '',
  email: '',
  remark: '',
}
const company: ContactFields = {
  ...person,
  contactType: 'company',
  name: '李静',
  phone: '13800000002',
  companyName: ' 墨契(北京)科技有限公司',
  creditCode: '91350100m000100y43',
}
const faults = (fields: ContactFields) => checkContact(fields).faults.map(({ field, message }) => [field, message])

test('a person needs name and phone, which are kept as they are compared', () => {
  expect(checkContact(person)).toEqual({
    contact: { ...person, name: '王小明', phone: '13800000001' },
    faults: [],
  })
  expect(faults({ ...person, name: '', phone: '' })).toEqual([
    ['name', '请输入真实姓名'],
    ['phone', '请输入手机号'],
  ])
})

test('a company needs its name, its credit code is optional (checklist C95, domain 4.1)', () => {
  const { contact, faults: found } = checkContact(company)
  expect(found).toEqual([])
  expect([contact.companyName, contact.creditCode]).toEqual(['墨契（北京）科技有限公司', '91350100M000100Y43'])
  expect(faults({ ...company, creditCode: '' })).toEqual([])
  expect(faults({ ...company, companyName: ' ', creditCode: '91350100M000100Y4Z' })).toEqual([
    ['companyName', '请填写企业名称'],
    ['creditCode', '统一社会信用代码格式不正确'],
  ])
})

test('mail and remark are optional, and right when they are there', () => {
  expect(faults({ ...person, email: 'a@b', remark: '字'.repeat(201) })).toEqual([
    ['email', '邮箱格式不正确'],
    ['remark', '备注不能超过200个字'],
  ])
  expect(faults({ ...person, email: 'a@B.cn', remark: '字'.repeat(200) })).toEqual([])
})

test('a person has neither company nor credit code, whatever was sent', () => {
  const { contact } = checkContact({ ...person, companyName: '甲公司', creditCode: '1' })
  expect([contact.companyName, contact.creditCode]).toEqual(['', ''])
})

test('contacts are the same by type, phone, name and company alone', () => {
  const key = contactKey(person)
  expect(contactKey({ ...person, email: 'a@b.cn', remark: 'x' } as ContactFields)).toBe(key)
  for (const other of [
    { ...person, contactType: 'company' as const },
    { ...person, phone: '1' },
    { ...person, name: '1' },
    { ...person, companyName: '1' },
  ]) {
    expect(contactKey(other)).not.toBe(key)
  }
})

test.each([
  ['138 0000', '1380000'],
  ['+86 138-0000-0001', '13800000001'],
  ['墨契(北京)', '墨契（北京）'],
  ['  ABC ', 'abc'],
])('the search word "%s" is looked for as "%s"', (typed, word) => {
  expect(searchWord(typed)).toBe(word)
})

test('a search looks at every text of a contact', () => {
  const found = contactSearch({ ...company, email: 'Li@B.cn', remark: '采购' })
  for (const word of ['李静', '13800000002', '北京', '91350100m', 'li@b', '采购']) expect(found).toContain(word)
})

const sheet = (...rows: string[][]): Sheet => ({
  name: '表',
  rows: rows.map((cells, index) => ({
    row: index + 1,
    cells: cells.map((text, column) => ({ column, text, isFormula: text.startsWith('=') })),
  })),
})

test('columns are known by their headings, in any order, under a title, with stars and notes', () => {
  const rows = findContactRows([
    sheet(['说明'], ['没有表头']),
    sheet(
      ['供应商名单'],
      ['序号', '手机（必填）', '备 注', '经办人*', '公司名称'],
      ['1', '13800000002', '', '李静', '甲公司'],
    ),
  ])
  expect(rows).toEqual([
    {
      row: 3,
      fields: {
        contactType: 'company',
        name: '李静',
        phone: '13800000002',
        companyName: '甲公司',
        creditCode: '',
        email: '',
        remark: '',
      },
      formulas: [],
    },
  ])
})

test('headings in English are known too', () => {
  const rows = findContactRows([sheet(['Name', 'Mobile number', 'Company'], ['李静', '13800000002', '甲公司'])])
  expect(rows?.map(({ fields }) => [fields.name, fields.phone, fields.companyName])).toEqual([
    ['李静', '13800000002', '甲公司'],
  ])
})

test('a workbook without the headings has no rows to give', () => {
  expect(findContactRows([sheet(['姓名', '地址'], ['王小明', '杭州'])])).toBeNull()
  expect(findContactRows([])).toBeNull()
  expect(findContactRows([sheet(['姓名', '手机号'])])).toEqual([])
})

test('empty rows are passed over and keep their number', () => {
  const rows = findContactRows([sheet(['姓名', '手机号'], ['', ' '], ['王小明', '13800000001'])])
  expect(rows?.map(({ row }) => row)).toEqual([3])
})

test('what cannot be seen is taken away, and the apostrophe before what looks like a formula', () => {
  const [row] =
    findContactRows([sheet(['姓名', '手机号', '备注'], ['王\u200B小明\u0000', '\u00A013800000001\n', "'=1+1"])]) ?? []
  expect(row?.fields).toMatchObject({ name: '王小明', phone: '13800000001', remark: '=1+1' })
})

const judged = (rows: string[][], existing: (key: string) => boolean = () => false) =>
  judgeRows(
    findContactRows([sheet(['姓名', '手机号', '企业名称', '统一社会信用代码', '邮箱'], ...rows)]) ?? [],
    existing,
  )

test('each faulty row is named with its number and fields', () => {
  const { good, bad } = judged([
    ['王小明', '13800000001'],
    ['', '1380000'],
    ['李静', '13800000002', '', '91350100M000100Y43'],
    ['陈晨', '13800000004', '甲公司', '', 'x'],
  ])
  expect(good.map(({ name }) => name)).toEqual(['王小明'])
  expect(bad.map(({ row, faults: found }) => [row, found.map(({ field, message }) => `${field} ${message}`)])).toEqual([
    [3, ['name 请输入真实姓名', 'phone 手机号格式不正确']],
    [4, ['companyName 请填写企业名称']],
    [5, ['email 邮箱格式不正确']],
  ])
})

test('a formula is a fault of its field, whatever it was worked out to', () => {
  const { good, bad } = judged([['王小明', '=13800000001']])
  expect(good).toEqual([])
  expect(bad[0]?.faults).toEqual([{ field: 'phone', message: '单元格是公式，请改为文字' }])
})

test('a row that is in the file twice, or in the address book, is taken once or not at all', () => {
  const rows = [
    ['王小明', '13800000001'],
    ['王小明', '138 0000 0001'],
    ['王小明', '13800000001', '甲公司'],
  ]
  const { good, bad } = judged(rows)
  expect(good.length).toBe(2)
  expect(bad.map(({ row, faults: [first] }) => [row, first?.message])).toEqual([[3, '与第2行重复']])
  const key = contactKey({ contactType: 'person', name: '王小明', phone: '13800000001', companyName: '' })
  const again = judged(rows, (one) => one === key)
  expect(again.bad.map(({ faults: [first] }) => first?.message)).toEqual(['该联系人已存在', '该联系人已存在'])
  expect(again.good.map(({ contactType }) => contactType)).toEqual(['company'])
})

test('an address book holds ten thousand contacts, a file two thousand rows of five megabytes', () => {
  expect(contactLimits).toMatchObject({
    perAccount: 10_000,
    importRows: 2000,
    importBytes: 5_242_880,
    deletedAtOnce: 50,
  })
})

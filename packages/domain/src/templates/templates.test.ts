import { expect, test } from 'vitest'
import type { DraftArea } from '../contract/draft-rules.ts'
import { batchColumns, findBatchRows, partiesOf, rowFaults, type SenderField } from './batch-sheet.ts'
import { roleFaults, templateAreaFaults, templateFaults, type TemplateRole } from './template-rules.ts'

const own: TemplateRole = {
  partyNo: 1,
  roleName: '本企业',
  signOrder: 2,
  isCompany: true,
  own: true,
  name: '',
  phone: '',
  companyName: '',
}
const supplier: TemplateRole = {
  ...own,
  partyNo: 2,
  roleName: '供应商',
  signOrder: 1,
  own: false,
  phone: '13800000004',
}
const pay: SenderField & DraftArea = {
  areaId: 'pay',
  control: 'text',
  label: '月工资',
  required: true,
  format: 'number',
  partyNo: 0,
  fileId: 'f',
  page: 1,
  x: 10,
  y: 10,
  width: 40,
  height: 8,
}
const tick: SenderField & DraftArea = {
  ...pay,
  areaId: 'tick',
  control: 'checkbox',
  label: '试用',
  required: false,
  format: null,
  x: 60,
}
const seal: SenderField & DraftArea = {
  ...pay,
  areaId: 's',
  control: 'companySeal',
  partyNo: 1,
  width: 42,
  height: 42,
  y: 50,
}
const other = { ...seal, areaId: 't', partyNo: 2, x: 80 }
const files = [{ fileId: 'f', fileSize: 1, pages: [{ width: 210, height: 297 }] }]
const self = { name: '李静', phone: '13800000002', companyName: '杭州云启科技有限公司' }
const roles = [own, supplier]
const fields = [pay, tick, seal, other]

test('what is fixed of a role has no column, and the own side has none', () => {
  const headings = batchColumns(roles, fields).map(({ heading, required }) => [heading, required])
  expect(headings).toEqual([
    ['供应商企业名称', true],
    ['供应商经办人', true],
    ['月工资', true],
    ['试用', false],
  ])
})

test('a complete template has no fault; each thing that is missing is told', () => {
  const whole = { subject: '订单', remark: '', deadlineDays: 30, files, roles, areas: fields }
  expect(templateFaults(whole)).toEqual([])
  const broken = { ...whole, subject: '', deadlineDays: 0, files: [], areas: [] }
  expect(new Set(templateFaults(broken).map(({ field }) => field))).toEqual(
    new Set(['files', 'subject', 'deadlineDays', 'areas']),
  )
})

test('roles are named, once each, and what is fixed of them is right', () => {
  expect(roleFaults([])[0]?.message).toBe('请至少添加一个签署角色')
  expect(roleFaults([{ ...own, roleName: ' ' }])[0]?.message).toBe('请填写角色名称')
  expect(roleFaults([own, { ...supplier, roleName: '本企业' }])[0]?.message).toBe('角色名称重复')
  expect(roleFaults([own, { ...own, roleName: '乙' }])[0]?.message).toBe('我方只能是一个签署角色')
  expect(roleFaults([own, { ...supplier, phone: '1' }]).map(({ field }) => field)).toEqual(['roles.1.phone'])
})

test('the initiator fills in and never signs, each place under its own name', () => {
  const faultsOf = (areas: typeof fields) => templateAreaFaults({ files, roles, areas }).map(({ message }) => message)
  expect(faultsOf([...fields, { ...seal, areaId: 'u', partyNo: 0 }])[0]).toBe('发起方只能放置填写项')
  expect(faultsOf([...fields, { ...pay, areaId: 'u' }])).toEqual(['填写项名称重复'])
  expect(faultsOf([...fields, { ...pay, areaId: 'u', label: '' }])).toEqual(['请为发起方填写的每一处填写名称'])
})

const columns = batchColumns(roles, fields)
const cells = (...texts: string[]) => texts.map((text, column) => ({ column, text, isFormula: text.startsWith('=') }))
const titled = (...rows: string[][]) => [
  {
    rows: [
      { row: 1, cells: cells('三月名单') },
      { row: 3, cells: cells('月工资 *', '供应商经办人：', '供应商企业名称', '试用', '别的') },
      ...rows.map((row, n) => ({ row: n + 4, cells: cells(...row) })),
    ],
  },
]

test('columns are found by their headings in any order, under a title; rows keep their numbers', () => {
  const found = findBatchRows(
    titled(['9000', '陈晨', '上海嘉禾物业管理有限公司', '是', 'x'], ['', '', '', '']),
    columns,
  )
  expect(found).toEqual({
    rows: [
      {
        row: 4,
        values: {
          'fill.pay': '9000',
          '2.name': '陈晨',
          '2.companyName': '上海嘉禾物业管理有限公司',
          'fill.tick': '是',
        },
        formulas: [],
      },
    ],
  })
  expect(findBatchRows([{ rows: [{ row: 1, cells: cells('月工资', '试用') }] }], columns)).toEqual({
    missing: ['供应商企业名称', '供应商经办人'],
  })
})

test('a row is judged by its columns; formulas are never worked out, and nobody signs twice', () => {
  const good = { '2.name': '陈晨', '2.companyName': '上海嘉禾物业管理有限公司', 'fill.pay': '9000' }
  const judge = (values: Record<string, string>, formulas: string[] = []) =>
    rowFaults(roles, fields, self, { values: { ...good, ...values }, formulas }).map(({ field }) => field)
  expect(judge({})).toEqual([])
  expect(judge({ 'fill.tick': '也许' })).toEqual(['fill.tick'])
  expect(judge({ 'fill.pay': '很多', '2.name': '' })).toEqual(['2.name', 'fill.pay'])
  expect(judge({}, ['fill.pay'])).toEqual(['fill.pay'])
  const same = { ...supplier, ...self, signOrder: 2 }
  expect(rowFaults([own, same], [], self, { values: {}, formulas: [] })[0]).toEqual({
    field: '2.phone',
    message: '签署方重复',
  })
  expect(partiesOf(roles, self, good).map(({ name }) => name)).toEqual(['李静', '陈晨'])
})

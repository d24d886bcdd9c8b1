import { expect, test } from 'vitest'
import { groupLimits } from './company-groups.ts'
import { checkDepartmentPath, checkMember, findMemberRows, judgeMembers, type KnownCompany } from './member-sheet.ts'

const cells = (...texts: string[]) => texts.map((text, column) => ({ column, text, isFormula: text.startsWith('=') }))
const sheet = (...rows: string[][]) => [
  { name: '成员', rows: rows.map((texts, index) => ({ row: index + 1, cells: cells(...texts) })) },
]
const company: KnownCompany = {
  departments: new Set(['法务部']),
  roles: new Set(['合同专员']),
  obstacles: new Map([
    ['13800000001', { isThere: true, message: '该手机号已是企业成员' }],
    ['13800000002', { isThere: false, message: '已停用' }],
  ]),
}
const judge = (rows: string[][], known = company) =>
  judgeMembers(findMemberRows(sheet(['姓名*', '手机号（必填）', '部门', '角色'], ...rows)) ?? [], known)
const messages = (rows: string[][], known?: KnownCompany) =>
  judge(rows, known).bad.map(({ row, faults }) => [row, ...faults.map(({ field, message }) => `${field} ${message}`)])

test('rows stand under their headings wherever those are, and without 姓名 and 手机号 there are none', () => {
  const rows = findMemberRows(sheet(['成员名单'], ['手机', '备注', '员工姓名'], ['13800000009', '新人', '王小明']))
  const fields = { memberName: '王小明', phone: '13800000009', department: '', role: '' }
  expect(rows).toEqual([{ row: 3, fields, formulas: [] }])
  expect(findMemberRows(sheet(['姓名', '部门']))).toBeNull()
})

test('a department is one path however its parts are divided', () => {
  expect(checkDepartmentPath(' 总部 ／ 销售部 ')).toEqual({ ok: true, value: '总部/销售部' })
  expect(checkDepartmentPath('总部\\销售部')).toEqual({ ok: true, value: '总部/销售部' })
  expect(checkDepartmentPath(' ')).toEqual({ ok: true, value: '' })
  expect(checkDepartmentPath('总部//销售部').ok).toBe(false)
  expect(checkDepartmentPath('一'.repeat(31)).ok).toBe(false)
})

test('good rows are to be invited, departments that are missing are named once', () => {
  const { good, newDepartments, bad } = judge([
    ['王小明', '138 0000 0011', '总部/销售部', '合同专员'],
    ['李静', '13800000012', '总部／销售部', ''],
    ['陈晨', '13800000013', '法务部', '经办人'],
    ['赵五', '13800000014', '', ''],
  ])
  expect(good).toEqual([
    { row: 2, memberName: '王小明', phone: '13800000011', departmentName: '总部/销售部', roleName: '合同专员' },
    { row: 3, memberName: '李静', phone: '13800000012', departmentName: '总部/销售部', roleName: '经办人' },
    { row: 4, memberName: '陈晨', phone: '13800000013', departmentName: '法务部', roleName: '经办人' },
    { row: 5, memberName: '赵五', phone: '13800000014', departmentName: null, roleName: '经办人' },
  ])
  expect([newDepartments, bad]).toEqual([['总部/销售部'], []])
})

test('whoever is there already is passed over, and is no fault', () => {
  const { there, good, bad } = judge([['王小明', '13800000001', '新部门', '']])
  expect([there.map(({ row, message }) => [row, message]), good, bad]).toEqual([[[2, '该手机号已是企业成员']], [], []])
})

test('every fault is told at its cell', () => {
  expect(
    messages([
      ['', '1380000', '总部//销售部', '总经理'],
      ['王小明', '13800000011', '', '管理员'],
      ['李静', '13800000012', '', ''],
      ['李静静', '13800000012', '', ''],
      ['陈晨', '=A1', '', ''],
      ['停用者', '13800000002', '', ''],
    ]),
  ).toEqual([
    [
      2,
      'memberName 请输入真实姓名',
      'phone 手机号格式不正确',
      'department 部门路径中有空的一级，请写成“总部/销售部”',
      'role 没有名为“总经理”的角色',
    ],
    [3, 'role 管理员不能导入，请先邀请加入，再转让管理员'],
    [5, 'phone 与第4行重复'],
    [6, 'phone 单元格是公式，请改为文字'],
    [7, 'phone 已停用'],
  ])
})

test('no more departments are made than a company may have', () => {
  const departments = new Set(Array.from({ length: groupLimits.departments - 1 }, (_, at) => `部门${at}`))
  const rows = ['甲部门', '甲部门', '乙部门'].map((name, at) => ['王小明', `1380000002${at}`, name, ''])
  expect(messages(rows, { ...company, departments })).toEqual([[4, 'department 部门不能超过200个']])
})

test('a faulty cell stays as it was written', () => {
  const { member, faults } = checkMember({ memberName: '王小明', phone: '139', department: '', role: '' })
  expect(member).toEqual({ memberName: '王小明', phone: '139', departmentName: null, roleName: '经办人' })
  expect(faults).toEqual([{ field: 'phone', message: '手机号格式不正确' }])
})

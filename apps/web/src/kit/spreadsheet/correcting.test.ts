import { checkMember, memberColumns, type MemberField } from '@moqi/domain/spaces/member-sheet'
import { expect, test } from 'vitest'
import { correctionsOf, type FaultyCells, faultsNow, type RowRules, startCorrecting } from './correcting.ts'

const rules: RowRules<MemberField> = {
  columns: memberColumns,
  textsOf: ({ memberName, phone, department, role }) => ({ memberName, phone, department, role }),
  withText: (texts, field, text) => ({ ...texts, [field]: text }),
  judge: (texts) => {
    const { member, faults } = checkMember(texts)
    return { faults, key: member.phone }
  },
}
const unknownRole = { field: 'role', message: '没有名为“总经理”的角色' }
const badPhone = { field: 'phone', message: '手机号格式不正确' }
const row: FaultyCells<MemberField> = {
  row: 4,
  memberName: '王小明',
  phone: '1380000',
  department: '',
  role: '总经理',
  faultArray: [badPhone, unknownRole],
}
const written = (from: FaultyCells<MemberField>, ...texts: [MemberField, string][]) => {
  const started = startCorrecting(rules, from)
  return { ...started, texts: texts.reduce((all, [field, text]) => rules.withText(all, field, text), started.texts) }
}

test('what only the server can tell stays until its own cell is written anew', () => {
  expect(faultsNow(rules, startCorrecting(rules, row))).toEqual([badPhone, unknownRole])
  expect(faultsNow(rules, written(row, ['phone', '13800000001']))).toEqual([unknownRole])
  expect(faultsNow(rules, written(row, ['role', '经办人']))).toEqual([badPhone])
  expect(faultsNow(rules, written(row, ['role', '管理员']))).toEqual([
    { field: 'role', message: '管理员不能导入，请先邀请加入，再转让管理员' },
    badPhone,
  ])
  const corrected = written(row, ['phone', '13800000001'], ['role', '经办人'])
  expect(faultsNow(rules, corrected)).toEqual([])
  expect(correctionsOf(rules, [written(row, ['role', '经办人']), corrected])).toEqual([
    { row: 4, memberName: '王小明', phone: '13800000001', department: '', role: '经办人' },
  ])
})

test('a double stays one until the row is the same no more', () => {
  const double = { ...row, phone: '13800000001', role: '', faultArray: [{ field: 'phone', message: '与第2行重复' }] }
  expect(faultsNow(rules, written(double, ['memberName', '李静']))).toEqual(double.faultArray)
  expect(faultsNow(rules, written(double, ['phone', '138 0000 0001']))).toEqual(double.faultArray)
  expect(faultsNow(rules, written(double, ['phone', '13800000002']))).toEqual([])
})

import { expect, test } from 'vitest'
import { checkDepartmentName, checkRoleName } from './company-groups.ts'

const messageOf = (checked: ReturnType<typeof checkRoleName>) => (checked.ok ? checked.value : checked.message)

test('a department is called by 2–30 characters, a role by 2–20 (domain 4.5)', () => {
  for (const [check, what, most] of [
    [checkDepartmentName, '部门名称', 30],
    [checkRoleName, '角色名称', 20],
  ] as const) {
    expect(messageOf(check('  '))).toBe(`请输入${what}`)
    expect(messageOf(check('销'))).toBe(`${what}需为2-${most}个字`)
    expect(messageOf(check('销售'))).toBe('销售')
    expect(messageOf(check('销'.repeat(most)))).toBe('销'.repeat(most))
    expect(messageOf(check('销'.repeat(most + 1)))).toBe(`${what}需为2-${most}个字`)
    expect(messageOf(check('销售<b>'))).toBe(`${what}不能包含特殊符号`)
    expect(messageOf(check(' 华东  销售部 '))).toBe('华东 销售部')
  }
})

test('a role cannot be called as one of the two that are always there', () => {
  expect([messageOf(checkRoleName('管理员')), messageOf(checkRoleName('经办人 '))]).toEqual([
    '角色名称已存在',
    '角色名称已存在',
  ])
  expect(checkDepartmentName('经办人').ok).toBe(true)
})

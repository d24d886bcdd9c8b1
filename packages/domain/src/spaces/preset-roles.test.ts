import { expect, test } from 'vitest'
import { checkRoleName } from './company-groups.ts'
import { presetRoleOf, presetRoles } from './preset-roles.ts'
import { reachOf, rightsBeyond, rightsIn } from './rights.ts'

test('with 管理员 and 经办人 a company has the eight roles of domain 2.5, each with a name and an id of its own', () => {
  expect(presetRoles.map(({ name }) => name)).toEqual([
    '法定代表人',
    '流程管理员',
    '合同查看人',
    '印章管理员',
    '印章使用者',
    '印章审批人',
  ])
  expect(new Set(presetRoles.map(({ roleId }) => roleId)).size).toBe(presetRoles.length)
  for (const { name } of presetRoles) expect(checkRoleName(name)).toEqual({ ok: true, value: name })
})

test('a preset role gives what it says, all of which roles may give', () => {
  for (const { roleId, rights } of presetRoles) {
    const given = rightsIn({ spaceType: 'company', isSpaceOwner: false, roleRights: rights })
    expect(given.toSorted()).toEqual(rights.toSorted())
    expect(presetRoleOf(roleId)?.rights).toBe(rights)
  }
  expect(presetRoleOf('01900000-0000-7000-8000-000000000001')).toBeUndefined()
})

test('nobody who manages seals also agrees to their use, but the legal representative', () => {
  const both = presetRoles.filter(({ rights }) => rights.includes('manageSeals') && rights.includes('approveSealUse'))
  expect(both.map(({ name }) => name)).toEqual(['法定代表人'])
})

test('a right is had in the company, in the own department, or not at all', () => {
  expect(reachOf('auditSeals', ['auditSeals'])).toBe('company')
  expect(reachOf('auditSeals', ['auditDepartmentSeals'])).toBe('department')
  expect(reachOf('auditSeals', ['auditSeals', 'auditDepartmentSeals'])).toBe('company')
  expect(reachOf('auditSeals', ['manageSeals'])).toBeNull()
  expect(reachOf('launch', ['auditDepartmentSeals'])).toBeNull()
})

test('nobody gives more than they have; who has a right in the whole company has it in a department', () => {
  expect(rightsBeyond(['manageSeals', 'launch'], ['launch'])).toEqual(['manageSeals'])
  expect(rightsBeyond(['auditDepartmentSeals'], ['auditSeals'])).toEqual([])
  expect(rightsBeyond(['auditSeals'], ['auditDepartmentSeals'])).toEqual(['auditSeals'])
  expect(rightsBeyond([], [])).toEqual([])
})

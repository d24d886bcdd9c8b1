import { expect, test } from 'vitest'
import { memberActions } from './member-actions.ts'

const member = {
  memberId: 'm',
  memberName: '张伟',
  phone: '138****0003',
  isSpaceOwner: 'no',
  isSelf: 'no',
  departmentId: null,
  departmentName: null,
  roleId: null,
  roleName: '经办人',
  memberStatus: 'enabled',
  sealNumber: 0,
  joinTime: 0,
} as const

const deeds = (part: Partial<Parameters<typeof memberActions>[0]>) =>
  memberActions({ ...member, ...part }).map(({ deed }) => deed)

test('a member can be edited, disabled and removed; a disabled one enabled again', () => {
  expect(deeds({})).toEqual(['edit', 'disable', 'remove'])
  expect(deeds({ memberStatus: 'disabled' })).toEqual(['enable', 'edit', 'remove'])
})

test('neither oneself nor an administrator can be put out', () => {
  expect([deeds({ isSelf: 'yes' }), deeds({ isSpaceOwner: 'yes' })]).toEqual([['edit'], ['edit']])
})

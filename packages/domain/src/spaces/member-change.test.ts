import { expect, test } from 'vitest'
import { type ChangedMember, type MemberWish, planMemberChange } from './member-change.ts'

const member = (accountId: string, part: Partial<ChangedMember> = {}): ChangedMember => ({
  accountId,
  isOwner: false,
  isDisabled: false,
  departmentId: null,
  roleId: null,
  ...part,
})
const me = member('me', { isOwner: true })
const people = [
  me,
  member('owner', { isOwner: true, departmentId: 'law' }),
  member('clerk', { roleId: 'clerk' }),
  member('gone', { isDisabled: true, departmentId: 'law' }),
]
const outcome = (wish: MemberWish) => {
  const { changing, same, left } = planMemberChange(people, wish, 'me')
  return {
    changing: changing.map(({ accountId }) => accountId),
    same: same.map(({ accountId }) => accountId),
    left: left.map((one) => `${one.member.accountId} ${one.message}`),
  }
}

test('a move changes whoever is elsewhere, administrators and disabled members too', () => {
  expect(outcome({ deed: 'department', target: 'law' })).toEqual({
    changing: ['me', 'clerk'],
    same: ['owner', 'gone'],
    left: [],
  })
  expect(outcome({ deed: 'department', target: null }).changing).toEqual(['owner', 'gone'])
})

test('a role is given to whoever has another, and an administrator has none to change', () => {
  const left = ['me 管理员的角色不能更改', 'owner 管理员的角色不能更改']
  expect(outcome({ deed: 'role', target: 'clerk' })).toEqual({ changing: ['gone'], same: ['clerk'], left })
  expect(outcome({ deed: 'role', target: null })).toEqual({ changing: ['clerk'], same: ['gone'], left })
})

test('nobody disables themselves, and who is disabled stays so', () => {
  expect(outcome({ deed: 'disable', target: null })).toEqual({
    changing: ['owner', 'clerk'],
    same: ['gone'],
    left: ['me 不能停用自己'],
  })
})

import { expect, test } from 'vitest'
import { companyAuthLifecycle } from './company-auth-lifecycle.ts'
import { mayBuy, roleTag, spaceLabel, spaceRole, tiles } from './space-name.ts'

const company = { spaceType: 'company', spaceStatus: 'passAuth', spaceName: '墨契科技', isSpaceOwner: true } as const
const person = { spaceType: 'person', spaceStatus: 'passAuth', spaceName: '张三', isSpaceOwner: true } as const

test('a space is named by its kind only while notAuth', () => {
  const unnamed = companyAuthLifecycle.states.filter(
    (spaceStatus) => spaceLabel({ ...company, spaceStatus }) !== '墨契科技',
  )
  expect(unnamed).toEqual(['notAuth'])
  expect(spaceLabel({ ...company, spaceStatus: 'notAuth' })).toBe('企业')
  expect(spaceLabel({ ...person, spaceStatus: 'notAuth' })).toBe('个人')
  // A person has no name before the authentication has passed.
  expect(spaceLabel({ ...person, spaceStatus: 'inPersonAuth', spaceName: '' })).toBe('个人')
})

test('the role tag shows in authenticated company spaces alone', () => {
  expect(roleTag(company)).toBe('管理员')
  expect(roleTag({ ...company, isSpaceOwner: false })).toBe('经办人')
  expect(roleTag(person)).toBeNull()
  expect(companyAuthLifecycle.states.filter((spaceStatus) => roleTag({ ...company, spaceStatus }) !== null)).toEqual([
    'passAuth',
  ])
})

test('roles follow the space', () => {
  const roles = [company, { ...company, isSpaceOwner: false }, person].map(spaceRole)
  expect(roles).toEqual(['administrator', 'operator', 'individual'])
})

test('an operator never buys, others once authenticated', () => {
  const spaces = [company, { ...company, isSpaceOwner: false }, person, { ...person, spaceStatus: 'notAuth' } as const]
  expect(spaces.map(mayBuy)).toEqual([true, false, true, false])
})

test('each role has its three tiles', () => {
  const titles = Object.fromEntries(Object.entries(tiles).map(([role, list]) => [role, list.map(({ title }) => title)]))
  expect(titles).toEqual({
    administrator: ['发起签署', '电子印章管理', '通讯录'],
    operator: ['发起签署', '审批管理', '通讯录'],
    individual: ['发起签署', '电子签名管理', '通讯录'],
  })
})

import { expect, test } from 'vitest'
import { grantableRights, operatorRights, rightGroups, rightLabels, rights, rightsIn } from './rights.ts'

const company = { spaceType: 'company', isSpaceOwner: false, roleRights: null } as const

test('an administrator may do everything, an operator launch and enter the console, an individual buy (P1–P3)', () => {
  expect(rightsIn({ ...company, isSpaceOwner: true })).toEqual(rights)
  expect(rightsIn(company)).toEqual(['launch', 'seeConsole'])
  expect(rightsIn({ spaceType: 'person', isSpaceOwner: true, roleRights: null })).toEqual([
    'launch',
    'seeAllContracts',
    'manageSeals',
    'buy',
  ])
})

const kept: readonly string[] = [
  'manageMembers',
  'manageIntegrations',
  'buy',
  'exportData',
  'closeCompany',
  'manageGroup',
]

test('a role gives what it was stored with, but never members or purchases', () => {
  for (const right of rights) {
    const given = rightsIn({ ...company, roleRights: [right] })
    expect(given).toEqual(kept.includes(right) ? [] : [right])
  }
  expect(rightsIn({ ...company, roleRights: ['everything', '__proto__'] })).toEqual([])
  expect(rightsIn({ ...company, roleRights: [] })).toEqual([])
})

test('a role changes nothing for the administrator', () => {
  expect(rightsIn({ ...company, isSpaceOwner: true, roleRights: [] })).toEqual(rights)
})

test('the page of roles shows every right once, with a label', () => {
  expect(rightGroups.flatMap((group) => group.rights).toSorted()).toEqual([...rights].toSorted())
  expect(rights.filter((right) => rightLabels[right] === '')).toEqual([])
  expect(operatorRights.filter((right) => !grantableRights.some((one) => one === right))).toEqual([])
})

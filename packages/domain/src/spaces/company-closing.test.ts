import { expect, test } from 'vitest'
import { everyMove, expectedMoves } from '../testing/every-move.ts'
import { companyClosingLifecycle, mayClose, rightsWhileClosing } from './company-closing.ts'
import { rights } from './rights.ts'

test('a closing can be taken back until it is carried out, and never afterwards', () => {
  const expected = expectedMoves(companyClosingLifecycle, 'closing/changed', {
    'pending takeBack': 'takenBack',
    'pending close': 'closed',
  })
  expect(everyMove(companyClosingLifecycle)).toEqual(expected)
})

test('while a company closes nobody launches, buys or makes a seal usable, and everything can be read and exported', () => {
  expect(rightsWhileClosing(rights)).toEqual([
    'seeAllContracts',
    'manageArchive',
    'auditSeals',
    'auditDepartmentSeals',
    'manageMembers',
    'manageIntegrations',
    'seeConsole',
    'exportData',
    'closeCompany',
    'manageGroup',
  ])
})

test('neither contracts under way nor integrations may be left', () => {
  expect(mayClose({ openContracts: 0, integrations: 0 })).toBe(true)
  expect(mayClose({ openContracts: 1, integrations: 0 })).toBe(false)
  expect(mayClose({ openContracts: 0, integrations: 1 })).toBe(false)
})

import { expect, test } from 'vitest'
import { everyMove, expectedMoves } from '../testing/every-move.ts'
import { companyAuthLifecycle } from './company-auth-lifecycle.ts'
import { personAuthLifecycle } from './person-auth-lifecycle.ts'

// Written from domain 5.6, row by row.
test('the authentication of a company space moves as the domain says and no other way', () => {
  const expected = expectedMoves(companyAuthLifecycle, 'space/auth-changed', {
    'notAuth startPerson': 'inPersonAuth',
    'rejectPersonAuth startPerson': 'inPersonAuth',
    'inPersonAuth personPassed': 'inCompanyAuth',
    'inPersonAuth personFailed': 'rejectPersonAuth',
    'notAuth submit': 'inCompanyAuth',
    'rejectCompanyAuth submit': 'inCompanyAuth',
    'inCompanyAuth companyPassed': 'passAuth',
    'inCompanyAuth companyFailed': 'rejectCompanyAuth',
    'passAuth changeInfo': 'passAuth',
    'passAuth lapse': 'notAuth',
  })
  expect(everyMove(companyAuthLifecycle)).toEqual(expected)
})

test('both kinds of space have the same states', () => {
  expect(personAuthLifecycle.states).toEqual(companyAuthLifecycle.states)
})

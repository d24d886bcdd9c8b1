import { expect, test } from 'vitest'
import { everyPair, outcomeOf } from '../outcome-of.ts'
import { authEvents, authMoved, authStates } from './auth-lifecycle.ts'

// Written from domain 5.6, row by row.
const person = everyPair(authStates, authEvents, {
  'notAuth submit': 'inPersonAuth',
  'rejectPersonAuth submit': 'inPersonAuth',
  'inPersonAuth personPassed': 'passAuth',
  'inPersonAuth personFailed': 'rejectPersonAuth',
  'passAuth changeInfo': 'passAuth',
  'passAuth lapse': 'notAuth',
})
const company = everyPair(authStates, authEvents, {
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

test.each(person)('a personal space in $state answers $event with $outcome', ({ state, event, outcome }) => {
  expect(outcomeOf(() => authMoved('person', state, event))).toBe(outcome)
})

test.each(company)('a company space in $state answers $event with $outcome', ({ state, event, outcome }) => {
  expect(outcomeOf(() => authMoved('company', state, event))).toBe(outcome)
})

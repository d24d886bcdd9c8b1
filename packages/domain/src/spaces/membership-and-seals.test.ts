import { expect, test } from 'vitest'
import { everyPair, outcomeOf } from '../outcome-of.ts'
import {
  memberEvents,
  memberMoved,
  memberStates,
  transferEvents,
  transferMoved,
  transferStates,
} from './invitation-lifecycle.ts'
import { grantEvents, grantMoved, grantStates, sealEvents, sealMoved, sealStates } from './seal-lifecycle.ts'

// Written from domain 5.7 and 5.8.
const member = everyPair(memberStates, memberEvents, {
  'invited accept': 'accepted',
  'invited decline': 'declined',
  'invited expire': 'expired',
  'invited cancel': 'cancelled',
  'accepted disable': 'disabled',
  'accepted leave': 'left',
  'accepted remove': 'removed',
  'disabled enable': 'accepted',
  'disabled leave': 'left',
  'disabled remove': 'removed',
})
const transfer = everyPair(transferStates, transferEvents, {
  'requested accept': 'accepted',
  'requested decline': 'declined',
  'requested cancel': 'cancelled',
  'accepted confirm': 'effective',
  'accepted cancel': 'cancelled',
})
const seal = everyPair(sealStates, sealEvents, {
  'draft submitImage': 'auditing',
  'draft makeFromTemplate': 'enabled',
  'draft delete': 'deleted',
  'auditing auditPassed': 'enabled',
  'auditing auditRefused': 'auditFailed',
  'auditFailed submitImage': 'auditing',
  'auditFailed delete': 'deleted',
  'enabled disable': 'disabled',
  'enabled revoke': 'revoked',
  'enabled expire': 'expired',
  'enabled delete': 'deleted',
  'disabled enable': 'enabled',
  'disabled revoke': 'revoked',
  'disabled expire': 'expired',
  'disabled delete': 'deleted',
})
const grant = everyPair(grantStates, grantEvents, {
  'waitSign sign': 'waitEffective',
  'waitSign revoke': 'revoked',
  'waitEffective begin': 'effective',
  'waitEffective revoke': 'revoked',
  'effective expire': 'expired',
  'effective revoke': 'revoked',
})

test.each(member)('a membership that is $state answers $event with $outcome', ({ state, event, outcome }) => {
  expect(outcomeOf(() => memberMoved(state, event))).toBe(outcome)
})

test.each(transfer)('an administrator transfer $state answers $event with $outcome', ({ state, event, outcome }) => {
  expect(outcomeOf(() => transferMoved(state, event))).toBe(outcome)
})

test.each(seal)('a seal that is $state answers $event with $outcome', ({ state, event, outcome }) => {
  expect(outcomeOf(() => sealMoved(state, event))).toBe(outcome)
})

test.each(grant)('an authorisation in $state answers $event with $outcome', ({ state, event, outcome }) => {
  expect(outcomeOf(() => grantMoved(state, event))).toBe(outcome)
})

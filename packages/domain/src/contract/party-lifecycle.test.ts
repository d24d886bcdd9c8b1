import { expect, test } from 'vitest'
import { everyPair, outcomeOf } from '../outcome-of.ts'
import { canPartyMove, partyEvents, partyMoved, partyStates } from './party-lifecycle.ts'

// Written from domain 5.2, row by row, not from the table.
const pairs = everyPair(partyStates, partyEvents, {
  'waiting open': 'toSign',
  'waiting close': 'closed',
  'waiting expire': 'closed',
  'toSign sign': 'signed',
  'toSign submitApproval': 'approving',
  'toSign reject': 'rejected',
  'toSign expire': 'expired',
  'toSign close': 'closed',
  'toSign transfer': 'transferred',
  'approving approvalPassed': 'signed',
  'approving approvalRefused': 'approvalFailed',
  'approving recallApproval': 'toSign',
  'approving expire': 'expired',
  'approving close': 'closed',
  'approvalFailed submitApproval': 'approving',
  'approvalFailed sign': 'signed',
  'approvalFailed reject': 'rejected',
  'approvalFailed expire': 'expired',
  'approvalFailed close': 'closed',
})

test.each(pairs)('a party in $state answers $event with $outcome', ({ state, event, outcome }) => {
  expect(outcomeOf(() => partyMoved(state, event))).toBe(outcome)
  expect(canPartyMove(state, event)).toBe(outcome !== 'contract/illegal-move')
})

test('who signed, refused, expired, was closed or handed over never moves again', () => {
  const still = partyStates.filter((state) => !partyEvents.some((event) => canPartyMove(state, event)))
  expect(still).toEqual(['signed', 'rejected', 'expired', 'closed', 'transferred'])
})

import { expect, test } from 'vitest'
import { everyMove, expectedMoves } from '../testing/every-move.ts'
import { hasLeft, partyLifecycle } from './party-lifecycle.ts'

// Written from domain 5.2, row by row, not from the table.
test('a party moves as the domain says and no other way', () => {
  const expected = expectedMoves(partyLifecycle, 'contract/illegal-move', {
    'waiting open': 'toSign',
    'waiting replace': 'replaced',
    'waiting remove': 'removed',
    'waiting close': 'closed',
    'waiting expire': 'closed',
    'toSign sign': 'signed',
    'toSign submitApproval': 'approving',
    'toSign reject': 'rejected',
    'toSign expire': 'expired',
    'toSign close': 'closed',
    'toSign replace': 'replaced',
    'toSign remove': 'removed',
    'toSign transfer': 'transferred',
    'approving approvalPassed': 'signed',
    'approving approvalRefused': 'approvalFailed',
    'approving recallApproval': 'toSign',
    'approving replace': 'replaced',
    'approving remove': 'removed',
    'approving expire': 'expired',
    'approving close': 'closed',
    'approvalFailed submitApproval': 'approving',
    'approvalFailed sign': 'signed',
    'approvalFailed reject': 'rejected',
    'approvalFailed replace': 'replaced',
    'approvalFailed remove': 'removed',
    'approvalFailed expire': 'expired',
    'approvalFailed close': 'closed',
  })
  expect(everyMove(partyLifecycle)).toEqual(expected)
})

test('who signed, refused, expired, was closed or left never moves again', () => {
  const still = partyLifecycle.states.filter((state) => partyLifecycle.isEnd(state))
  expect(still).toEqual(['signed', 'rejected', 'expired', 'closed', 'transferred', 'replaced', 'removed'])
  expect(partyLifecycle.states.filter((state) => hasLeft({ state }))).toEqual(['transferred', 'replaced', 'removed'])
})

import { expect, test } from 'vitest'
import { everyMove, expectedMoves } from '../testing/every-move.ts'
import { partyLifecycle } from './party-lifecycle.ts'

// Written from domain 5.2, row by row, not from the table.
test('a party moves as the domain says and no other way', () => {
  const expected = expectedMoves(partyLifecycle, 'contract/illegal-move', {
    'waiting open': 'toSign',
    'waiting replace': 'transferred',
    'waiting close': 'closed',
    'waiting expire': 'closed',
    'toSign sign': 'signed',
    'toSign submitApproval': 'approving',
    'toSign reject': 'rejected',
    'toSign expire': 'expired',
    'toSign close': 'closed',
    'toSign replace': 'transferred',
    'toSign transfer': 'transferred',
    'approving approvalPassed': 'signed',
    'approving approvalRefused': 'approvalFailed',
    'approving recallApproval': 'toSign',
    'approving replace': 'transferred',
    'approving expire': 'expired',
    'approving close': 'closed',
    'approvalFailed submitApproval': 'approving',
    'approvalFailed sign': 'signed',
    'approvalFailed reject': 'rejected',
    'approvalFailed replace': 'transferred',
    'approvalFailed expire': 'expired',
    'approvalFailed close': 'closed',
  })
  expect(everyMove(partyLifecycle)).toEqual(expected)
})

test('who signed, refused, expired, was closed or handed over never moves again', () => {
  const still = partyLifecycle.states.filter((state) => partyLifecycle.isEnd(state))
  expect(still).toEqual(['signed', 'rejected', 'expired', 'closed', 'transferred'])
})

import { expect, test } from 'vitest'
import { everyMove, expectedMoves } from '../testing/every-move.ts'
import { approvalLifecycle } from './approval-lifecycle.ts'

// Written from domain 5.4, row by row.
test('an application moves as the domain says and no other way', () => {
  const expected = expectedMoves(approvalLifecycle, 'approval/changed', {
    'pending approveNode': 'pending',
    'pending approveLast': 'approved',
    'pending refuse': 'refused',
    'pending recall': 'recalled',
    'pending close': 'void',
    'approved stampFail': 'stampFailed',
    'approved close': 'void',
    'stampFailed retryStamp': 'approved',
    'stampFailed close': 'void',
    'refused resubmit': 'pending',
    'recalled resubmit': 'pending',
  })
  expect(everyMove(approvalLifecycle)).toEqual(expected)
})

import { expect, test } from 'vitest'
import { everyMove, expectedMoves } from '../testing/every-move.ts'
import { contractLifecycle } from './contract-lifecycle.ts'

// Written from domain 5.1, row by row, not from the table.
test('a contract moves as the domain says and no other way', () => {
  const expected = expectedMoves(contractLifecycle, 'contract/illegal-move', {
    'draft edit': 'draft',
    'draft completeWizard': 'waitSend',
    'waitSend edit': 'draft',
    'waitSend send': 'signing',
    'draft delete': 'deleted',
    'waitSend delete': 'deleted',
    'signing signed': 'signing',
    'signing allSigned': 'finish',
    'signing reject': 'reject',
    'signing recall': 'recall',
    'signing expire': 'expired',
    'signing extendDeadline': 'signing',
    'finish void': 'finish',
    'finish voidSent': 'finish',
    'finish voidFinished': 'voided',
    'finish voidClosed': 'finish',
    'reject relaunch': 'reject',
    'recall relaunch': 'recall',
    'expired relaunch': 'expired',
    'reject hide': 'reject',
    'recall hide': 'recall',
    'expired hide': 'expired',
    'deleted restore': 'draft',
  })
  expect(everyMove(contractLifecycle)).toEqual(expected)
})

test('a voided contract never moves again, a deleted one only back to a draft', () => {
  expect(contractLifecycle.states.filter((state) => contractLifecycle.isEnd(state))).toEqual(['voided'])
})

import { expect, test } from 'vitest'
import { everyPair, outcomeOf } from '../outcome-of.ts'
import { Refusal } from '../refusal.ts'
import { canMove, moved, relieveEvents, relieveMoved, relieveStates, taskEvents, taskStates } from './lifecycle.ts'

// Written from domain 5.1, row by row, not from the table.
const taskPairs = everyPair(taskStates, taskEvents, {
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
  'finish relieveSent': 'finish',
  'finish relieveFinished': 'cancel',
  'finish relieveClosed': 'finish',
  'reject relaunch': 'reject',
  'recall relaunch': 'recall',
  'expired relaunch': 'expired',
  'reject hide': 'reject',
  'recall hide': 'recall',
  'expired hide': 'expired',
  'deleted restore': 'draft',
})

test.each(taskPairs)('a contract in $state answers $event with $outcome', ({ state, event, outcome }) => {
  expect(outcomeOf(() => moved(state, event))).toBe(outcome)
  expect(canMove(state, event)).toBe(outcome !== 'contract/illegal-move')
})

test('an illegal move names the state and the event', () => {
  expect(() => moved('finish', 'recall')).toThrow(
    new Refusal('contract/illegal-move', { state: 'finish', event: 'recall' }),
  )
})

test('a voided contract never moves again, a deleted one only back to a draft', () => {
  const still = taskStates.filter((state) => !taskEvents.some((event) => canMove(state, event)))
  expect(still).toEqual(['cancel'])
})

const relievePairs = everyPair(relieveStates, relieveEvents, {
  'none void': 'none',
  'none relieveSent': 'relieving',
  'relieving relieveFinished': 'none',
  'relieving relieveClosed': 'none',
})

test.each(relievePairs)('the relieve state $state answers $event with $outcome', ({ state, event, outcome }) => {
  expect(outcomeOf(() => relieveMoved(state, event))).toBe(outcome)
})

import { expect, test } from 'vitest'
import { everyPair, outcomeOf } from '../outcome-of.ts'
import {
  approvalCourse,
  approvalEvents,
  approvalMoved,
  approvalStates,
  maySkipApplicant,
} from './approval-lifecycle.ts'

// Written from domain 5.4, row by row.
const pairs = everyPair(approvalStates, approvalEvents, {
  'pending approveNode': 'pending',
  'pending approveLast': 'approved',
  'pending refuse': 'refused',
  'pending recall': 'recalled',
  'pending close': 'void',
  'approved stampFail': 'stampFailed',
  'stampFailed retryStamp': 'approved',
  'stampFailed close': 'void',
  'refused resubmit': 'pending',
  'recalled resubmit': 'pending',
})

test.each(pairs)('an application that is $state answers $event with $outcome', ({ state, event, outcome }) => {
  expect(outcomeOf(() => approvalMoved(state, event))).toBe(outcome)
})

test('in order one approver decides at a time', () => {
  expect(approvalCourse([{ nodeMode: 'order', decisions: ['approved', 'open', 'open'] }])).toEqual({
    outcome: 'pending',
    node: 0,
    approvers: [1],
  })
})

test('a countersigned node needs everybody, an either node one', () => {
  const decisions = ['approved', 'open'] as const
  expect(approvalCourse([{ nodeMode: 'all', decisions }])).toEqual({ outcome: 'pending', node: 0, approvers: [1] })
  expect(approvalCourse([{ nodeMode: 'any', decisions }])).toEqual({ outcome: 'approved' })
})

test('the next node opens when the one before is through', () => {
  const nodes = [
    { nodeMode: 'any', decisions: ['open', 'approved'] },
    { nodeMode: 'all', decisions: ['open', 'open'] },
  ] as const
  expect(approvalCourse(nodes)).toEqual({ outcome: 'pending', node: 1, approvers: [0, 1] })
})

test('one refusal refuses the whole', () => {
  const nodes = [{ nodeMode: 'any', decisions: ['approved', 'refused'] }] as const
  expect(approvalCourse(nodes)).toEqual({ outcome: 'refused' })
})

test('the company seal always needs another person', () => {
  expect([maySkipApplicant('official'), maySkipApplicant('contract')]).toEqual([false, true])
})

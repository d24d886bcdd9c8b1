import { expect, test } from 'vitest'
import { approvalLifecycle } from './approval-lifecycle.ts'
import { type ApprovalView, offeredOperations } from './approval-policy.ts'

const nobody: ApprovalView = { state: 'pending', isApplicant: false, ownSeat: null, managesFlows: false }

test.each<{ who: string; view: Partial<ApprovalView>; may: string[] }>([
  { who: 'somebody who decides nothing', view: {}, may: [] },
  { who: 'whose turn it is', view: { ownSeat: 'open' }, may: ['approve', 'return', 'delegate'] },
  { who: 'who has decided', view: { ownSeat: 'agreed' }, may: [] },
  { who: 'who manages flows', view: { managesFlows: true }, may: ['delegate'] },
  { who: 'the applicant', view: { isApplicant: true }, may: ['urge', 'recall'] },
  { who: 'the applicant, sent back', view: { isApplicant: true, state: 'refused' }, may: ['send'] },
  { who: 'the applicant, withdrawn', view: { isApplicant: true, state: 'recalled' }, may: ['send'] },
  { who: 'the applicant, not stamped', view: { isApplicant: true, state: 'stampFailed' }, may: ['retry'] },
  { who: 'the applicant, too late', view: { isApplicant: true, state: 'void' }, may: [] },
])('$who may $may', ({ view, may }) => {
  expect(offeredOperations({ ...nobody, ...view })).toEqual(may)
})

test('nobody decides on what is no longer pending', () => {
  for (const state of approvalLifecycle.states.filter((one) => one !== 'pending')) {
    expect(offeredOperations({ ...nobody, state, ownSeat: 'open', managesFlows: true })).toEqual([])
  }
})

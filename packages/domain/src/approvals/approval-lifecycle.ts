import { lifecycle, type StateOf } from '../lifecycle.ts'

/**
 * A seal-use application (domain 5.4); `close` is the end of the contract. What was agreed to and is not stamped yet,
 * or could not be, ends with its contract like a pending one.
 */
export const approvalLifecycle = lifecycle({
  refusal: 'approval/changed',
  initial: 'pending',
  table: {
    pending: { approveNode: 'pending', approveLast: 'approved', refuse: 'refused', recall: 'recalled', close: 'void' },
    approved: { stampFail: 'stampFailed', close: 'void' },
    stampFailed: { retryStamp: 'approved', close: 'void' },
    refused: { resubmit: 'pending' },
    recalled: { resubmit: 'pending' },
    void: {},
  },
})
/** A state of an approval of the use of a seal. */
export type ApprovalState = StateOf<typeof approvalLifecycle>

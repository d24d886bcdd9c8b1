import { type EventOf, lifecycle, type StateOf } from '../lifecycle.ts'

const ended = { replace: 'transferred', expire: 'expired', close: 'closed' } as const

/**
 * One party of one contract (domain 5.2); `close` means the contract was recalled or refused by another, `transferred`
 * is left by 转交 and by the initiator's 更换签署方 (`replace`) to a new party. A party whose turn never came ends as
 * closed, also at the deadline.
 */
export const partyLifecycle = lifecycle({
  refusal: 'contract/illegal-move',
  initial: 'waiting',
  table: {
    waiting: { open: 'toSign', replace: 'transferred', expire: 'closed', close: 'closed' },
    toSign: { sign: 'signed', submitApproval: 'approving', reject: 'rejected', transfer: 'transferred', ...ended },
    approving: { approvalPassed: 'signed', approvalRefused: 'approvalFailed', recallApproval: 'toSign', ...ended },
    approvalFailed: { sign: 'signed', submitApproval: 'approving', reject: 'rejected', ...ended },
    signed: {},
    rejected: {},
    expired: {},
    closed: {},
    transferred: {},
  },
})
/** A state of a party of a contract. */
export type PartyState = StateOf<typeof partyLifecycle>
/** What moves a party from one state to the next. */
export type PartyEvent = EventOf<typeof partyLifecycle>

import { type EventOf, lifecycle, type StateOf } from '../lifecycle.ts'

const gone = { replace: 'replaced', remove: 'removed' } as const
const ended = { ...gone, expire: 'expired', close: 'closed' } as const

/**
 * One party of one contract (domain 5.2); `close` means the contract was recalled or refused by another; `transferred`
 * is left by 转交 and `replaced` by the initiator's 更换签署方 to a new party, `removed` to nobody. A party whose
 * turn never came ends as closed, also at the deadline.
 */
export const partyLifecycle = lifecycle({
  refusal: 'contract/illegal-move',
  initial: 'waiting',
  table: {
    waiting: { open: 'toSign', ...gone, expire: 'closed', close: 'closed' },
    toSign: { sign: 'signed', submitApproval: 'approving', reject: 'rejected', transfer: 'transferred', ...ended },
    approving: { approvalPassed: 'signed', approvalRefused: 'approvalFailed', recallApproval: 'toSign', ...ended },
    approvalFailed: { sign: 'signed', submitApproval: 'approving', reject: 'rejected', ...ended },
    signed: {},
    rejected: {},
    expired: {},
    closed: {},
    transferred: {},
    replaced: {},
    removed: {},
  },
})
/** A state of a party of a contract. */
export type PartyState = StateOf<typeof partyLifecycle>
/** What moves a party from one state to the next. */
export type PartyEvent = EventOf<typeof partyLifecycle>

const left: ReadonlySet<PartyState> = new Set(['transferred', 'replaced', 'removed'])

/** Whether it is a party no more: somebody took its place, or nobody did. */
export const hasLeft = ({ state }: { readonly state: PartyState }): boolean => left.has(state)

import { type LifecycleTable, stateAfter } from '../lifecycle-table.ts'

/** States of one signing party of one contract (domain 5.2); `transferred` is left by 转交 to a new party. */
export const partyStates = [
  'waiting',
  'toSign',
  'approving',
  'approvalFailed',
  'signed',
  'rejected',
  'expired',
  'closed',
  'transferred',
] as const
export type PartyState = (typeof partyStates)[number]

/** Everything that may happen to a party; `close` means the contract was recalled or refused by another. */
export const partyEvents = [
  'open',
  'sign',
  'submitApproval',
  'approvalPassed',
  'approvalRefused',
  'recallApproval',
  'reject',
  'expire',
  'close',
  'transfer',
] as const
export type PartyEvent = (typeof partyEvents)[number]

const ended = { expire: 'expired', close: 'closed' } as const

/** Every legal move of a party (domain 5.2). A party whose turn never came ends as closed, also at the deadline. */
export const partyLifecycle: LifecycleTable<PartyState, PartyEvent> = {
  waiting: { open: 'toSign', expire: 'closed', close: 'closed' },
  toSign: { sign: 'signed', submitApproval: 'approving', reject: 'rejected', transfer: 'transferred', ...ended },
  approving: {
    approvalPassed: 'signed',
    approvalRefused: 'approvalFailed',
    recallApproval: 'toSign',
    ...ended,
  },
  approvalFailed: { sign: 'signed', submitApproval: 'approving', reject: 'rejected', ...ended },
  signed: {},
  rejected: {},
  expired: {},
  closed: {},
  transferred: {},
}

/** Whether the table lists `event` in `state`. */
export const canPartyMove = (state: PartyState, event: PartyEvent): boolean =>
  partyLifecycle[state][event] !== undefined

/** The party's state after `event`. Throws `contract/illegal-move` with `{ state, event }`. */
export const partyMoved = (state: PartyState, event: PartyEvent): PartyState => stateAfter(partyLifecycle, state, event)

import { type LifecycleTable, stateAfter } from '../lifecycle-table.ts'

/** States of an invitation and of the membership it becomes (domain 5.7). */
export const memberStates = [
  'invited',
  'accepted',
  'disabled',
  'declined',
  'expired',
  'cancelled',
  'left',
  'removed',
] as const
export type MemberState = (typeof memberStates)[number]

/** Everything that may happen to an invitation or membership. */
export const memberEvents = ['accept', 'decline', 'expire', 'cancel', 'disable', 'enable', 'leave', 'remove'] as const
export type MemberEvent = (typeof memberEvents)[number]

/** Every legal move of a membership; `leave` and `remove` come after open contracts were handed over (domain 5.7). */
export const memberLifecycle: LifecycleTable<MemberState, MemberEvent> = {
  invited: { accept: 'accepted', decline: 'declined', expire: 'expired', cancel: 'cancelled' },
  accepted: { disable: 'disabled', leave: 'left', remove: 'removed' },
  disabled: { enable: 'accepted', leave: 'left', remove: 'removed' },
  declined: {},
  expired: {},
  cancelled: {},
  left: {},
  removed: {},
}

/** The membership after `event`. Throws `contract/illegal-move` with `{ state, event }`. */
export const memberMoved = (state: MemberState, event: MemberEvent): MemberState =>
  stateAfter(memberLifecycle, state, event)

/** States of the handing over of a company's administration (domain 5.7). */
export const transferStates = ['requested', 'accepted', 'effective', 'declined', 'cancelled'] as const
export type TransferState = (typeof transferStates)[number]

/** Everything that may happen to it; `confirm` is the authorisation letter or the legal representative. */
export const transferEvents = ['accept', 'decline', 'confirm', 'cancel'] as const
export type TransferEvent = (typeof transferEvents)[number]

/** Every legal move of an administrator transfer; once effective all seal authorisations are void. */
export const transferLifecycle: LifecycleTable<TransferState, TransferEvent> = {
  requested: { accept: 'accepted', decline: 'declined', cancel: 'cancelled' },
  accepted: { confirm: 'effective', cancel: 'cancelled' },
  effective: {},
  declined: {},
  cancelled: {},
}

/** The transfer after `event`. Throws `contract/illegal-move` with `{ state, event }`. */
export const transferMoved = (state: TransferState, event: TransferEvent): TransferState =>
  stateAfter(transferLifecycle, state, event)

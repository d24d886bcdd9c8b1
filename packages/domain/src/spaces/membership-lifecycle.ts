import { type EventOf, lifecycle, type StateOf } from '../lifecycle.ts'

/** A membership of a company; `leave` and `remove` come after open contracts were handed over (domain 5.7). */
export const membershipLifecycle = lifecycle({
  refusal: 'member/changed',
  initial: 'accepted',
  table: {
    accepted: { disable: 'disabled', leave: 'left', remove: 'removed' },
    disabled: { enable: 'accepted', leave: 'left', remove: 'removed' },
    left: {},
    removed: {},
  },
})
/** A state of an account's membership of a space. */
export type MembershipState = StateOf<typeof membershipLifecycle>
/** What moves a membership from one state to the next. */
export type MembershipEvent = EventOf<typeof membershipLifecycle>

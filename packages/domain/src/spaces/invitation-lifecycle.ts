import { type EventOf, lifecycle, type StateOf } from '../lifecycle.ts'

/** An invitation into a company (domain 5.7); accepted, it is followed by a membership. */
export const invitationLifecycle = lifecycle({
  refusal: 'invitation/changed',
  initial: 'invited',
  table: {
    invited: { accept: 'accepted', decline: 'declined', expire: 'expired', cancel: 'cancelled' },
    accepted: {},
    declined: {},
    expired: {},
    cancelled: {},
  },
})
/** A state of an invitation into a company. */
export type InvitationState = StateOf<typeof invitationLifecycle>
/** What moves an invitation from one state to the next. */
export type InvitationEvent = EventOf<typeof invitationLifecycle>

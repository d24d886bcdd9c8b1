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
export type InvitationState = StateOf<typeof invitationLifecycle>
export type InvitationEvent = EventOf<typeof invitationLifecycle>

import { type EventOf, lifecycle, type StateOf } from '../lifecycle.ts'
import { dayMs } from '../time/civil-date.ts'

/** The invitation of a company into a group; agreed to, the company is in it. */
export const groupInvitationLifecycle = lifecycle({
  refusal: 'group/invitation-over',
  initial: 'pending',
  table: {
    pending: { agree: 'agreed', refuse: 'refused', withdraw: 'withdrawn', lapse: 'lapsed' },
    agreed: {},
    refused: {},
    withdrawn: {},
    lapsed: {},
  },
})
/** A state of such an invitation. */
export type GroupInvitationState = StateOf<typeof groupInvitationLifecycle>
/** What moves it from one state to the next. */
export type GroupInvitationEvent = EventOf<typeof groupInvitationLifecycle>

/**
 * How long an invitation can be answered, how long it takes until it may be urged once more, and how long one that was
 * not answered is shown to who sent it; ms.
 */
export const groupInvitationTimes = { lastsMs: 30 * dayMs, urgeMs: dayMs, shownMs: 30 * dayMs } as const

/** What the time of an invitation depends on, in ms; null `urgedAt` until it was urged. */
export type InvitationTimes = { readonly expiresAt: number; readonly urgedAt: number | null }

/** Whether a pending invitation can be answered no more. */
export const isInvitationOver = ({ expiresAt }: Pick<InvitationTimes, 'expiresAt'>, at: number): boolean =>
  at >= expiresAt

/** Whether a pending invitation may be urged: it can be answered, and a day has gone since it was urged last. */
export const mayUrgeInvitation = (invitation: InvitationTimes, at: number): boolean =>
  !isInvitationOver(invitation, at) &&
  (invitation.urgedAt === null || at - invitation.urgedAt >= groupInvitationTimes.urgeMs)

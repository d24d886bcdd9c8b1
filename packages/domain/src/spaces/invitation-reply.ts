import { dayMs } from '../time/civil-date.ts'
import type { InvitationState } from './invitation-lifecycle.ts'

/** How long an invitation and an invitation link hold (domain 4.5), and how often one may be sent. */
export const invitationLimits = {
  lifeMs: 7 * dayMs,
  /** Between two messages of one invitation. */
  resendMs: 10 * 60_000,
  /** Messages to one phone in a day: of one company, of all. */
  perCompanyDay: 5,
  perPhoneDay: 10,
} as const

/** An invitation's state at `now` (ms): one that nobody answered in time has expired. */
export const invitationAt = (state: InvitationState, expiresAt: number, now: number): InvitationState =>
  state === 'invited' && expiresAt <= now ? 'expired' : state

/** What the invited person is to the company already. */
export type Standing = 'none' | 'accepted' | 'disabled'

/**
 * What a reply does: `join` and `decline` have an effect, `done` repeats what was answered before and has none. A text
 * says why it cannot be; null stands for an invitation that is not there.
 */
export type ReplyOutcome = { readonly does: 'join' | 'decline' | 'done' } | { readonly refuses: string | null }

const refusedBy: Readonly<Record<Exclude<InvitationState, 'invited'>, string | null>> = {
  // Whoever accepted and is no member any more has left since.
  accepted: null,
  declined: '您已拒绝该邀请，如需加入，请联系企业管理员重新邀请',
  expired: '邀请已过期，请联系企业管理员重新邀请',
  cancelled: '邀请已被企业取消，如需加入，请联系企业管理员',
}

/** Agreeing or disagreeing to the newest invitation of a company; null when there is none (checklist C35, S25). */
export function replyOutcome(
  reply: 'agree' | 'disagree',
  standing: Standing,
  invitation: InvitationState | null,
): ReplyOutcome {
  if (standing === 'disabled') return { refuses: '您在该企业的成员资格已停用，请联系企业管理员' }
  if (standing === 'accepted')
    return reply === 'agree' ? { does: 'done' } : { refuses: '您已加入该企业，如需退出，请在空间菜单中选择退出企业' }
  if (invitation === null) return { refuses: null }
  if (invitation === 'invited') return { does: reply === 'agree' ? 'join' : 'decline' }
  if (invitation === 'declined' && reply === 'disagree') return { does: 'done' }
  return { refuses: refusedBy[invitation] }
}

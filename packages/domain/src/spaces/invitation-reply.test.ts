import { expect, test } from 'vitest'
import { invitationLifecycle, type InvitationState } from './invitation-lifecycle.ts'
import { invitationAt, invitationLimits, replyOutcome } from './invitation-reply.ts'

const invitations: (InvitationState | null)[] = [null, ...invitationLifecycle.states]
const standings = ['none', 'accepted', 'disabled'] as const
const replies = ['agree', 'disagree'] as const

// Written from checklist C35, S25 and domain 5.7: what has an effect, what repeats; everything else is refused.
const expected: Record<string, string> = {
  'agree none invited': 'join',
  'disagree none invited': 'decline',
  'disagree none declined': 'done',
  'agree accepted': 'done',
}

const cases = replies.flatMap((reply) =>
  standings.flatMap((standing) => invitations.map((invitation) => ({ reply, standing, invitation }))),
)

test.each(cases)('$reply by somebody $standing to an invitation $invitation', ({ reply, standing, invitation }) => {
  const outcome = replyOutcome(reply, standing, invitation)
  const wanted = expected[`${reply} ${standing}`] ?? expected[`${reply} ${standing} ${invitation}`]
  expect('does' in outcome ? outcome.does : 'refused').toBe(wanted ?? 'refused')
})

test('no reply enables a disabled member, and none but to a living invitation lets anybody in', () => {
  const joining = cases.filter((one) => {
    const outcome = replyOutcome(one.reply, one.standing, one.invitation)
    return 'does' in outcome && outcome.does === 'join'
  })
  expect(joining).toEqual([{ reply: 'agree', standing: 'none', invitation: 'invited' }])
})

test('what a reply does to an invitation is a legal move of its lifecycle', () => {
  for (const { reply, standing, invitation } of cases) {
    const outcome = replyOutcome(reply, standing, invitation)
    if (!('does' in outcome) || outcome.does === 'done' || invitation === null) continue
    const event = outcome.does === 'join' ? 'accept' : 'decline'
    expect(invitationLifecycle.after(invitation, event)).toBe(outcome.does === 'join' ? 'accepted' : 'declined')
  }
})

test('who never was invited, or has left, is told of no invitation at all', () => {
  for (const invitation of [null, 'accepted'] as const) {
    for (const reply of replies) expect(replyOutcome(reply, 'none', invitation)).toEqual({ refuses: null })
  }
})

test('an invitation holds seven days to the millisecond', () => {
  const sent = 1_000_000
  const end = sent + invitationLimits.lifeMs
  expect(invitationLimits.lifeMs).toBe(7 * 24 * 3_600_000)
  expect([invitationAt('invited', end, end - 1), invitationAt('invited', end, end)]).toEqual(['invited', 'expired'])
  expect(invitationAt('accepted', end, end + 1)).toBe('accepted')
})

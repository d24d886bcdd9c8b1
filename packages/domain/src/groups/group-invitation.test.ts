import { expect, test } from 'vitest'
import { everyMove, expectedMoves } from '../testing/every-move.ts'
import { dayMs } from '../time/civil-date.ts'
import { groupInvitationLifecycle, isInvitationOver, mayUrgeInvitation } from './group-invitation.ts'

test('an invitation is answered, withdrawn or lapses, once', () => {
  const expected = expectedMoves(groupInvitationLifecycle, 'group/invitation-over', {
    'pending agree': 'agreed',
    'pending refuse': 'refused',
    'pending withdraw': 'withdrawn',
    'pending lapse': 'lapsed',
  })
  expect(everyMove(groupInvitationLifecycle)).toEqual(expected)
})

test('it can be answered until its time is over', () => {
  expect([29, 30, 31].map((days) => isInvitationOver({ expiresAt: 30 * dayMs }, days * dayMs))).toEqual([
    false,
    true,
    true,
  ])
})

test.each([
  ['never', null, 1, true],
  ['a moment ago', dayMs, dayMs + 1, false],
  ['a day ago', dayMs, 2 * dayMs, true],
  ['long ago, and it is over', dayMs, 30 * dayMs, false],
])('one that was urged %s', (_, urgedAt, at, expected) => {
  expect(mayUrgeInvitation({ expiresAt: 30 * dayMs, urgedAt }, at)).toBe(expected)
})

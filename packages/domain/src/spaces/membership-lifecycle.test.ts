import { expect, test } from 'vitest'
import { everyMove, expectedMoves } from '../testing/every-move.ts'
import { membershipLifecycle } from './membership-lifecycle.ts'

// Written from domain 5.7.
test('a membership moves as the domain says and no other way', () => {
  const expected = expectedMoves(membershipLifecycle, 'member/changed', {
    'accepted disable': 'disabled',
    'accepted leave': 'left',
    'accepted remove': 'removed',
    'disabled enable': 'accepted',
    'disabled leave': 'left',
    'disabled remove': 'removed',
  })
  expect(everyMove(membershipLifecycle)).toEqual(expected)
})

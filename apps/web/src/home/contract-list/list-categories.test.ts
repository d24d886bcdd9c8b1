import { expect, test } from 'vitest'
import { servedGroups } from './served-groups.ts'

test('before the counters are known, what every list has is offered', () => {
  expect(servedGroups(undefined, true).map((group) => group.length)).toEqual([4, 7, 2])
})

test('only categories the server counts are offered, and applications for seals in a company alone', () => {
  const totals = { all: 3, iSign: 1, myLaunch: 2, cc: 0, myapproval: 4, signingApprovalFailed: 0 }
  expect(servedGroups(totals, false)).toEqual([
    ['all', 'iSign'],
    ['myLaunch', 'cc'],
  ])
  expect(servedGroups(totals, true)).toEqual([
    ['all', 'iSign'],
    ['myLaunch', 'cc', 'myapproval'],
  ])
})

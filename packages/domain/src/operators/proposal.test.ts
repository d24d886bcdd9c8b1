import { expect, test } from 'vitest'
import { everyMove, expectedMoves } from '../testing/every-move.ts'
import { adjustmentText, checkAdjustment, proposalLifecycle, proposalText } from './proposal.ts'

test('a proposal is decided once, or lapses', () => {
  const expected = expectedMoves(proposalLifecycle, 'proposal/changed', {
    'waiting agree': 'agreed',
    'waiting refuse': 'refused',
    'waiting lapse': 'lapsed',
  })
  expect(everyMove(proposalLifecycle)).toEqual(expected)
})

test('copies are given for some months, or taken out of a pack', () => {
  expect(checkAdjustment({ copies: 100, packId: 'p1', months: 12 })).toEqual({
    ok: true,
    value: { copies: 100, packId: null, months: 12 },
  })
  expect(checkAdjustment({ copies: -5, packId: 'p1', months: 12 })).toEqual({
    ok: true,
    value: { copies: -5, packId: 'p1', months: null },
  })
  expect(adjustmentText({ copies: 100, months: 12 })).toBe('增加100份，有效期12个月')
  expect(adjustmentText({ copies: -5, months: null })).toBe('收回5份')
})

test('contracts to freeze and to let go on are told by their days and their number', () => {
  const fromAt = Date.UTC(2026, 10, 1, 4)
  const freeze = { fromAt, untilAt: fromAt + 86_400_000, launcherId: null, number: 3 }
  expect(proposalText(freeze)).toBe('2026-11-01至2026-11-02有风险提示的签署中合同3份')
  expect(proposalText({ ...freeze, launcherId: 'a' })).toBe(
    '2026-11-01至2026-11-02有风险提示的签署中合同3份，限一位发起人',
  )
  expect(proposalText({ freezingId: 'f', number: 3 })).toBe('此前冻结的3份合同恢复签署')
})

test.each([
  { copies: 0, packId: null, months: 12 },
  { copies: 1.5, packId: null, months: 12 },
  { copies: 100_001, packId: null, months: 12 },
  { copies: -1, packId: null, months: null },
  { copies: 1, packId: null, months: null },
  { copies: 1, packId: null, months: 0 },
  { copies: 1, packId: null, months: 37 },
])('%o is no adjustment', (adjustment) => {
  expect(checkAdjustment(adjustment).ok).toBe(false)
})

import { expect, test } from 'vitest'
import { allSigned, isMixedOrder, partiesToOpen, rowEntry } from './order.ts'
import type { PartyState } from './party-lifecycle.ts'

const parties = (...given: [string, number, PartyState][]) =>
  given.map(([name, signOrder, state]) => ({ name, signOrder, state }))
const names = (opened: { name: string }[]) => opened.map(({ name }) => name)

test('in order the lowest group opens first, side by side where the numbers are equal', () => {
  const fresh = parties(['甲', 1, 'waiting'], ['乙', 1, 'waiting'], ['丙', 2, 'waiting'])
  expect(names(partiesToOpen(fresh, 'order'))).toEqual(['甲', '乙'])
})

test('the next group waits until everybody before it has signed', () => {
  const half = parties(['甲', 1, 'signed'], ['乙', 1, 'approving'], ['丙', 2, 'waiting'])
  expect(partiesToOpen(half, 'order')).toEqual([])
  const whole = parties(['甲', 1, 'signed'], ['乙', 1, 'signed'], ['丙', 2, 'waiting'], ['丁', 3, 'waiting'])
  expect(names(partiesToOpen(whole, 'order'))).toEqual(['丙'])
})

test('without order everybody opens at once', () => {
  const fresh = parties(['甲', 1, 'waiting'], ['乙', 2, 'waiting'])
  expect(names(partiesToOpen(fresh, 'disorder'))).toEqual(['甲', '乙'])
})

test.each(['rejected', 'expired', 'closed'] as const)('nobody opens after a party is %s', (state) => {
  expect(partiesToOpen(parties(['甲', 1, state], ['乙', 1, 'waiting']), 'disorder')).toEqual([])
})

test('a party that handed over neither holds up nor counts', () => {
  const handed = parties(['甲', 1, 'transferred'], ['甲二', 1, 'signed'], ['乙', 2, 'waiting'])
  expect(names(partiesToOpen(handed, 'order'))).toEqual(['乙'])
  expect(allSigned(handed.slice(0, 2))).toBe(true)
})

test('all have signed only when there is somebody and nobody is left', () => {
  expect(allSigned([])).toBe(false)
  expect(allSigned(parties(['甲', 1, 'signed'], ['乙', 2, 'toSign']))).toBe(false)
  expect(allSigned(parties(['甲', 1, 'signed'], ['乙', 2, 'signed']))).toBe(true)
})

test.each([
  [['signed', 'toSign'], 1],
  [['waiting', 'toSign'], 1],
  [['approving', 'approvalFailed'], 1],
  [['signed', 'waiting', 'waiting'], 1],
  [['signed', 'signed'], 0],
  [[null, 'signed'], 0],
  [[null], 0],
] as [(PartyState | null)[], number][])('of entries %j the row shows number %i', (states, shown) => {
  const entries = states.map((state) => ({ state }))
  expect(rowEntry(entries)).toBe(entries[shown])
})

test('without entries there is no row', () => {
  expect(rowEntry([])).toBeUndefined()
})

test('an order is mixed when some share a turn and somebody waits for them', () => {
  expect(isMixedOrder('order', [1, 1, 2])).toBe(true)
  expect([isMixedOrder('order', [1, 2, 3]), isMixedOrder('disorder', [1, 1])]).toEqual([false, false])
})

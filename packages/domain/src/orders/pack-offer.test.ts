import { expect, test } from 'vitest'
import { formatDate } from '../time/format-date.ts'
import { firstOffers, isOnSale, isTrial, offerState, packEnd } from './pack-offer.ts'

const at = (text: string) => Date.parse(text)
const window = { audience: 'company', saleBegin: 100, saleEnd: 200 } as const

test.each([
  [100, 'company', true],
  [199, 'company', true],
  [99, 'company', false],
  [200, 'company', false],
  [150, 'person', false],
] as const)('at %i a %s may buy what companies are offered from 100 to 200: %s', (now, kind, may) => {
  expect(isOnSale(window, kind, now)).toBe(may)
})

test.each([
  [99, 'coming'],
  [100, 'onSale'],
  [199, 'onSale'],
  [200, 'ended'],
] as const)('at %i the sale from 100 to 200 is %s', (now, state) => {
  expect(offerState(window, now)).toBe(state)
})

test('a sale without ends goes on, and of the first offers one is a trial', () => {
  expect(offerState({ saleBegin: null, saleEnd: null }, 0)).toBe('onSale')
  expect(firstOffers.filter(isTrial).map(({ copies, months }) => [copies, months])).toEqual([[5, 0]])
})

test('what is for all is for both, and a window may have no end', () => {
  const open = { audience: 'all', saleBegin: null, saleEnd: null } as const
  expect([isOnSale(open, 'person', 0), isOnSale(open, 'company', 0)]).toEqual([true, true])
})

test.each([
  ['2026-03-12T14:02:00+08:00', 12, '2027-03-12 23:59:59'],
  ['2026-03-12T23:30:00+08:00', 1, '2026-04-12 23:59:59'],
  ['2024-02-29T10:00:00+08:00', 12, '2025-02-28 23:59:59'],
  ['2026-08-31T10:00:00+08:00', 6, '2027-02-28 23:59:59'],
])('credited at %s for %i months a pack ends at %s', (from, months, end) => {
  expect(formatDate(packEnd(months, at(from)))).toBe(end)
})

test('every first offer costs less a copy than a smaller one of its kind', () => {
  for (const audience of ['person', 'company']) {
    const prices = firstOffers.filter((one) => one.audience === audience).map(({ fen, copies }) => fen / copies)
    expect(prices).toEqual(prices.toSorted((a, b) => b - a))
  }
})

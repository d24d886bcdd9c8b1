import type { Offer } from '@moqi/api/order'
import { expect, test } from 'vitest'
import { fittingOffer, paceOf } from './pace.ts'

const offer = (copies: number): Offer => ({
  offerId: `c${copies}`,
  versionNo: 1,
  packName: `企业${copies}份`,
  copies,
  fen: copies * 500,
  months: 12,
  audience: 'company',
})

test.each([
  [100, 0, null],
  [100, 200, '按近90天的用量，不够用1个月'],
  [100, 40, '按近90天的用量，约够3个月'],
  [480, 40, '按近90天的用量，约够12个月'],
  [2000, 40.5, '按近90天的用量，到期约剩1,514份'],
])('%i 份 at %d a month: %s', (copies, use, words) => {
  expect(paceOf(offer(copies), use)).toBe(words)
})

test('the smallest pack that lasts its term fits, or the largest', () => {
  const offers = [offer(100), offer(500), offer(2000)]
  expect([0, 8, 9, 41, 900].map((use) => fittingOffer(offers, use))).toEqual([null, 'c100', 'c500', 'c500', 'c2000'])
})

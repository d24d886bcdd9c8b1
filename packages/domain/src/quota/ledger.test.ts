import { expect, test } from 'vitest'
import { expirePack, isLow, refundOne, spendOne, surplusOf } from './ledger.ts'

const now = 1_000_000
const late = { packId: 'late', surplus: 3, expireTime: now + 2_000 }
const soon = { packId: 'soon', surplus: 1, expireTime: now + 1_000 }
const over = { packId: 'over', surplus: 9, expireTime: now }
const empty = { packId: 'empty', surplus: 0, expireTime: now + 500 }

test('only packs that have not expired count', () => {
  expect(surplusOf([late, soon, over, empty], now)).toBe(4)
})

test('sending spends the pack that expires first', () => {
  expect(spendOne([late, over, soon, empty], now)).toEqual({
    kind: 'send',
    change: -1,
    pack: { ...soon, surplus: 0 },
  })
})

test('sending with nothing left is refused', () => {
  expect(() => spendOne([over, empty], now)).toThrow('contract/quota')
})

test('spending until the end takes exactly the surplus', () => {
  let packs = [late, soon, over]
  for (let left = 4; left > 0; left -= 1) {
    expect(surplusOf(packs, now)).toBe(left)
    const { pack } = spendOne(packs, now)
    packs = packs.map((old) => (old.packId === pack.packId ? pack : old))
  }
  expect(() => spendOne(packs, now)).toThrow('contract/quota')
})

test('a refund returns to the same pack, which gets 30 days if it has expired', () => {
  expect(refundOne(late, now)).toEqual({ kind: 'recallRefund', change: 1, pack: { ...late, surplus: 4 } })
  expect(refundOne(over, now).pack).toEqual({ ...over, surplus: 10, expireTime: now + 30 * 86_400_000 })
})

test('an expired pack is cleared once', () => {
  const cleared = expirePack(over, now)
  expect(cleared).toEqual({ kind: 'expire', change: -9, pack: { ...over, surplus: 0 } })
  expect(expirePack({ ...over, surplus: 0 }, now)).toBeNull()
  expect(expirePack(late, now)).toBeNull()
})

test('the warning comes at five or at a tenth', () => {
  expect([isLow(5, 20), isLow(6, 20), isLow(10, 100), isLow(11, 100)]).toEqual([true, false, true, false])
})

import { describe, expect, test } from 'vitest'
import { contractAmount } from '../contract/amount.ts'
import { grantLifecycle } from './grant-lifecycle.ts'
import { covers, grantStateAt, grantTermFaults, isInForce, latestEnd, type SealGrant } from './seal-grant.ts'

const day = (text: string) => Date.parse(`${text}T00:00:00+08:00`)
const lastSecond = (text: string) => Date.parse(`${text}T23:59:59+08:00`)
const beginAt = day('2026-11-22')
const endAt = lastSecond('2027-11-21')
const grant: SealGrant = {
  state: 'effective',
  scope: 'all',
  named: [],
  counterparts: [],
  beginAt,
  endAt,
  amountMax: null,
}
const amount = contractAmount(10_000_00, true)
const contract = { contractId: 'c1', templateId: 't1', counterparts: ['南京齐物贸易有限公司'], amount }
const now = day('2026-12-01')

describe('the term', () => {
  test.each([
    ['before its first day', beginAt - 1, 'waitEffective', 'effective'],
    ['at its first midnight', beginAt, 'effective', 'effective'],
    ['in its last second', endAt + 999, 'effective', 'effective'],
    ['at 00:00:00 after its last day', endAt + 1000, 'expired', 'expired'],
  ])('%s', (_, at, signed, begun) => {
    expect(grantStateAt({ ...grant, state: 'waitEffective' }, at)).toBe(signed)
    expect(grantStateAt(grant, at)).toBe(begun)
  })

  test('moves nothing that waits for its letter or has ended', () => {
    for (const state of ['waitSign', 'expired', 'revoked'] as const)
      for (const at of [beginAt - 1, now, endAt + 1000]) expect(grantStateAt({ ...grant, state }, at)).toBe(state)
  })

  test('has no end where no letter set one', () => {
    expect(isInForce({ ...grant, endAt: null }, day('2099-01-01'))).toBe(true)
  })

  test.each([
    ['2026-11-22', '2029-11-21'],
    ['2028-02-29', '2031-02-28'],
    ['2027-03-01', '2030-02-28'],
    ['2026-01-01', '2028-12-31'],
  ])('that begins on %s lasts to %s at most', (first, last) => {
    expect(latestEnd(day(first))).toBe(lastSecond(last))
  })

  test.each([
    ['a year', day('2026-12-01'), lastSecond('2027-11-30'), []],
    ['today alone', day('2026-12-01'), lastSecond('2026-12-01'), []],
    ['three years', day('2026-12-01'), lastSecond('2029-11-30'), []],
    ['three years and a day', day('2026-12-01'), lastSecond('2029-12-01'), ['授权期限最长3年']],
    ['from yesterday', day('2026-11-30'), lastSecond('2027-11-30'), ['授权开始日期不能早于今天']],
    ['from noon', day('2026-12-01') + 1, lastSecond('2027-11-30'), ['授权开始日期不能早于今天']],
    ['to a midnight', day('2026-12-01'), day('2027-11-30'), ['授权截止日期不能早于开始日期']],
    ['backwards', day('2026-12-02'), lastSecond('2026-12-01'), ['授权截止日期不能早于开始日期']],
  ])('%s is judged', (_, from, to, messages) => {
    const faults = grantTermFaults({ beginAt: from, endAt: to }, now + 3_600_000)
    expect(faults.map(({ message }) => message)).toEqual(messages)
  })
})

describe('the scope', () => {
  const other = { contractId: 'c2', templateId: 't2', counterparts: ['北京明远科技有限公司'], amount }
  const bare = { contractId: 'c3', templateId: null, counterparts: [], amount }

  test.each<[string, Partial<SealGrant>, boolean[]]>([
    ['all contracts', {}, [true, true, true]],
    ['chosen templates', { scope: 'templates', named: ['t1'] }, [true, false, false]],
    ['several templates', { scope: 'templates', named: ['t1', 't2'] }, [true, true, false]],
    ['no template', { scope: 'templates' }, [false, false, false]],
    ['one contract', { scope: 'contract', named: ['c2'] }, [false, true, false]],
    ['no contract', { scope: 'contract' }, [false, false, false]],
    ['one counterpart', { counterparts: ['南京齐物贸易有限公司'] }, [true, false, false]],
    [
      'a template with somebody else',
      { scope: 'templates', named: ['t1'], counterparts: ['北京明远科技有限公司'] },
      [false, false, false],
    ],
  ])('of %s', (_, scope, covered) => {
    const asked = [contract, other, bare].map((one) => covers({ ...grant, ...scope }, one, now))
    expect(asked).toEqual(covered)
  })

  test('of counterparts covers no contract that one more signs', () => {
    const both = { ...contract, counterparts: ['南京齐物贸易有限公司', '王小明'] }
    expect(covers({ ...grant, counterparts: ['南京齐物贸易有限公司'] }, both, now)).toBe(false)
    expect(covers({ ...grant, counterparts: ['南京齐物贸易有限公司', '王小明'] }, both, now)).toBe(true)
  })

  test.each([
    ['of the amount itself', 10_000_00, contractAmount(10_000_00, true), true],
    ['of a 分 less', 9_999_99, contractAmount(10_000_00, true), false],
    ['where nobody named an amount', 10_000_00, contractAmount(null, true), false],
    ['where only the other side named one', 10_000_00, contractAmount(1, false), false],
  ])('with a bound %s', (_, amountMax, about, covered) => {
    expect(covers({ ...grant, amountMax }, { ...contract, amount: about }, now)).toBe(covered)
  })

  test('covers in force alone, whatever it is of', () => {
    const covering = grantLifecycle.states.filter((state) => covers({ ...grant, state }, contract, now))
    expect(covering).toEqual(['waitEffective', 'effective'])
    expect(covers(grant, contract, beginAt - 1)).toBe(true)
    expect(covers({ ...grant, state: 'waitEffective' }, contract, beginAt - 1)).toBe(false)
    expect(covers(grant, contract, endAt + 1000)).toBe(false)
  })
})

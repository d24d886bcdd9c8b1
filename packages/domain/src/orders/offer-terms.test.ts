import { assert, constantFrom, integer, property, record } from 'fast-check'
import { expect, test } from 'vitest'
import { changeText, offerLimits, type OfferTerms, termChanges, termFaults } from './offer-terms.ts'

const now = Date.parse('2026-03-12T10:00:00+08:00')
const sold: OfferTerms = {
  name: '企业100份',
  copies: 100,
  fen: 59_900,
  months: 12,
  audience: 'company',
  saleBegin: null,
  saleEnd: null,
}
const trial: OfferTerms = { ...sold, name: '体验5份', copies: 5, fen: 0, months: 0, audience: 'all' }
const faultsOf = (terms: Partial<OfferTerms>, before: OfferTerms | null = null) =>
  termFaults({ ...sold, ...terms }, before, now).map(({ field, message }) => `${field} ${message}`)

test('what is within the limits is taken, and a trial may hold for ever', () => {
  const whole = record({
    copies: integer({ min: 1, max: offerLimits.copies }),
    fen: integer({ min: 1, max: offerLimits.fen }),
    months: integer({ min: 1, max: offerLimits.months }),
    audience: constantFrom('person', 'company', 'all'),
  })
  assert(
    property(whole, (terms) => {
      expect(faultsOf(terms)).toEqual([])
    }),
  )
  expect(termFaults(trial, null, now)).toEqual([])
})

test.each([
  [{ name: '企' }, 'packName 套餐名称需为2-20个字'],
  [{ name: '企业\n100份' }, 'packName 套餐名称不能包含换行和不可见字符'],
  [{ copies: 0 }, 'copies 份数为1至100000的整数'],
  [{ copies: 1.5 }, 'copies 份数为1至100000的整数'],
  [{ fen: -1 }, 'fen 价格为0至1,000,000.00元，最多两位小数'],
  [{ fen: 100_000_001 }, 'fen 价格为0至1,000,000.00元，最多两位小数'],
  [{ months: 0 }, 'months 有效期为1至36个月'],
  [{ months: 37 }, 'months 有效期为1至36个月'],
  [{ fen: 0, months: -1 }, 'months 有效期为0至36个月'],
  [{ saleEnd: now }, 'saleEnd 停售时间需晚于现在；要立即停售，请使用“停售”'],
  [{ saleBegin: now + 2, saleEnd: now + 2 }, 'saleEnd 停售时间需晚于开售时间'],
])('%o is told as %s', (terms, fault) => {
  expect(faultsOf(terms)).toEqual([fault])
})

test('every field that is wrong is told, in the order of the form', () => {
  const wrong = { name: '', copies: 0, fen: -1, months: 0, saleEnd: 1 }
  expect(termFaults({ ...sold, ...wrong }, null, now).map(({ field }) => field)).toEqual([
    'packName',
    'copies',
    'fen',
    'months',
    'saleEnd',
  ])
})

test('a trial stays a trial, and an end that has passed may stay', () => {
  expect(faultsOf({ fen: 100 }, trial)).toEqual(['fen 体验套餐的价格为0，收费的请另建套餐'])
  expect(faultsOf({ fen: 0 }, sold)).toEqual(['fen 收费套餐的价格不能为0，免费体验请另建套餐'])
  expect(faultsOf({ saleEnd: now - 1, copies: 90 }, { ...sold, saleEnd: now - 1 })).toEqual([])
})

test('a change is told line by line, a new offer as a whole, and nothing where nothing changes', () => {
  expect(termChanges(sold, sold)).toEqual([])
  const saleEnd = Date.parse('2026-12-31T23:59:00+08:00')
  const changes = termChanges(sold, { ...sold, fen: 49_900, saleEnd })
  expect(changeText(changes)).toBe('价格由599.00元改为499.00元，停售由不限改为2026-12-31 23:59')
  expect(changeText(termChanges(null, trial))).toBe(
    '名称体验5份，份数5份，价格免费体验，有效期长期有效，对象个人与企业，开售不限，停售不限',
  )
})

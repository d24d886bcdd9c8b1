import { expect, it } from 'vitest'
import { queryOf } from './query-of.ts'

it.each([
  [{}, ''],
  [{ a: undefined, b: [] }, ''],
  [{ a: 1, b: '甲&乙' }, '?a=1&b=%E7%94%B2%26%E4%B9%99'],
  [{ ids: ['x', 'y'], c: undefined }, '?ids=x&ids=y'],
])('writes %j as %j, a list as repeated keys (checklist C77)', (fields, query) => {
  expect(queryOf(fields)).toBe(query)
})

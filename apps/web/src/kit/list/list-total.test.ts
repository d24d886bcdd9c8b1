import { expect, test } from 'vitest'
import { totalText } from './list-total.ts'

test('a kept total is shown as it is', () => {
  expect(totalText({ total: 128, before: 20, onPage: 10, more: true })).toBe('共128条')
  expect(totalText({ total: 0, before: 0, onPage: 0, more: false })).toBe('共0条')
})

test('without one, what has been seen bounds the list from below until its end', () => {
  expect(totalText({ total: undefined, before: 20, onPage: 10, more: true })).toBe('共30+条')
  expect(totalText({ total: undefined, before: 20, onPage: 4, more: false })).toBe('共24条')
})

test('what a filter found is counted as far as a hundred', () => {
  expect(totalText({ total: undefined, found: 12, before: 0, onPage: 10, more: true })).toBe('共12条')
  expect(totalText({ total: undefined, found: 101, before: 20, onPage: 10, more: true })).toBe('共100+条')
})

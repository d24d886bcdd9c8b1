import { expect, test } from 'vitest'
import { newIds } from './new-ids.ts'
import { isUuid } from './uuid.ts'

test('ids sort in the order they were made, within a millisecond too', () => {
  const newId = newIds()
  const ids = Array.from({ length: 20_000 }, newId)
  expect(ids).toEqual(ids.toSorted())
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids.every(isUuid)).toBe(true)
})

test('a clock that goes back keeps the order', () => {
  const made = ['01990000-0000-7000-8000-ffffffffffff', '01980000-0000-7000-8000-000000000000']
  const newId = newIds(() => made.shift() ?? '')
  expect([newId(), newId()]).toEqual([
    '01990000-0000-7000-8000-ffffffffffff',
    expect.stringMatching(/^01990000-0000-7000-8001-/),
  ])
})

test('where a millisecond is full the next one is waited for', () => {
  const full = '01990000-0000-7000-8fff-ffffffffffff'
  const next = '01990000-0001-7000-8000-000000000000'
  const made = [full, full, full, next]
  const newId = newIds(() => made.shift() ?? '')
  expect([newId(), newId()]).toEqual([full, next])
})

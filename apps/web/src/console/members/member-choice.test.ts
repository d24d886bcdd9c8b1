import { expect, test } from 'vitest'
import { askedOf, chosenNumber, isChosen, nobody, ticked } from './member-choice.ts'

const page = ['a', 'b', 'c']

test('members are ticked over several pages, and unticked', () => {
  const first = ticked(nobody, { page, ids: ['a', 'b'], on: true })
  const second = ticked(first, { page: ['d'], ids: ['d'], on: true })
  expect(second).toEqual({ is: 'ticked', ids: ['a', 'b', 'd'] })
  expect([chosenNumber(second), isChosen(second, 'd'), isChosen(second, 'c')]).toEqual([3, true, false])
  expect(ticked(second, { page, ids: page, on: false })).toEqual({ is: 'ticked', ids: ['d'] })
})

test('of all found, unticking one leaves the others of its page alone', () => {
  const found = { is: 'found', number: 230 } as const
  expect([chosenNumber(found), isChosen(found, 'z')]).toEqual([230, true])
  expect(ticked(found, { page, ids: ['b'], on: false })).toEqual({ is: 'ticked', ids: ['a', 'c'] })
})

test('those ticked are named, those found are searched for', () => {
  const search = { keyword: '张', departmentId: '' }
  expect(askedOf({ is: 'ticked', ids: ['a'] }, search)).toEqual({ memberIdArray: ['a'] })
  expect(askedOf({ is: 'found', number: 2 }, search)).toEqual({ keyword: '张', inDepartmentId: null })
  expect(askedOf({ is: 'found', number: 2 }, { keyword: '', departmentId: 'd' })).toEqual({ inDepartmentId: 'd' })
})

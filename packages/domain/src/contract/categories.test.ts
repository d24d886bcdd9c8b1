import { expect, test } from 'vitest'
import { categories, categoryGroups, categoryLabels, counters, emptyText, statusesWithin } from './categories.ts'
import { rowStatuses, type RowView } from './row-policy.ts'
import { inCategory } from '../testing/in-category.ts'

const view: RowView = {
  contractState: 'signing',
  voidState: 'none',
  kind: 'normal',
  isInitiator: false,
  ownPartyState: 'toSign',
  isCc: false,
}
const categoriesOf = (facts: Partial<RowView>) =>
  categories.filter((category) => inCategory(category, { ...view, ...facts }))

test('a category of several row statuses can be divided by them, one of a single status cannot', () => {
  expect(statusesWithin('signing')).toEqual(['iSign', 'otherSign', 'signingApprovalFailed'])
  expect(statusesWithin('myLaunch')).toEqual(rowStatuses)
  expect(statusesWithin('finish')).toEqual([])
})

test.each([
  [{}, ['all', 'iSign', 'signing']],
  [{ ownPartyState: 'signed' }, ['all', 'otherSign', 'signing']],
  [{ ownPartyState: 'approvalFailed' }, ['all', 'signing']],
  [{ contractState: 'finish', ownPartyState: 'signed', isInitiator: true }, ['all', 'finish', 'myLaunch']],
  [{ contractState: 'draft', ownPartyState: null, isInitiator: true }, ['all', 'draft', 'myLaunch']],
  [{ ownPartyState: null, isCc: true }, ['all', 'otherSign', 'signing', 'cc']],
] as const)('a row with %o stands under %j', (facts, expected) => {
  expect(categoriesOf(facts)).toEqual(expected)
})

test('every category stands in exactly one tab group and has its label', () => {
  expect(categoryGroups.flat().toSorted()).toEqual([...categories, 'myapproval'].toSorted())
  expect(categoryLabels.iSign).toBe('待我签署')
})

test('every category has a counter, and so has the one row status that is no category', () => {
  expect(counters.toSorted()).toEqual([...categories, 'signingApprovalFailed'].toSorted())
})

test('an empty list says why it is empty', () => {
  expect(emptyText('all', false)).toBe('暂无合同，快去发起一份吧')
  expect(emptyText('draft', false)).toBe('草稿箱是空的')
  expect(emptyText('bin', false)).toBe('回收站是空的')
  expect(emptyText('iSign', true)).toBe('没有找到符合条件的合同')
})

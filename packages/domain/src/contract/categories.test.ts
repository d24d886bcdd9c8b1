import { expect, test } from 'vitest'
import {
  categories,
  categoryGroups,
  categoryLabels,
  categoryRules,
  counters,
  emptyText,
  statusesWithin,
} from './categories.ts'
import { type RowStatus, rowStatuses } from './row-policy.ts'

test('a category of several row statuses can be divided by them, one of a single status cannot', () => {
  expect(statusesWithin('signing')).toEqual(['iSign', 'otherSign', 'signingApprovalFailed'])
  expect(statusesWithin('myLaunch')).toEqual(rowStatuses)
  expect(statusesWithin('finish')).toEqual([])
})

const under = (status: RowStatus) =>
  categories.filter((category) => {
    const { rowStatuses: of } = categoryRules[category]
    return of !== 'any' && of.includes(status)
  })

test('a row status of its own name stands under that category, and one that is no category under signing', () => {
  const signing = new Set<RowStatus>(['iSign', 'otherSign', 'signingApprovalFailed'])
  for (const status of rowStatuses) {
    const own = categories.filter((category) => category === status)
    expect(under(status)).toEqual([...own, ...(signing.has(status) ? ['signing'] : [])])
  }
})

test('every category stands in exactly one tab group and has its label', () => {
  expect(categoryGroups.flat().toSorted()).toEqual([...categories, 'myapproval'].toSorted())
  expect(categoryLabels.iSign).toBe('待我签署')
})

test('every category has a counter, and so have the one row status that is no category and what waits for approval', () => {
  expect(counters.toSorted()).toEqual([...categories, 'signingApprovalFailed', 'myapproval'].toSorted())
})

test('an empty list says why it is empty', () => {
  expect(emptyText('all', false)).toBe('暂无合同，快去发起一份吧')
  expect(emptyText('draft', false)).toBe('草稿箱是空的')
  expect(emptyText('bin', false)).toBe('回收站是空的')
  expect(emptyText('iSign', true)).toBe('没有找到符合条件的合同')
})

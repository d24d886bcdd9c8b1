import { expect, test } from 'vitest'
import {
  askedCount,
  asksMore,
  filterInput,
  filterSearch,
  noFilter,
  readFilter,
  type ListFilter,
} from './list-filter.ts'

const full: ListFilter = {
  scope: 'company',
  status: 'myLaunch',
  keyword: '租赁 & 合同',
  initiatorName: '王小明',
  signerName: '上海嘉禾',
  taskType: 'relieve',
  rowStatus: 'reject',
  createTime: ['2026-03-01', '2026-03-31'],
  signExpireTime: ['', '2026-04-01'],
  finishTime: ['2026-02-28', ''],
  pageSize: 50,
}

test('a filter comes back from its address as it went in', () => {
  expect(readFilter(new URLSearchParams(filterSearch(full)))).toEqual(full)
  expect(readFilter(new URLSearchParams(filterSearch(noFilter)))).toEqual(noFilter)
})

test('an address that asks for the company’s list asks who may not see that for their own (I9)', () => {
  const search = new URLSearchParams('status=finish&scope=company')
  expect(readFilter(search, 10, true).scope).toBe('company')
  expect(readFilter(search, 10, false)).toEqual({ ...noFilter, status: 'finish' })
})

test('an address holds only what is asked', () => {
  expect(filterSearch(noFilter)).toBe('?status=all')
  expect(filterSearch({ ...noFilter, status: 'finish', keyword: ' 协议 ' })).toBe(
    `?status=finish&keyword=${encodeURIComponent('协议')}`,
  )
})

test('nonsense in an address counts as not asked', () => {
  const odd = 'status=everything&taskType=x&pageSize=7&createTimeStart=2026-02-30&createTimeEnd=yesterday'
  expect(readFilter(new URLSearchParams(odd))).toEqual(noFilter)
  // A status that the category has not, and one where there is nothing to choose.
  for (const search of ['status=signing&rowStatus=reject', 'status=finish&rowStatus=finish', 'rowStatus=toString']) {
    expect(readFilter(new URLSearchParams(search)).rowStatus).toBe('')
  }
  expect(readFilter(new URLSearchParams())).toEqual(noFilter)
})

test('what I launched is asked together with its status (R32)', () => {
  expect(filterInput({ ...noFilter, status: 'myLaunch', rowStatus: 'reject' }, null)).toMatchObject({
    status: 'myLaunch',
    rowStatus: 'reject',
  })
})

test('a range takes in the whole of its last day in Beijing', () => {
  const input = filterInput(full, null)
  expect(input.createTimeStart).toBe(Date.parse('2026-03-01T00:00:00+08:00'))
  expect(input.createTimeEnd).toBe(Date.parse('2026-03-31T23:59:59.999+08:00'))
  expect(input.signExpireTimeStart).toBeUndefined()
  expect(input.finishTimeEnd).toBeUndefined()
})

test('a call asks for nothing the address does not', () => {
  expect(filterInput(noFilter, 'abc')).toEqual({ status: 'all', pageSize: 10, cursor: 'abc' })
})

test('questions are counted, and those the folded bar hides are known', () => {
  expect(askedCount(full)).toBe(8)
  expect(askedCount(noFilter)).toBe(0)
  expect(asksMore({ ...noFilter, keyword: 'x', createTime: ['2026-01-01', ''] })).toBe(false)
  expect(asksMore({ ...noFilter, finishTime: ['2026-01-01', ''] })).toBe(true)
  expect(asksMore({ ...noFilter, rowStatus: 'reject' })).toBe(true)
})

test.each([
  ['status=all', 50],
  ['pageSize=10', 10],
  ['pageSize=20', 20],
  ['pageSize=7', 50],
])('takes from %s a page of %i when 50 is usual', (search, size) => {
  expect(readFilter(new URLSearchParams(search), 50).pageSize).toBe(size)
})

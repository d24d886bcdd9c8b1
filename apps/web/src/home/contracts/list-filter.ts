import type { Sent } from '@moqi/api/call'
import type { Table } from '@moqi/api/table'
import { categoryOf, wireStatus } from '@moqi/api/wire/contract'
import { statusesWithin, type Category } from '@moqi/domain/contract/categories'
import type { RowStatus } from '@moqi/domain/contract/row-policy'
import { dayMs, isCivilDate, startOfDayShanghai } from '@moqi/domain/time/civil-date'

/** Two days as YYYY-MM-DD, both in; an open end is empty. */
export type DayRange = readonly [from: string, to: string]

/** What the contract list is asked for; it lives in the address (domain.md 7.2). Empty means not asked. */
export type ListFilter = {
  /** The person's own contracts, or the company's (checklist I9). */
  scope: 'own' | 'company'
  status: Category
  keyword: string
  initiatorName: string
  signerName: string
  taskType: '' | 'normal' | 'relieve'
  /** Within the category. */
  rowStatus: '' | RowStatus
  createTime: DayRange
  signExpireTime: DayRange
  finishTime: DayRange
  pageSize: 10 | 20 | 50
}

const texts = ['keyword', 'initiatorName', 'signerName'] as const
const ranges = ['createTime', 'signExpireTime', 'finishTime'] as const

/** A list of everything. */
export const noFilter: ListFilter = {
  scope: 'own',
  status: 'all',
  keyword: '',
  initiatorName: '',
  signerName: '',
  taskType: '',
  rowStatus: '',
  createTime: ['', ''],
  signExpireTime: ['', ''],
  finishTime: ['', ''],
  pageSize: 10,
}

function civil(day: string) {
  const found = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day)
  if (!found) return null
  const date = { year: Number(found[1]), month: Number(found[2]), day: Number(found[3]) }
  return isCivilDate(date) ? date : null
}

const readDay = (value: string | null) => (value && civil(value) ? value : '')

const readScope = (scope: string | null): ListFilter['scope'] => (scope === 'company' ? scope : 'own')

const readType = (type: string | null): ListFilter['taskType'] => (type === 'normal' || type === 'relieve' ? type : '')

const readStatus = (category: Category, status: string | null): ListFilter['rowStatus'] =>
  statusesWithin(category).find((one) => wireStatus(one) === status) ?? ''

/**
 * Reads an address; what makes no sense counts as not asked, nor does the company's list of who does not see it.
 * `usualSize` is for an address without a page size.
 */
export function readFilter(
  search: URLSearchParams,
  usualSize: ListFilter['pageSize'] = 10,
  seesAll = true,
): ListFilter {
  const status = categoryOf(search.get('status') ?? 'all') ?? 'all'
  const size = Number(search.get('pageSize'))
  const filter: ListFilter = {
    ...noFilter,
    scope: seesAll ? readScope(search.get('scope')) : 'own',
    status,
    taskType: readType(search.get('taskType')),
    rowStatus: readStatus(status, search.get('rowStatus')),
    pageSize: size === 10 || size === 20 || size === 50 ? size : usualSize,
  }
  for (const name of texts) filter[name] = (search.get(name) ?? '').trim().slice(0, 100)
  for (const name of ranges) filter[name] = [readDay(search.get(`${name}Start`)), readDay(search.get(`${name}End`))]
  return filter
}

/** The address of a filter, without what is not asked: `?status=all&keyword=…`. */
export function filterSearch(filter: ListFilter): string {
  const search = new URLSearchParams({ status: wireStatus(filter.status) })
  for (const name of texts) if (filter[name].trim()) search.set(name, filter[name].trim())
  if (filter.scope === 'company') search.set('scope', 'company')
  if (filter.taskType) search.set('taskType', filter.taskType)
  if (filter.rowStatus) search.set('rowStatus', wireStatus(filter.rowStatus))
  for (const name of ranges) {
    const [from, to] = filter[name]
    if (from) search.set(`${name}Start`, from)
    if (to) search.set(`${name}End`, to)
  }
  if (filter.pageSize !== 10) search.set('pageSize', String(filter.pageSize))
  return `?${search}`
}

/** The Beijing start of a day as YYYY-MM-DD in ms since epoch; undefined for no day. */
export const startOf = (day: string) => {
  const date = civil(day)
  return date ? startOfDayShanghai(date) : undefined
}
/** The last ms of a day. */
export const endOf = (day: string) => {
  const start = startOf(day)
  return start === undefined ? undefined : start + dayMs - 1
}

/** The input of `listTasks`; days become the ms of their Beijing start and end. */
export function filterInput(filter: ListFilter, cursor: string | null): Sent<Table['listTasks']> {
  const asked: Sent<Table['listTasks']> = { status: wireStatus(filter.status), pageSize: filter.pageSize, cursor }
  if (filter.scope === 'company') asked.scope = filter.scope
  for (const name of texts) if (filter[name]) asked[name] = filter[name]
  if (filter.taskType) asked.taskType = filter.taskType
  if (filter.rowStatus) asked.rowStatus = wireStatus(filter.rowStatus)
  for (const name of ranges) {
    const from = startOf(filter[name][0])
    const to = endOf(filter[name][1])
    if (from !== undefined) asked[`${name}Start`] = from
    if (to !== undefined) asked[`${name}End`] = to
  }
  return asked
}

/** How many questions beside the category are asked; a range counts once. */
export const askedCount = (filter: ListFilter): number =>
  texts.filter((name) => filter[name]).length +
  (filter.taskType ? 1 : 0) +
  (filter.rowStatus ? 1 : 0) +
  ranges.filter((name) => filter[name][0] || filter[name][1]).length

/** Whether something is asked that the folded filter bar does not show. */
export const asksMore = (filter: ListFilter): boolean =>
  filter.initiatorName !== '' ||
  filter.rowStatus !== '' ||
  [...filter.signExpireTime, ...filter.finishTime].some((day) => day !== '')

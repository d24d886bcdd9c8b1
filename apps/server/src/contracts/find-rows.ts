import type { Input } from '@moqi/api/call'
import type { task } from '@moqi/api/task'
import { categoryRules, type Category, isCategory } from '@moqi/domain/contract/categories'
import { Refusal } from '@moqi/domain/refusal'
import { type Selectable, sql } from 'kysely'
import { compiledOnce } from '#src/platform/database/compiled-once.ts'
import type { Db } from '#src/platform/database/database.ts'
import type { Schema } from '#src/platform/database/schema.ts'

export type InboxRow = Selectable<Schema['inbox']>
type Asked = Omit<Input<typeof task.listTasks>, 'status' | 'scope' | 'cursor' | 'pageSize'>
export type Filter = Asked & { status: Category; pageSize: number }

/** A filter that makes sense; throws `request/invalid`. */
export function checkedFilter(input: Omit<Filter, 'status'> & { status: string }): Filter {
  const { status } = input
  const times = [
    input.createTimeStart,
    input.createTimeEnd,
    input.signExpireTimeStart,
    input.signExpireTimeEnd,
    input.finishTimeStart,
    input.finishTimeEnd,
  ]
  if (!isCategory(status) || !times.every(isTime)) throw new Refusal('request/invalid')
  return { ...input, status }
}

/** Whose list: a person's in a space, or a company's own, which stands under the company's id (checklist I9). */
export type Viewer = { tenantId: string; accountId: string }

/** A place in a list: what comes after it is older, or as old with a smaller id. */
export type Place = { at: number; contractId: string }

/** Smaller than any contract's id: with it a place lies before everything of its ms. */
export const firstId = '00000000-0000-0000-0000-000000000000'

/** The rows of a list that a filter lets through, its texts apart; newest first from `before` on. */
export function findRows(tenant: Db, viewer: Viewer, filter: Filter, before: Place | null) {
  let found = listRows(tenant, viewer, filter.status)
  if (before) {
    found = found.where(({ eb, refTuple, tuple }) =>
      eb(refTuple('created_at', 'contract_id'), '<', tuple(before.at, before.contractId)),
    )
  }
  if (filter.taskType !== undefined) found = found.where('task_type', '=', filter.taskType)
  for (const [column, from, to] of [
    ['created_at', filter.createTimeStart, filter.createTimeEnd],
    ['sign_expire_at', filter.signExpireTimeStart, filter.signExpireTimeEnd],
    ['finished_at', filter.finishTimeStart, filter.finishTimeEnd],
  ] as const) {
    if (from !== undefined) found = found.where(column, '>=', from)
    if (to !== undefined) found = found.where(column, '<=', to)
  }
  return found.orderBy('created_at', 'desc').orderBy('contract_id', 'desc').selectAll()
}

const isTime = (ms: number | undefined) => ms === undefined || Number.isSafeInteger(ms)

/** What a page is read by; whatever the filter does not ask for is not in the statement. */
type PageGiven = Viewer & Partial<Filter> & { at: number; contractId: string; want: number }
const statements = new Map<string, (tenant: Db, given: PageGiven) => Promise<InboxRow[]>>()

/** Up to `want` rows from `before` on. The statement is built once for every set of questions. */
export function readRows(
  tenant: Db,
  viewer: Viewer,
  filter: Filter,
  { before, want }: { before: Place | null; want: number },
): Promise<InboxRow[]> {
  const asked = questions.filter((name) => filter[name] !== undefined)
  const shape = [filter.status, before ? 'after' : '', ...asked].join(' ')
  let statement = statements.get(shape)
  if (!statement) {
    const { status } = filter
    statement = compiledOnce((db, given: PageGiven) => {
      const wanted = Object.fromEntries(asked.map((name) => [name, given[name]]))
      const place = before && { at: given.at, contractId: given.contractId }
      return findRows(db, given, { ...wanted, status, pageSize: 10 }, place).limit(given.want)
    })
    statements.set(shape, statement)
  }
  const { tenantId, accountId } = viewer
  const { at, contractId } = before ?? { at: 0, contractId: firstId }
  return statement(tenant, { ...filter, tenantId, accountId, at, contractId, want })
}

const questions = [
  'taskType',
  'createTimeStart',
  'createTimeEnd',
  'signExpireTimeStart',
  'signExpireTimeEnd',
  'finishTimeStart',
  'finishTimeEnd',
] as const

/** The rows of a category. Conditions of partial indexes are written out: a parameter would hide the index. */
export function listRows(tenant: Db, { tenantId, accountId }: Viewer, category: Category) {
  const { rowStatuses, role, inBin } = categoryRules[category]
  let query = tenant
    .selectFrom('inbox')
    .where('tenant_id', '=', tenantId)
    .where('account_id', '=', accountId)
    .where('binned_at', inBin ? 'is not' : 'is', null)
  if (category === 'signing') query = query.where(sql<boolean>`task_state = 'signing'`)
  else if (rowStatuses !== 'any') query = query.where('row_status', 'in', [...rowStatuses])
  if (role === 'initiator') query = query.where(sql<boolean>`is_initiator`)
  // Copy recipients have rows that are neither the initiator's nor a party's.
  if (role === 'cc') query = query.where(sql<boolean>`not is_initiator`).where('party_state', 'is', null)
  return query
}

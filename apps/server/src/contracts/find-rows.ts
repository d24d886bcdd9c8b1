import type { Input } from '@moqi/api/call'
import type { task } from '@moqi/api/task'
import { categoryRules, type Category, isCategory } from '@moqi/domain/contract/categories'
import { Refusal } from '@moqi/domain/refusal'
import { type Selectable, sql } from 'kysely'
import type { Db } from '#src/platform/database/database.ts'
import type { Schema } from '#src/platform/database/schema.ts'

export type InboxRow = Selectable<Schema['inbox']>
export type Filter = Omit<Input<typeof task.listTasks>, 'status' | 'scope' | 'cursor'> & { status: Category }

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
  if (filter.taskType) found = found.where('task_type', '=', filter.taskType)
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

/** The rows of a category. Conditions of partial indexes are written out: a parameter would hide the index. */
export function listRows(tenant: Db, { tenantId, accountId }: Viewer, category: Category) {
  const { rowStatuses, role } = categoryRules[category]
  let query = tenant.selectFrom('inbox').where('tenant_id', '=', tenantId).where('account_id', '=', accountId)
  if (category === 'signing') query = query.where(sql<boolean>`task_state = 'signing'`)
  else if (rowStatuses !== 'any') query = query.where('row_status', 'in', [...rowStatuses])
  if (role === 'initiator') query = query.where(sql<boolean>`is_initiator`)
  // Copy recipients have rows that are neither the initiator's nor a party's.
  if (role === 'cc') query = query.where(sql<boolean>`not is_initiator`).where('party_state', 'is', null)
  return query
}

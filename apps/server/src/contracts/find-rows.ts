import type { Input } from '@moqi/api/call'
import type { task } from '@moqi/api/task'
import { categoryOf, kindsOf } from '@moqi/api/wire/contract'
import { categoryRules, type Category } from '@moqi/domain/contract/categories'
import type { ContractKind } from '@moqi/domain/contract/contract-lifecycle'
import { Refusal } from '@moqi/domain/refusal'
import { type Selectable, sql } from 'kysely'
import { compiledOnce } from '#src/platform/database/compiled-once.ts'
import type { Db } from '#src/platform/database/database.ts'
import type { Schema } from '#src/platform/database/schema.ts'
import { type Urging, urgingOf } from '#src/cores/contract/urge-waits.ts'
import { isUuid } from '#src/platform/uuid.ts'

/** A list row as it is kept, one viewer's of one contract. */
export type InboxRow = Selectable<Schema['inbox']>
/** What a list is told from: the row, and what its 催签 depends on. */
export type ListRow = InboxRow & { urging: Urging | null }
type Asked = Omit<Input<typeof task.listTasks>, 'status' | 'scope' | 'cursor' | 'pageSize'>
/** What a list is asked for, as it was parsed: at most `pageSize` rows of one category. */
export type Filter = Omit<Asked, 'taskType'> & {
  kinds?: readonly ContractKind[] | undefined
  status: Category
  pageSize: number
}

/** A filter that makes sense; throws `request/invalid`. */
export function checkedFilter({ taskType, ...input }: Asked & { status: string; pageSize: number }): Filter {
  const status = categoryOf(input.status)
  const times = [
    input.createTimeStart,
    input.createTimeEnd,
    input.signExpireTimeStart,
    input.signExpireTimeEnd,
    input.finishTimeStart,
    input.finishTimeEnd,
  ]
  const isPlace = input.departmentId === undefined || isUuid(input.departmentId)
  if (status === undefined || !times.every(isTime) || !isPlace) throw new Refusal('request/invalid')
  return { ...input, kinds: taskType && kindsOf(taskType), status }
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
  if (filter.rowStatus !== undefined) found = found.where('row_status', '=', filter.rowStatus)
  if (filter.kinds !== undefined) {
    found = found.where(sql<boolean>`kind = any(${filter.kinds}::text[])`)
  }
  if (filter.departmentId !== undefined) {
    found = found.where('contract_id', 'in', handledIn(tenant, viewer.tenantId, filter.departmentId))
  }
  // 发起时间 is when it was sent, which is what sent rows stand by; a draft has none.
  if (filter.createTimeStart !== undefined || filter.createTimeEnd !== undefined) {
    found = found.where('sent_at', 'is not', null)
  }
  for (const [column, from, to] of [
    ['created_at', filter.createTimeStart, filter.createTimeEnd],
    ['sign_expire_at', filter.signExpireTimeStart, filter.signExpireTimeEnd],
    ['finished_at', filter.finishTimeStart, filter.finishTimeEnd],
  ] as const) {
    if (from !== undefined) found = found.where(column, '>=', from)
    if (to !== undefined) found = found.where(column, '<=', to)
  }
  return found.orderBy('created_at', 'desc').orderBy('contract_id', 'desc')
}

/** The contracts of the company that somebody of a department has in their list. */
const handledIn = (tenant: Db, tenantId: string, departmentId: string) =>
  tenant
    .selectFrom('inbox as handled')
    .innerJoin('membership as m', (join) =>
      join.onRef('m.tenant_id', '=', 'handled.tenant_id').onRef('m.account_id', '=', 'handled.account_id'),
    )
    .where('handled.tenant_id', '=', tenantId)
    .where('m.department_id', '=', departmentId)
    .where('m.state', '=', 'accepted')
    .select('handled.contract_id')

const isTime = (ms: number | undefined) => ms === undefined || Number.isSafeInteger(ms)

/** What a page is read by; whatever the filter does not ask for is not in the statement. */
type PageGiven = Viewer & Partial<Filter> & { at: number; contractId: string }
/** With the number of rows in the category where that was asked for: one trip less, and one statement. */
type CountedRow = ListRow & { total?: number | null }
/** Questions can be put together in thousands of ways; people use few. What is beyond is built each time. */
const mostStatements = 500
const statements = new Map<string, (tenant: Db, given: PageGiven) => Promise<CountedRow[]>>()

/** Up to `want` rows from `before` on. The statement is built once for every set of questions. */
export function readRows(
  tenant: Db,
  viewer: Viewer,
  filter: Filter,
  { before, want, counted }: { before: Place | null; want: number; counted: boolean },
): Promise<CountedRow[]> {
  const asked = questions.filter((name) => filter[name] !== undefined)
  const shape = [filter.status, want, before ? 'after' : '', counted ? 'counted' : '', ...asked].join(' ')
  const statement = statements.get(shape) ?? pageStatement(filter.status, asked, { isFirst: !before, want, counted })
  if (statements.size < mostStatements) statements.set(shape, statement)
  const { tenantId, accountId } = viewer
  const { at, contractId } = before ?? { at: 0, contractId: firstId }
  return statement(tenant, { ...filter, tenantId, accountId, at, contractId })
}

const pageStatement = (
  status: Category,
  asked: readonly (typeof questions)[number][],
  { isFirst, want, counted }: { isFirst: boolean; want: number; counted: boolean },
) =>
  compiledOnce((db, given: PageGiven) => {
    const wanted = Object.fromEntries(asked.map((name) => [name, given[name]]))
    const place = isFirst ? null : { at: given.at, contractId: given.contractId }
    return (
      findRows(db, given, { ...wanted, status, pageSize: 10 }, place)
        .$if(counted, (rows) => rows.select(numberIn(db, given, status).as('total')))
        // Written out: a plan for any number of rows looks so dear that each call would be planned anew.
        .limit(sql.lit(want))
    )
  })

const numberIn = (tenant: Db, { tenantId, accountId }: Viewer, category: Category) =>
  tenant
    .selectFrom('inbox_count')
    .where('tenant_id', '=', tenantId)
    .where('account_id', '=', accountId)
    .where('category', '=', category)
    .select('number')
    .$asScalar()

const questions = [
  'departmentId',
  'kinds',
  'rowStatus',
  'createTimeStart',
  'createTimeEnd',
  'signExpireTimeStart',
  'signExpireTimeEnd',
  'finishTimeStart',
  'finishTimeEnd',
] as const

/** Whether something but its category narrows a list, so that nobody keeps the number of its rows. */
export const isNarrowed = (filter: Filter): boolean =>
  [...questions, 'keyword' as const, 'initiatorName' as const, 'signerName' as const].some((name) => filter[name])

/** The rows of a category. Conditions of partial indexes are written out: a parameter would hide the index. */
export function listRows(tenant: Db, { tenantId, accountId }: Viewer, category: Category) {
  const { rowStatuses, role, inBin } = categoryRules[category]
  let query = tenant
    .selectFrom('inbox')
    .where('tenant_id', '=', tenantId)
    .where('account_id', '=', accountId)
    .where('binned_at', inBin ? 'is not' : 'is', null)
  if (category === 'signing') query = query.where(sql<boolean>`contract_state = 'signing'`)
  else if (rowStatuses !== 'any') query = query.where('row_status', 'in', [...rowStatuses])
  if (role === 'initiator') query = query.where(sql<boolean>`is_initiator`)
  // Copy recipients have rows that are neither the initiator's nor a party's.
  if (role === 'cc') query = query.where(sql<boolean>`not is_initiator`).where('party_state', 'is', null)
  return query.selectAll().select(urgingOf(accountId))
}

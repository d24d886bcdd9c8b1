import type { Input, Output } from '@moqi/api/call'
import type { TaskRow } from '@moqi/api/shapes'
import type { task } from '@moqi/api/task'
import { isCategory, categoryRules, type Category } from '@moqi/domain/contract/categories'
import { binOperations } from '@moqi/domain/contract/row-policy'
import { Refusal } from '@moqi/domain/refusal'
import type { Selectable } from 'kysely'
import type { Member } from '#src/platform/actor.ts'
import { readCounters } from '#src/platform/contract-store/counters.ts'
import type { Db } from '#src/platform/database/database.ts'
import type { Schema } from '#src/platform/database/schema.ts'
import type { Deps } from '#src/platform/deps.ts'
import { offered } from '#src/platform/contract-store/offered-operations.ts'

type List = typeof task.listTasks
export type InboxRow = Selectable<Schema['inbox']>

/** The person's contracts in the current space, newest first, by keyset (checklist C48). */
export async function listTasks({ db }: Pick<Deps, 'db'>, member: Member, input: Input<List>): Promise<Output<List>> {
  if (!isCategory(input.status)) throw new Refusal('request/invalid')
  const category = input.status
  const rows = await db.read(member.tenantId, (tenant) =>
    filteredRows(tenant, member, { ...input, status: category })
      .limit(input.pageSize + 1)
      .selectAll()
      .execute(),
  )
  const page = rows.slice(0, input.pageSize)
  const last = page.at(-1)
  const nextCursor = rows.length > input.pageSize && last ? `${last.created_at}.${last.contract_id}` : null
  const answer = { taskInfoArray: page.map(taskRow), nextCursor }
  if (narrowed(input)) return answer
  return { ...answer, total: (await readCounters({ db }, member))[category] ?? 0 }
}

/** The ten rows that changed last, for the home page (checklist C47). */
export async function recentTasks({ db }: Pick<Deps, 'db'>, member: Member): Promise<Output<typeof task.recentTasks>> {
  const rows = await db.read(member.tenantId, (tenant) =>
    inbox(tenant, member, 'all').orderBy('changed_at', 'desc').limit(10).selectAll().execute(),
  )
  return { taskInfoArray: rows.map(taskRow) }
}

/** The counters, which are kept with every change and never counted (checklist C49). */
export async function getStatusTotal(
  deps: Pick<Deps, 'db'>,
  member: Member,
): Promise<Output<typeof task.getStatusTotal>> {
  return readCounters(deps, member)
}

/** The person's rows of a category and filter, newest first. */
export const filteredRows = (tenant: Db, member: Member, input: Input<List> & { status: Category }) =>
  filtered(inbox(tenant, member, input.status), input)
    .orderBy('created_at', 'desc')
    .orderBy('contract_id', 'desc')

function inbox(tenant: Db, member: Member, category: Category) {
  const { rowStatuses, role, inBin } = categoryRules[category]
  let query = tenant
    .selectFrom('inbox')
    .where('tenant_id', '=', member.tenantId)
    .where('account_id', '=', member.accountId)
    .where('binned_at', inBin ? 'is not' : 'is', null)
  if (category === 'signing') query = query.where('task_state', '=', 'signing')
  else if (rowStatuses !== 'any') query = query.where('row_status', 'in', [...rowStatuses])
  if (role === 'initiator') query = query.where('is_initiator', '=', true)
  // Copy recipients have rows that are neither the initiator's nor a party's.
  if (role === 'cc') query = query.where('is_initiator', '=', false).where('party_state', 'is', null)
  return query
}

function filtered(query: ReturnType<typeof inbox>, input: Input<List>) {
  const [at, contractId] = cursorOf(input.cursor)
  let found = query
  if (at !== null) {
    found = found.where(({ eb, refTuple, tuple }) =>
      eb(refTuple('created_at', 'contract_id'), '<', tuple(at, contractId)),
    )
  }
  if (input.taskType) found = found.where('task_type', '=', input.taskType)
  for (const [column, text] of [
    ['search', input.keyword?.toLowerCase()],
    ['initiator_name', input.initiatorName],
    ['signer_names', input.signerName],
  ] as const) {
    if (text) found = found.where(column, 'like', `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`)
  }
  for (const [column, from, to] of [
    ['created_at', input.createTimeStart, input.createTimeEnd],
    ['sign_expire_at', input.signExpireTimeStart, input.signExpireTimeEnd],
    ['finished_at', input.finishTimeStart, input.finishTimeEnd],
  ] as const) {
    if (!isTime(from) || !isTime(to)) throw new Refusal('request/invalid')
    if (from !== undefined) found = found.where(column, '>=', from)
    if (to !== undefined) found = found.where(column, '<=', to)
  }
  return found
}

const isTime = (ms: number | undefined) => ms === undefined || Number.isSafeInteger(ms)

function cursorOf(cursor: string | null | undefined): [number, string] | [null, ''] {
  if (!cursor) return [null, '']
  const found = /^(\d{1,15})\.([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/.exec(cursor)
  if (!found?.[2]) throw new Refusal('request/invalid')
  return [Number(found[1]), found[2]]
}

const narrowed = ({ status: _status, cursor: _cursor, pageSize: _size, ...filters }: Input<List>) =>
  Object.values(filters).some((value) => value !== undefined && value !== '')

/** A list row as it travels (checklist E6). */
function taskRow(row: InboxRow): TaskRow {
  const view = {
    taskState: row.task_state,
    relieveState: row.relieve_state,
    taskType: row.task_type,
    isInitiator: row.is_initiator,
    ownPartyState: row.party_state,
    isCc: !row.is_initiator && row.party_state === null,
  }
  return {
    signId: row.sign_id,
    taskId: row.contract_id,
    taskNo: row.task_no,
    taskName: row.subject,
    taskType: row.task_type,
    status: row.row_status,
    taskStatus: row.task_state,
    initiateUser: row.is_initiator ? 'yes' : 'no',
    initiatorName: row.initiator_name,
    signerName: row.signer_names,
    signExpireTime: row.sign_expire_at,
    companyId: row.company_id,
    createTime: row.created_at,
    initiateTime: row.sent_at,
    finishTime: row.finished_at,
    tagArray: [
      ...(row.relieve_state === 'relieving' ? ['relieving'] : []),
      ...(row.party_state === 'approving' ? ['approving'] : []),
    ],
    operationArray: row.binned_at === null ? offered(view).onRow : binOperations(view),
  }
}

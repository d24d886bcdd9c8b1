import type { Input } from '@moqi/api/call'
import type { batch, BatchHead, BatchRow } from '@moqi/api/batch'
import { wireColumn } from '@moqi/api/wire/template'
import type { BatchColumn } from '@moqi/domain/templates/batch-sheet'
import { Refusal } from '@moqi/domain/refusal'
import { type ExpressionBuilder, type Selectable, sql } from 'kysely'
import { readSurplus } from '#src/cores/quota/read-surplus.ts'
import { columnsOf } from '#src/cores/template/template-store.ts'
import type { Member } from '#src/platform/actor.ts'
import type { Db } from '#src/platform/database/database.ts'
import type { Schema } from '#src/platform/database/schema.ts'
import type { StoredTemplate } from '#src/platform/database/template-tables.ts'
import { isUuid } from '#src/platform/uuid.ts'
import { isFaulty } from './row-sql.ts'
import type { Handler } from '#src/platform/handlers.ts'

type Get = typeof batch.getBatch
type Owner = Pick<Member, 'tenantId' | 'accountId'>

/** How many batches of an account its list shows. */
export const listed = 20

/** The account's own batches of late, the newest first. */
export const listBatches: Handler<typeof batch.listBatches> = async ({ db }, member) => {
  return db.read(member.tenantId, async (tenant) => {
    const rows = await heads(tenant, member).orderBy('b.created_at', 'desc').limit(listed).execute()
    const batchArray: BatchHead[] = []
    for (const row of rows) batchArray.push(await withCounts(tenant, member.tenantId, row))
    return { batchArray }
  })
}

/** A list of one's own: its rows with their faults, how far it has come, and what became of each row. */
export const getBatch: Handler<typeof batch.getBatch> = async (
  { db, now },
  member,
  { batchId, rowState, cursor, pageSize },
) => {
  const { tenantId } = member
  if (cursor && !/^\d{1,9}$/.test(cursor)) throw new Refusal('request/invalid')
  return db.read(tenantId, async (tenant) => {
    const head = await requireBatch(tenant, member, batchId)
    const rows = await tenant
      .selectFrom('batch_row as r')
      .leftJoin('contract as c', (join) =>
        join.onRef('c.tenant_id', '=', 'r.tenant_id').onRef('c.contract_id', '=', 'r.contract_id'),
      )
      .where('r.tenant_id', '=', tenantId)
      .where('r.batch_id', '=', batchId)
      .where('r.row_no', '>', Number(cursor ?? 0))
      .where(isShown(rowState))
      .select(['r.row_no', 'r.row_values', 'r.state', 'r.faults', 'r.fault', 'r.sign_id', 'c.contract_no'])
      .orderBy('r.row_no')
      .limit(pageSize + 1)
      .execute()
    const content = await contentOfBatch(tenant, tenantId, head)
    const columns = columnsOf(content)
    const page = rows.slice(0, pageSize)
    return {
      ...(await withCounts(tenant, tenantId, head)),
      surplus: await readSurplus(tenant, tenantId, now()),
      deadlineDays: content.deadlineDays,
      columnArray: columns.map(wireColumn),
      rowArray: page.map((row) => wireRow(row, columns)),
      nextCursor: rows.length > pageSize ? String(page.at(-1)?.row_no) : null,
    }
  })
}

/** Which rows of a batch are asked for. */
function isShown(rowState: Input<Get>['rowState']) {
  return ({ eb, and }: ExpressionBuilder<Schema & { r: Schema['batch_row'] }, 'r'>) => {
    if (rowState === 'all') return sql<boolean>`true`
    if (rowState === 'taken') return eb('r.state', '!=', 'listed')
    if (rowState === 'faulty') return and([eb('r.state', '=', 'listed'), isFaulty])
    return eb('r.state', '=', rowState)
  }
}

type Row = Pick<Selectable<Schema['batch_row']>, 'row_no' | 'row_values' | 'state' | 'faults' | 'fault' | 'sign_id'>

const wireRow = (row: Row & { contract_no: string | null }, columns: readonly BatchColumn[]): BatchRow => ({
  row: row.row_no,
  rowState: row.state,
  valueArray: columns.map(({ key }) => row.row_values[key] ?? ''),
  faultArray: row.faults,
  fault: row.fault,
  signId: row.sign_id,
  taskNo: row.contract_no,
})

/** What the template said in the version that a batch is sent from. */
export async function contentOfBatch(
  db: Db,
  tenantId: string,
  { template_id, version }: Pick<HeadRow, 'template_id' | 'version'>,
): Promise<StoredTemplate> {
  const { content } = await db
    .selectFrom('template_version')
    .where('tenant_id', '=', tenantId)
    .where('template_id', '=', template_id)
    .where('version', '=', version)
    .select('content')
    .executeTakeFirstOrThrow()
  return content
}

/** Holds a batch of one's own until the transaction ends; throws `batch/not-found`. */
export async function lockBatch(tx: Db, { tenantId, accountId }: Owner, batchId: string) {
  const found = isUuid(batchId)
    ? await tx
        .selectFrom('batch')
        .where('tenant_id', '=', tenantId)
        .where('batch_id', '=', batchId)
        .where('account_id', '=', accountId)
        .selectAll()
        .forUpdate()
        .executeTakeFirst()
    : undefined
  if (!found) throw new Refusal('batch/not-found')
  return found
}

/** A batch of one's own; throws `batch/not-found`. */
export async function requireBatch(db: Db, member: Owner, batchId: string): Promise<HeadRow> {
  const found = isUuid(batchId)
    ? await heads(db, member).where('b.batch_id', '=', batchId).executeTakeFirst()
    : undefined
  if (!found) throw new Refusal('batch/not-found')
  return found
}

const heads = (db: Db, { tenantId, accountId }: Owner) =>
  db
    .selectFrom('batch as b')
    .innerJoin('template as t', (join) =>
      join.onRef('t.tenant_id', '=', 'b.tenant_id').onRef('t.template_id', '=', 'b.template_id'),
    )
    .where('b.tenant_id', '=', tenantId)
    .where('b.account_id', '=', accountId)
    .select(['b.batch_id', 'b.template_id', 'b.version', 'b.file_name', 'b.created_at', 'b.started_at'])
    .select(['b.finished_at', 't.name'])

type HeadRow = Awaited<ReturnType<ReturnType<typeof heads>['execute']>>[number]
type Counts = { done: number; failed: number; waiting: number; listed: number; faulty: number }

const rowsOf = (condition: string) => sql<number>`count(*) filter (where ${sql.raw(condition)})::int`

/** Counted, not kept: what is said of a batch is what its rows are. */
export async function countRows(db: Db, tenantId: string, batchId: string): Promise<Counts> {
  return db
    .selectFrom('batch_row')
    .where('tenant_id', '=', tenantId)
    .where('batch_id', '=', batchId)
    .select([
      rowsOf(`state = 'done'`).as('done'),
      rowsOf(`state = 'failed'`).as('failed'),
      rowsOf(`state = 'waiting'`).as('waiting'),
      rowsOf(`state = 'listed'`).as('listed'),
      rowsOf(`state = 'listed' and faults <> '[]'`).as('faulty'),
    ])
    .executeTakeFirstOrThrow()
}

async function withCounts(db: Db, tenantId: string, row: HeadRow): Promise<BatchHead> {
  const { done, failed, waiting, listed: unsent, faulty } = await countRows(db, tenantId, row.batch_id)
  const begun = waiting === 0 ? 'done' : 'running'
  return {
    batchId: row.batch_id,
    templateId: row.template_id,
    templateName: row.name,
    version: row.version,
    fileName: row.file_name,
    batchState: row.started_at === null ? 'listed' : begun,
    total: done + failed + waiting,
    doneNumber: done,
    failedNumber: failed,
    waitingNumber: waiting,
    listedNumber: unsent,
    faultyNumber: faulty,
    createTime: row.created_at,
    finishTime: row.finished_at,
  }
}

import type { BatchHead, template } from '@moqi/api/template'
import { wireColumn } from '@moqi/api/wire/template'
import { Refusal } from '@moqi/domain/refusal'
import type { Handler } from '#src/platform/handlers.ts'
import type { Member } from '#src/platform/actor.ts'
import type { Db } from '#src/platform/database/database.ts'
import { isUuid } from '#src/platform/uuid.ts'
import { columnsOf } from '#src/cores/template/template-store.ts'

type Owner = Pick<Member, 'tenantId' | 'accountId'>

const listed = 20

/** The account's own batches of late, the newest first. */
export const listBatches: Handler<typeof template.listBatches> = async ({ db }, member) =>
  db.read(member.tenantId, async (tenant) => {
    const rows = await heads(tenant, member).orderBy('b.created_at', 'desc').limit(listed).execute()
    const batchArray: BatchHead[] = []
    for (const row of rows) batchArray.push(await withCounts(tenant, member.tenantId, row))
    return { batchArray }
  })

/** How far a batch of one's own has come, and what became of each row. */
export const getBatch: Handler<typeof template.getBatch> = async (
  { db },
  member,
  { batchId, rowState, cursor, pageSize },
) => {
  const { tenantId } = member
  if (cursor && !/^\d{1,9}$/.test(cursor)) throw new Refusal('request/invalid')
  return db.read(tenantId, async (tenant) => {
    const head = isUuid(batchId)
      ? await heads(tenant, member).where('b.batch_id', '=', batchId).executeTakeFirst()
      : null
    if (!head) throw new Refusal('batch/not-found')
    const rows = await tenant
      .selectFrom('batch_row as r')
      .leftJoin('contract as c', (join) =>
        join.onRef('c.tenant_id', '=', 'r.tenant_id').onRef('c.contract_id', '=', 'r.contract_id'),
      )
      .where('r.tenant_id', '=', tenantId)
      .where('r.batch_id', '=', batchId)
      .where('r.row_no', '>', Number(cursor ?? 0))
      .$if(rowState === 'failed', (query) => query.where('r.state', '=', 'failed'))
      .select(['r.row_no', 'r.row_values', 'r.state', 'r.fault', 'r.sign_id', 'c.contract_no'])
      .orderBy('r.row_no')
      .limit(pageSize + 1)
      .execute()
    const { content } = await tenant
      .selectFrom('template_version')
      .where('tenant_id', '=', tenantId)
      .where('template_id', '=', head.template_id)
      .where('version', '=', head.version)
      .select('content')
      .executeTakeFirstOrThrow()
    const columns = columnsOf(content)
    const page = rows.slice(0, pageSize)
    return {
      ...(await withCounts(tenant, tenantId, head)),
      columnArray: columns.map(wireColumn),
      rowArray: page.map((row) => ({
        row: row.row_no,
        rowState: row.state,
        valueArray: columns.map(({ key }) => row.row_values[key] ?? ''),
        fault: row.fault,
        signId: row.sign_id,
        taskNo: row.contract_no,
      })),
      nextCursor: rows.length > pageSize ? String(page.at(-1)?.row_no) : null,
    }
  })
}

/** Holds a batch of one's own until the transaction ends; throws `batch/not-found`. */
export async function lockBatch(tx: Db, { tenantId, accountId }: Owner, batchId: string): Promise<void> {
  const found = isUuid(batchId)
    ? await tx
        .selectFrom('batch')
        .where('tenant_id', '=', tenantId)
        .where('batch_id', '=', batchId)
        .where('account_id', '=', accountId)
        .select('batch_id')
        .forUpdate()
        .executeTakeFirst()
    : undefined
  if (!found) throw new Refusal('batch/not-found')
}

const heads = (db: Db, { tenantId, accountId }: Owner) =>
  db
    .selectFrom('batch as b')
    .innerJoin('template as t', (join) =>
      join.onRef('t.tenant_id', '=', 'b.tenant_id').onRef('t.template_id', '=', 'b.template_id'),
    )
    .where('b.tenant_id', '=', tenantId)
    .where('b.account_id', '=', accountId)
    .select(['b.batch_id', 'b.template_id', 'b.version', 'b.total', 'b.created_at', 'b.finished_at', 't.name'])

type HeadRow = Awaited<ReturnType<ReturnType<typeof heads>['execute']>>[number]

/** Counted, not kept: what is said of a batch is what its rows are. */
async function withCounts(db: Db, tenantId: string, row: HeadRow): Promise<BatchHead> {
  const counts = await db
    .selectFrom('batch_row')
    .where('tenant_id', '=', tenantId)
    .where('batch_id', '=', row.batch_id)
    .groupBy('state')
    .select((eb) => ['state', eb.fn.countAll<number>().as('number')] as const)
    .execute()
  const numberOf = (state: string) => counts.find((one) => one.state === state)?.number ?? 0
  return {
    batchId: row.batch_id,
    templateId: row.template_id,
    templateName: row.name,
    version: row.version,
    batchState: numberOf('waiting') === 0 ? 'done' : 'running',
    total: row.total,
    doneNumber: numberOf('done'),
    failedNumber: numberOf('failed'),
    waitingNumber: numberOf('waiting'),
    createTime: row.created_at,
    finishTime: row.finished_at,
  }
}

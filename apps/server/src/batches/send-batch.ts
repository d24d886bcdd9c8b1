import { refusalAnswers } from '@moqi/api/refusal-answers'
import { Refusal } from '@moqi/domain/refusal'
import { batchRowLifecycle } from '@moqi/domain/templates/batch-row-lifecycle'
import { findMember } from '#src/cores/identity/own-spaces.ts'
import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'
import { enqueue, type JobPayloads } from '#src/platform/jobs/jobs.ts'
import { notify } from '#src/platform/messages/notify.ts'
import { countRows } from './get-batch.ts'
import { type Sending, sendRow } from './send-row.ts'
import { loadTemplate } from '#src/cores/template/template-store.ts'
import { stopwatch } from '#src/platform/timers.ts'

/** Rows of one batch that are sent at the same time. */
const lanes = 3
/** How long one job works before it makes room for others, ms. */
const turnMs = 5000
const rowsAtOnce = 20

type Batch = { tenantId: string; batchId: string }

/** Queues the sending of whatever waits in a batch. */
export async function queueLanes(tx: Db, batch: Batch): Promise<void> {
  for (let lane = 0; lane < lanes; lane++) {
    await enqueue(tx, 'sendBatch', { ...batch, lane }, { key: laneKey(batch, lane) })
  }
}

const laneKey = ({ batchId }: Batch, lane: number) => `batch ${batchId} ${lane}`

/**
 * Sends the waiting rows of one lane. A row becomes a contract and ceases to wait in one transaction, so that a repeat,
 * after a crash too, finds it done. A refusal is the row's fault and is told; the others go on.
 */
export async function sendBatch(deps: Deps, { tenantId, batchId, lane }: JobPayloads['sendBatch']): Promise<void> {
  const elapsed = stopwatch()
  const sending = await sendingOf(deps, { tenantId, batchId })
  if (!sending) return
  for (;;) {
    const rows = await waitingRows(deps, { tenantId, batchId, lane })
    if (rows.length === 0) return finish(deps, { tenantId, batchId })
    for (const row of rows) {
      await sendOne(deps, sending, row)
      if (elapsed() < turnMs) continue
      await deps.db.write(tenantId, (tx) =>
        enqueue(tx, 'sendBatch', { tenantId, batchId, lane }, { key: laneKey({ tenantId, batchId }, lane) }),
      )
      return
    }
  }
}

/** Who sends what; as of now, so that whoever has left the space sends nothing more in its name. */
async function sendingOf(deps: Deps, { tenantId, batchId }: Batch): Promise<Sending | null> {
  const found = await deps.db.read(tenantId, async (tenant) => {
    const batch = await tenant
      .selectFrom('batch')
      .where('tenant_id', '=', tenantId)
      .where('batch_id', '=', batchId)
      .select(['template_id', 'version', 'account_id'])
      .executeTakeFirst()
    if (!batch) return null
    const template = await loadTemplate(tenant, { tenantId, templateId: batch.template_id }, batch.version)
    return { accountId: batch.account_id, template }
  })
  if (!found) return null
  const member = await findMember(deps, { tenantId, accountId: found.accountId })
  return { tenantId, batchId, template: found.template, member }
}

async function waitingRows({ db }: Pick<Deps, 'db'>, { tenantId, batchId, lane }: Batch & { lane: number }) {
  const rows = await db.read(tenantId, (tenant) =>
    tenant
      .selectFrom('batch_row')
      .where('tenant_id', '=', tenantId)
      .where('batch_id', '=', batchId)
      .where('state', '=', 'waiting')
      .where((row) => row(row('row_no', '%', lanes), '=', lane))
      .select('row_no')
      .orderBy('row_no')
      .limit(rowsAtOnce)
      .execute(),
  )
  return rows.map(({ row_no }) => row_no)
}

async function sendOne(deps: Deps, sending: Sending, row: number): Promise<void> {
  try {
    await sendRow(deps, sending, row)
  } catch (error) {
    if (!(error instanceof Refusal)) deps.log(`batch ${sending.batchId} row ${row} failed`, error)
    const fault = error instanceof Refusal ? refusalAnswers[error.code].text(error.detail) : '系统繁忙，请稍后重新发送'
    await deps.db.write(sending.tenantId, (tx) =>
      tx
        .updateTable('batch_row')
        .set({ state: batchRowLifecycle.after('waiting', 'fail'), fault })
        .where('tenant_id', '=', sending.tenantId)
        .where('batch_id', '=', sending.batchId)
        .where('row_no', '=', row)
        .where('state', '=', 'waiting')
        .execute(),
    )
  }
}

/** Each lane asks after its last row has committed, so whichever ends last finds nothing waiting. */
async function finish(deps: Deps, { tenantId, batchId }: Batch): Promise<void> {
  await deps.db.write(tenantId, async (tx) => {
    const ended = await tx
      .updateTable('batch')
      .set({ finished_at: deps.now() })
      .where('tenant_id', '=', tenantId)
      .where('batch_id', '=', batchId)
      .where('finished_at', 'is', null)
      .where((batch) =>
        batch.not(
          batch.exists(
            batch
              .selectFrom('batch_row')
              .where('batch_row.tenant_id', '=', tenantId)
              .where('batch_row.batch_id', '=', batchId)
              .where('batch_row.state', '=', 'waiting')
              .select('batch_row.row_no'),
          ),
        ),
      )
      .returning(['account_id', 'template_id'])
      .executeTakeFirst()
    if (ended) await tellEnd(deps, tx, { tenantId, batchId }, ended)
  })
}

/** Whoever started the batch hears once how it ended, instead of once a contract. */
async function tellEnd(
  deps: Deps,
  tx: Db,
  { tenantId, batchId }: Batch,
  { account_id: accountId, template_id: templateId }: { account_id: string; template_id: string },
): Promise<void> {
  const { head } = await loadTemplate(tx, { tenantId, templateId })
  const { done, failed, listed } = await countRows(tx, tenantId, batchId)
  const facts = { template: head.name, batchId, sent: done, failed, unsent: listed }
  await notify(deps, tx, { kind: 'batchSent', to: { accountId, tenantId }, facts })
}

import type { batch } from '@moqi/api/batch'
import { Refusal } from '@moqi/domain/refusal'
import { type BatchRowState, batchRowLifecycle } from '@moqi/domain/templates/batch-row-lifecycle'
import { requireQuota } from '#src/cores/quota/read-surplus.ts'
import { requireTemplateUse } from '#src/cores/template/template-access.ts'
import { launchable } from '#src/cores/template/template-store.ts'
import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'
import { keepAnswer } from '#src/platform/idempotency.ts'
import { lockBatch } from './get-batch.ts'
import { isFaultless } from './row-sql.ts'
import { queueLanes } from './send-batch.ts'
import type { Handler } from '#src/platform/handlers.ts'

/**
 * Takes every listed row without fault into sending, from the template's version that the list was checked against, if
 * there are enough 份 for all. The others stay listed, to be corrected and sent later.
 */
export const startBatch: Handler<typeof batch.startBatch> = async (deps, member, { batchId }) => {
  if (member.space.authStatus !== 'passAuth') throw new Refusal('space/not-authenticated')
  const { tenantId } = member
  return deps.db.write(tenantId, async (tx) => {
    const { template_id: templateId, version } = await lockBatch(tx, member, batchId)
    await requireTemplateUse(tx, member, templateId, 'use')
    await launchable(tx, { tenantId, templateId }, version)
    const startedNumber = await queueRows(deps, tx, { tenantId, batchId, from: 'listed' })
    if (startedNumber === 0) {
      throw new Refusal('field/invalid', { field: 'batchId', message: '没有可以发送的行，请改好后再发送' })
    }
    return keepAnswer(tx, deps, member, { startedNumber })
  })
}

/** Queues a batch's failed rows once more. */
export const retryBatch: Handler<typeof batch.retryBatch> = async (deps, member, { batchId }) => {
  const { tenantId } = member
  return deps.db.write(tenantId, async (tx) => {
    const { template_id: templateId } = await lockBatch(tx, member, batchId)
    await requireTemplateUse(tx, member, templateId, 'use')
    const retriedNumber = await queueRows(deps, tx, { tenantId, batchId, from: 'failed' })
    return keepAnswer(tx, deps, member, { retriedNumber })
  })
}

type Queued = { tenantId: string; batchId: string; from: Extract<BatchRowState, 'listed' | 'failed'> }

/** Makes rows of a state that have no fault wait, if they can be paid for; answers how many. */
async function queueRows({ now }: Pick<Deps, 'now'>, tx: Db, { tenantId, batchId, from }: Queued): Promise<number> {
  const waiting = from === 'listed' ? batchRowLifecycle.after(from, 'take') : batchRowLifecycle.after(from, 'retry')
  const rows = await tx
    .updateTable('batch_row')
    .set({ state: waiting, fault: null })
    .where('tenant_id', '=', tenantId)
    .where('batch_id', '=', batchId)
    .where('state', '=', from)
    .where(isFaultless)
    .returning('row_no')
    .execute()
  if (rows.length === 0) return 0
  await requireQuota(tx, tenantId, now(), rows.length)
  await tx
    .updateTable('batch')
    .set(({ fn, val, ref }) => ({ started_at: fn.coalesce(ref('started_at'), val(now())), finished_at: null }))
    .where('tenant_id', '=', tenantId)
    .where('batch_id', '=', batchId)
    .execute()
  await queueLanes(tx, { tenantId, batchId })
  return rows.length
}

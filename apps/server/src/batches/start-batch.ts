import type { Input, Output } from '@moqi/api/call'
import type { template } from '@moqi/api/template'
import { Refusal } from '@moqi/domain/refusal'
import { batchRowLifecycle } from '@moqi/domain/templates/batch-row-lifecycle'
import { sql } from 'kysely'
import type { Handler, Upload } from '#src/platform/handlers.ts'
import { requireQuota } from '#src/cores/quota/read-surplus.ts'
import { keepAnswer } from '#src/platform/idempotency.ts'
import type { Member } from '#src/platform/actor.ts'
import type { Deps } from '#src/platform/deps.ts'
import { judgeRows } from './check-batch.ts'
import { lockBatch } from './get-batch.ts'
import { queueLanes } from './send-batch.ts'
import { launchable } from '#src/cores/template/template-store.ts'

type Start = typeof template.startBatch
type Needed = Pick<Deps, 'db' | 'now' | 'newId' | 'workshop'>

/**
 * Takes every row without fault into a batch, each with the id its contract will have, and queues the sending. The
 * version must be the one that was checked, and there must be enough 份 for all.
 */
export async function startBatch(
  deps: Needed,
  member: Member,
  { templateId, version, file }: Input<Start> & { file: Upload },
): Promise<Output<Start>> {
  if (member.space.authStatus !== 'passAuth') throw new Refusal('space/not-authenticated')
  const { tenantId, accountId } = member
  const loaded = await deps.db.read(tenantId, (tenant) => launchable(tenant, { tenantId, templateId }))
  if (loaded.version !== version) throw new Refusal('template/stale')
  const good = (await judgeRows(deps, member, loaded, file)).filter(({ faults }) => faults.length === 0)
  if (good.length === 0)
    throw new Refusal('field/invalid', { field: 'file', message: '没有可以发送的行，请改好后重新上传' })
  return deps.db.write(tenantId, async (tx) => {
    await requireQuota(tx, tenantId, deps.now(), good.length)
    const batch = { tenant_id: tenantId, batch_id: deps.newId() }
    await tx
      .insertInto('batch')
      .values({
        ...batch,
        template_id: templateId,
        version,
        account_id: accountId,
        total: good.length,
        created_at: deps.now(),
        finished_at: null,
      })
      .execute()
    await tx
      .insertInto('batch_row')
      .values(
        good.map(({ row, values }) => ({
          ...batch,
          row_no: row,
          row_values: sql<Record<string, string>>`${JSON.stringify(values)}::jsonb`,
          state: batchRowLifecycle.initial,
          fault: null,
          contract_id: deps.newId(),
          sign_id: null,
        })),
      )
      .execute()
    await queueLanes(tx, { tenantId, batchId: batch.batch_id })
    return keepAnswer(tx, deps, member, { batchId: batch.batch_id, total: good.length })
  })
}

/** Queues a batch's failed rows once more. */
export const retryBatch: Handler<typeof template.retryBatch> = async (deps, member, { batchId }) => {
  const { tenantId } = member
  return deps.db.write(tenantId, async (tx) => {
    await lockBatch(tx, member, batchId)
    const failed = await tx
      .updateTable('batch_row')
      .set({ state: batchRowLifecycle.after('failed', 'retry'), fault: null })
      .where('tenant_id', '=', tenantId)
      .where('batch_id', '=', batchId)
      .where('state', '=', 'failed')
      .returning('row_no')
      .execute()
    if (failed.length > 0) {
      await requireQuota(tx, tenantId, deps.now(), failed.length)
      await tx
        .updateTable('batch')
        .set({ finished_at: null })
        .where('tenant_id', '=', tenantId)
        .where('batch_id', '=', batchId)
        .execute()
      await queueLanes(tx, { tenantId, batchId })
    }
    return keepAnswer(tx, deps, member, { retriedNumber: failed.length })
  })
}

import type { batch } from '@moqi/api/batch'
import { batchRowLifecycle } from '@moqi/domain/templates/batch-row-lifecycle'
import { rowFaults } from '@moqi/domain/templates/batch-sheet'
import { Refusal } from '@moqi/domain/refusal'
import { columnsOf, ownSideOf } from '#src/cores/template/template-store.ts'
import { keepAnswer } from '#src/platform/idempotency.ts'
import { contentOfBatch, countRows, lockBatch } from './get-batch.ts'
import { asJson } from './row-sql.ts'
import type { Handler } from '#src/platform/handlers.ts'

/** Writes cells of a listed row anew and judges the row again. */
export const correctBatchRow: Handler<typeof batch.correctBatchRow> = async (
  deps,
  member,
  { batchId, row, values },
) => {
  const { tenantId } = member
  return deps.db.write(tenantId, async (tx) => {
    const head = await lockBatch(tx, member, batchId)
    const content = await contentOfBatch(tx, tenantId, head)
    const keys = new Set(columnsOf(content).map(({ key }) => key))
    const unknown = Object.keys(values).find((key) => !keys.has(key))
    if (unknown !== undefined) throw new Refusal('field/invalid', { field: unknown, message: '名单中没有这一列' })
    const place = { tenant_id: tenantId, batch_id: batchId, row_no: row }
    const held = await tx
      .selectFrom('batch_row')
      .where(({ and }) => and(place))
      .select(['row_values', 'formulas', 'state'])
      .executeTakeFirst()
    if (!held || !batchRowLifecycle.can(held.state, 'take')) throw new Refusal('batch/changed')
    const bare = Object.fromEntries(Object.entries(values).map(([key, text]) => [key, text.trim()]))
    const corrected = { ...held.row_values, ...bare }
    const formulas = held.formulas.filter((key) => !(key in bare))
    const faults = rowFaults(content.roles, content.areas, ownSideOf(member), { values: corrected, formulas })
    const written = { row_values: asJson(corrected), formulas: asJson(formulas), faults: asJson(faults) }
    await tx
      .updateTable('batch_row')
      .set(written)
      .where(({ and }) => and(place))
      .execute()
    const { listed, faulty } = await countRows(tx, tenantId, batchId)
    return keepAnswer(tx, deps, member, { faultArray: faults, listedNumber: listed, faultyNumber: faulty })
  })
}

/** Takes one listed row, or all of them, out of a list; a list without rows goes with them. */
export const dropBatchRows: Handler<typeof batch.dropBatchRows> = async (deps, member, { batchId, row = null }) => {
  const { tenantId } = member
  return deps.db.write(tenantId, async (tx) => {
    await lockBatch(tx, member, batchId)
    const dropped = await tx
      .deleteFrom('batch_row')
      .where('tenant_id', '=', tenantId)
      .where('batch_id', '=', batchId)
      .where('state', '=', batchRowLifecycle.initial)
      .$if(row !== null, (query) => query.where('row_no', '=', row))
      .returning('row_no')
      .execute()
    const left = await tx
      .selectFrom('batch_row')
      .where('tenant_id', '=', tenantId)
      .where('batch_id', '=', batchId)
      .select('row_no')
      .limit(1)
      .execute()
    if (left.length === 0) {
      await tx.deleteFrom('batch').where('tenant_id', '=', tenantId).where('batch_id', '=', batchId).execute()
    }
    return keepAnswer(tx, deps, member, { droppedNumber: dropped.length })
  })
}

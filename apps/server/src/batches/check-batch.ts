import type { batch } from '@moqi/api/batch'
import type { FieldFault } from '@moqi/domain/contract/draft-rules'
import { batchLimits, type BatchRow, findBatchRows, rowFaults } from '@moqi/domain/templates/batch-sheet'
import { batchRowLifecycle } from '@moqi/domain/templates/batch-row-lifecycle'
import { Refusal } from '@moqi/domain/refusal'
import { dayMs } from '@moqi/domain/time/civil-date'
import { requireTemplateUse } from '#src/cores/template/template-access.ts'
import { columnsOf, launchable, type LoadedTemplate, ownSideOf } from '#src/cores/template/template-store.ts'
import type { Member } from '#src/platform/actor.ts'
import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'
import type { Handler, Upload } from '#src/platform/handlers.ts'
import { keepAnswer } from '#src/platform/idempotency.ts'
import { listed } from './get-batch.ts'
import { asJson } from './row-sql.ts'

/** Some rows more than are taken, so that headings and a title fit, and too many are known as such. */
const bounds = { sheets: 5, rows: batchLimits.rows + 20, columns: 400, cellLength: 600 }
/** How long a list of which nothing was ever sent is kept. */
const unsentMs = 30 * dayMs

/** Judges every row of a spreadsheet and keeps them all as a list, of which nothing is sent yet. */
export const checkBatch: Handler<typeof batch.checkBatch> = async (deps, member, { templateId, file }) => {
  const { tenantId, accountId } = member
  const loaded = await deps.db.read(tenantId, async (tenant) => {
    await requireTemplateUse(tenant, member, templateId, 'use')
    return launchable(tenant, { tenantId, templateId })
  })
  const judged = await judgeRows(deps, member, loaded, file)
  const batchId = deps.newId()
  return deps.db.write(tenantId, async (tx) => {
    await dropForgotten(tx, member, deps.now())
    await tx
      .insertInto('batch')
      .values({
        tenant_id: tenantId,
        batch_id: batchId,
        template_id: templateId,
        version: loaded.version,
        account_id: accountId,
        file_name: file.fileName.slice(-200),
        created_at: deps.now(),
        started_at: null,
        finished_at: null,
      })
      .execute()
    await tx
      .insertInto('batch_row')
      .values(
        judged.map(({ row, values, formulas, faults }) => ({
          tenant_id: tenantId,
          batch_id: batchId,
          row_no: row,
          row_values: asJson(values),
          formulas: asJson([...formulas]),
          faults: asJson(faults),
          state: batchRowLifecycle.initial,
          fault: null,
          contract_id: deps.newId(),
          sign_id: null,
        })),
      )
      .execute()
    return keepAnswer(tx, deps, member, { batchId })
  })
}

type Judged = BatchRow & { faults: FieldFault[] }

/** The rows of a spreadsheet with what is wrong with each. Throws when it is no such spreadsheet. */
async function judgeRows(
  { workshop }: Pick<Deps, 'workshop'>,
  member: Member,
  { content }: LoadedTemplate,
  upload: Upload,
): Promise<Judged[]> {
  if (upload.size > batchLimits.bytes) throw new Refusal('file/too-large', { megabytes: 5 })
  const found = findBatchRows(await workshop.readWorkbook(upload, bounds), columnsOf(content))
  if ('missing' in found) {
    throw faultyFile(`没有找到“${found.missing.slice(0, 5).join('”“')}”列，请重新下载表格，按表头填写`)
  }
  const { rows } = found
  if (rows.length === 0) throw faultyFile('表格中没有数据，请填写后重新上传')
  if (rows.length > batchLimits.rows) throw faultyFile(`单次最多发起${batchLimits.rows}份，请拆分后分次发起`)
  const own = ownSideOf(member)
  return rows.map((row) => ({ ...row, faults: rowFaults(content.roles, content.areas, own, row) }))
}

const faultyFile = (message: string) => new Refusal('field/invalid', { field: 'file', message })

/** Of the account's lists that were never begun those that are old, and all beyond as many as are listed. */
async function dropForgotten(tx: Db, { tenantId, accountId }: Member, now: number): Promise<void> {
  const own = tx
    .selectFrom('batch')
    .where('tenant_id', '=', tenantId)
    .where('account_id', '=', accountId)
    .where('started_at', 'is', null)
    .select(['batch_id', 'created_at'])
    .orderBy('created_at', 'desc')
  const forgotten = (await own.execute())
    .filter(({ created_at }, index) => index >= listed - 1 || created_at < now - unsentMs)
    .map(({ batch_id }) => batch_id)
  if (forgotten.length === 0) return
  for (const table of ['batch_row', 'batch'] as const)
    await tx.deleteFrom(table).where('tenant_id', '=', tenantId).where('batch_id', 'in', forgotten).execute()
}

import type { Input, Output } from '@moqi/api/call'
import type { template } from '@moqi/api/template'
import { wireColumn } from '@moqi/api/wire/template'
import type { FieldFault } from '@moqi/domain/contract/draft-rules'
import { batchLimits, type BatchRow, findBatchRows, rowFaults } from '@moqi/domain/templates/batch-sheet'
import { Refusal } from '@moqi/domain/refusal'
import type { Upload } from '#src/platform/handlers.ts'
import { readSurplus } from '#src/cores/quota/read-surplus.ts'
import type { Member } from '#src/platform/actor.ts'
import type { Deps } from '#src/platform/deps.ts'
import { columnsOf, launchable, type LoadedTemplate, ownSideOf } from '#src/cores/template/template-store.ts'

type Check = typeof template.checkBatch

/** Some rows more than are taken, so that headings and a title fit, and too many are known as such. */
const bounds = { sheets: 5, rows: batchLimits.rows + 20, columns: 400, cellLength: 600 }

/** Judges every row of a spreadsheet; sends nothing. */
export async function checkBatch(
  deps: Pick<Deps, 'db' | 'now' | 'workshop'>,
  member: Member,
  { templateId, file }: Input<Check> & { file: Upload },
): Promise<Output<Check>> {
  const { tenantId } = member
  const loaded = await deps.db.read(tenantId, (tenant) => launchable(tenant, { tenantId, templateId }))
  const judged = await judgeRows(deps, member, loaded, file)
  const columns = columnsOf(loaded.content)
  const surplus = await deps.db.read(tenantId, (tenant) => readSurplus(tenant, tenantId, deps.now()))
  return {
    version: loaded.version,
    total: judged.length,
    goodNumber: judged.filter(({ faults }) => faults.length === 0).length,
    surplus,
    columnArray: columns.map(wireColumn),
    rowArray: judged.map(({ row, values, faults }) => ({
      row,
      valueArray: columns.map(({ key }) => values[key] ?? ''),
      faultArray: [...faults],
    })),
  }
}

type Judged = BatchRow & { faults: readonly FieldFault[] }

/** The rows of a spreadsheet with what is wrong with each. Throws when it is no such spreadsheet. */
export async function judgeRows(
  { workshop }: Pick<Deps, 'workshop'>,
  member: Member,
  { content }: LoadedTemplate,
  { bytes }: Upload,
): Promise<Judged[]> {
  if (bytes.length > batchLimits.bytes) throw new Refusal('file/too-large', { megabytes: 5 })
  const found = findBatchRows(await workshop.readWorkbook(bytes, bounds), columnsOf(content))
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

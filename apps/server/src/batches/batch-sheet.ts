import { hash } from 'node:crypto'
import type { batch } from '@moqi/api/batch'
import { batchLimits } from '@moqi/domain/templates/batch-sheet'
import type { Handler, BlobAnswer } from '#src/platform/handlers.ts'
import { writeWorkbook } from '#src/platform/spreadsheet/write-workbook.ts'
import { requireTemplateUse } from '#src/cores/template/template-access.ts'
import { columnsOf, loadTemplate } from '#src/cores/template/template-store.ts'
import { contentOfBatch, requireBatch } from './get-batch.ts'
import { isFaulty } from './row-sql.ts'

const width = (heading: string) => Math.max(16, heading.length * 2 + 4)

/** The workbook to fill in: one contract a row, a column for everything the template leaves open. */
export const batchTemplate: Handler<typeof batch.batchTemplate> = async ({ db }, member, { templateId }) => {
  const { tenantId } = member
  const { head, content } = await db.read(tenantId, async (tenant) => {
    await requireTemplateUse(tenant, member, templateId, 'use')
    return loadTemplate(tenant, { tenantId, templateId })
  })
  const columns = columnsOf(content)
  const headings = columns.map(({ heading, required }) => (required ? `${heading}*` : heading))
  const guide = [
    ['列', '怎样填写'],
    ...columns.map(({ heading, hint }) => [heading, hint]),
    ['行数', `每行一份合同，单次最多${batchLimits.rows}行，文件不超过5MB，保存为 .xlsx 格式`],
    ['公式', '请填写文字，不要使用公式'],
  ]
  const bytes = writeWorkbook([
    { name: '批量发起', widths: headings.map(width), rows: [headings] },
    { name: '填写说明', widths: [24, 80], rows: guide },
  ])
  return sheetFile(bytes, `${head.name}-批量发起.xlsx`)
}

/** The faulty rows that are not sent, each with what is wrong; corrected, it can be taken in again. */
export const batchFaultSheet: Handler<typeof batch.batchFaultSheet> = async ({ db }, member, { batchId }) => {
  const { tenantId } = member
  const { name, columns, rows } = await db.read(tenantId, async (tenant) => {
    const head = await requireBatch(tenant, member, batchId)
    const faulty = await tenant
      .selectFrom('batch_row')
      .where('tenant_id', '=', tenantId)
      .where('batch_id', '=', batchId)
      .where('state', '=', 'listed')
      .where(isFaulty)
      .select(['row_no', 'row_values', 'faults'])
      .orderBy('row_no')
      .execute()
    return { name: head.name, columns: columnsOf(await contentOfBatch(tenant, tenantId, head)), rows: faulty }
  })
  const headingOf = (key: string) => columns.find((column) => column.key === key)?.heading ?? ''
  const lines = rows.map(({ row_no, row_values, faults }) => [
    ...columns.map(({ key }) => row_values[key] ?? ''),
    String(row_no),
    faults.map(({ field, message }) => `${headingOf(field)}：${message}`).join('；'),
  ])
  const headings = [...columns.map(({ heading, required }) => (required ? `${heading}*` : heading)), '原行号', '问题']
  const bytes = writeWorkbook([{ name: '有误的行', widths: headings.map(width), rows: [headings, ...lines] }])
  return sheetFile(bytes, `${name}-有误的${rows.length}行.xlsx`)
}

const sheetFile = (bytes: Buffer, fileName: string): BlobAnswer => ({
  bytes,
  type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  etag: hash('sha256', bytes),
  fileName,
})

import { hash } from 'node:crypto'
import type { template } from '@moqi/api/template'
import { batchLimits } from '@moqi/domain/templates/batch-sheet'
import type { Handler } from '#src/platform/handlers.ts'
import { writeWorkbook } from '#src/platform/spreadsheet/write-workbook.ts'
import { columnsOf, loadTemplate } from '#src/cores/template/template-store.ts'

const width = (heading: string) => Math.max(16, heading.length * 2 + 4)

/** The workbook to fill in: one contract a row, a column for everything the template leaves open. */
export const batchTemplate: Handler<typeof template.batchTemplate> = async ({ db }, { tenantId }, { templateId }) => {
  const { head, content } = await db.read(tenantId, (tenant) => loadTemplate(tenant, { tenantId, templateId }))
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
  return {
    bytes,
    type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    etag: hash('sha256', bytes),
    fileName: `${head.name}-批量发起.xlsx`,
  }
}

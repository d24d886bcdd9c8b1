import { hash } from 'node:crypto'
import type { filing } from '@moqi/api/filing'
import { filingFieldLabels } from '@moqi/domain/filings/filing-field'
import { filingLimits } from '@moqi/domain/filings/filing-limits'
import { dayAt } from '@moqi/domain/filings/filing-term'
import { pathTo } from '@moqi/domain/filings/folder-rules'
import { Refusal } from '@moqi/domain/refusal'
import { formatDate } from '@moqi/domain/time/format-date'
import type { Handler } from '#src/platform/handlers.ts'
import { writeWorkbook } from '#src/platform/spreadsheet/write-workbook.ts'
import { ledgerColumns, ledgerRow, numberHeading, valueColumns } from './filing-sheet.ts'
import { fieldsOf, foldersOf, peopleOf } from './find-filings.ts'
import { askedFilings } from './list-filings.ts'

const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const most = filingLimits.exportRows

/** The ledger of what a list shows, as a workbook. */
export const exportFilings: Handler<typeof filing.exportFilings> = async (deps, member, asked) => {
  const { tenantId } = member
  const bytes = await deps.db.read(tenantId, async (tenant) => {
    const [fields, people, folders] = await Promise.all([
      fieldsOf(tenant, tenantId),
      peopleOf(tenant, tenantId),
      foldersOf(tenant, tenantId),
    ])
    const found = await askedFilings(tenant, member, { asked, fields, today: dayAt(deps.now()) })
    const rows = await found
      .orderBy('f.done_at', 'desc')
      .orderBy('f.filing_id', 'desc')
      .limit(most + 1)
      .selectAll()
      .execute()
    if (rows.length > most) {
      throw new Refusal('field/invalid', { field: 'place', message: `超过${most}份，请缩小筛选范围后再导出` })
    }
    const nameOf = (folderId: string | null) =>
      pathTo(folders, folderId)
        .map(({ name }) => name)
        .toReversed()
        .join(' / ')
    const columns = ledgerColumns(fields)
    const lines = rows.map((row) => ledgerRow(row, { fields, people, folderName: nameOf(row.folder_id) }))
    return writeWorkbook([
      { name: '台账', widths: columns.map((_, at) => (at < 3 ? 32 : 18)), rows: [columns, ...lines] },
    ])
  })
  return { bytes, type, etag: deps.newId(), fileName: `合同台账-${formatDate(deps.now(), '{y}{m}{d}')}.xlsx` }
}

/** The workbook to fill in, or one of the rows that were faulty with what is wrong with each. */
export const filingTemplate: Handler<typeof filing.filingTemplate> = async ({ db }, { tenantId }, { faultArray }) => {
  const fields = await db.read(tenantId, (tenant) => fieldsOf(tenant, tenantId))
  const columns = valueColumns(fields)
  const required = new Set([numberHeading, ...fields.filter((field) => field.required).map(({ name }) => name)])
  const headings = columns.map(({ heading }) => (required.has(heading) ? `${heading}*` : heading))
  const lines = faultArray.map(({ cellArray, messageArray }) => [
    ...columns.map(({ columnId }) => cellArray.find((cell) => cell.columnId === columnId)?.value ?? ''),
    messageArray.join('；'),
  ])
  const isEmpty = lines.length === 0
  const guide = [
    ['列', '怎样填写'],
    [numberHeading, '必填，与合同编号一致；一份合同一行'],
    ['生效日期、到期日期', '选填，如 2026-01-31；不填保留原来的'],
    ...fields.map(({ name, kind, choices }) => [
      name,
      `${filingFieldLabels[kind]}${choices.length > 0 ? `：${choices.join('、')}` : ''}；不填保留原来的`,
    ]),
    ['行数', `单次最多${filingLimits.importRows}行，文件不超过5MB，保存为 .xlsx 格式`],
  ]
  const bytes = writeWorkbook([
    {
      name: '台账',
      widths: [...columns.map(() => 20), 40],
      rows: [isEmpty ? headings : [...headings, '问题'], ...lines],
    },
    { name: '填写说明', widths: [24, 80], rows: guide },
  ])
  const fileName = isEmpty ? '台账导入模板.xlsx' : '台账有误的行.xlsx'
  return { bytes, type, etag: hash('sha256', bytes), fileName }
}

import { type FilingField, type Namer, readValue, valueWritten } from '@moqi/domain/filings/filing-field'
import { bareHeading, rowsUnderHeadings, type Sheet } from '@moqi/domain/spreadsheet/rows-under-headings'
import { dayWritten, readDay } from '@moqi/domain/filings/filing-term'
import type { FilingRow } from './find-filings.ts'

/** The heading by which a row of a workbook finds its contract. */
export const numberHeading = '合同编号'
const [beginHeading, endHeading] = ['生效日期', '到期日期']

/** A column of a workbook of values: `number`, `begin`, `end`, or the id of a field of the company's own. */
export type ValueColumn = { readonly columnId: string; readonly heading: string }

/** The columns of a workbook of values, in their order. */
export const valueColumns = (fields: readonly FilingField[]): ValueColumn[] => [
  { columnId: 'number', heading: numberHeading },
  { columnId: 'begin', heading: beginHeading },
  { columnId: 'end', heading: endHeading },
  ...fields.map(({ fieldId, name }) => ({ columnId: fieldId, heading: name })),
]

/** A row of a workbook as it was written, by column. */
export type WrittenValues = {
  readonly row: number
  readonly cells: ReadonlyMap<string, string>
  readonly formulas: readonly string[]
}

/** The rows under the headings of the first sheet that has 合同编号; null when none has. */
export function findValueRows(sheets: readonly Sheet[], fields: readonly FilingField[]): WrittenValues[] | null {
  const found = rowsUnderHeadings(
    sheets,
    valueColumns(fields).map(({ columnId, heading }) => ({
      key: columnId,
      required: columnId === 'number',
      isHeading: (bare: string) => bare === bareHeading(heading),
    })),
  )
  if ('missing' in found) return null
  return found.rows.map(({ row, texts, formulas }) => ({ row, cells: texts, formulas }))
}

type CellFault = { columnId: string; message: string }
/** A row that cannot be taken, and why. */
export type FaultyValues = WrittenValues & { faults: CellFault[] }
/** What rows are judged by: the company's fields and members, and its filings by their contract's number. */
export type Known = {
  fields: readonly FilingField[]
  people: Namer
  filings: ReadonlyMap<string, FilingRow>
}

/** Sorts rows into filings as they will be, and what cannot be taken; an empty cell leaves what is there. */
export function judgeValues(rows: readonly WrittenValues[], known: Known): { good: FilingRow[]; bad: FaultyValues[] } {
  const good: FilingRow[] = []
  const bad: FaultyValues[] = []
  const rowOf = new Map<string, number>()
  for (const written of rows) {
    const number = (written.cells.get('number') ?? '').trim()
    const filing = known.filings.get(number)
    const before = rowOf.get(number)
    const faults = written.formulas.map((columnId) => ({ columnId, message: '请填写内容，不要使用公式' }))
    const fault = (message: string) => faults.push({ columnId: 'number', message })
    if (number === '') fault('请填写合同编号')
    else if (!filing) fault('没有这份已完成的合同，或无权查看')
    else if (before !== undefined) fault(`与第${before}行重复`)
    const next = filing && faults.length === 0 ? readRow(filing, written, { known, faults }) : null
    if (faults.length > 0 || !next) {
      bad.push({ ...copied(written), faults })
      continue
    }
    rowOf.set(number, written.row)
    good.push(next)
  }
  return { good, bad }
}

const copied = ({ row, cells, formulas }: WrittenValues): WrittenValues => ({ row, cells, formulas })

type Reading = { known: Known; faults: CellFault[] }

/** The filing with what the row says of it; notes what cannot be read. */
function readRow(filing: FilingRow, { cells }: WrittenValues, { known, faults }: Reading): FilingRow {
  const values = new Map(Object.entries(filing.field_values))
  for (const field of known.fields) {
    const text = (cells.get(field.fieldId) ?? '').trim()
    const read = readValue(field, text, known.people)
    if (!read.ok) faults.push({ columnId: field.fieldId, message: read.message })
    else if (read.value !== '') values.set(field.fieldId, read.value)
    if (read.ok && field.required && !values.get(field.fieldId)) {
      faults.push({ columnId: field.fieldId, message: `请填写${field.name}` })
    }
  }
  const day = (columnId: 'begin' | 'end', kept: number | null) => {
    const text = (cells.get(columnId) ?? '').trim()
    if (text === '') return kept
    const read = readDay(text)
    if (read === null) faults.push({ columnId, message: '请按 2026-01-31 的格式填写日期' })
    return read
  }
  const [begin, end] = [day('begin', filing.begin_day), day('end', filing.end_day)]
  if (begin !== null && end !== null && end < begin) {
    faults.push({ columnId: 'end', message: '到期日期不能早于生效日期' })
  }
  const settled = filing.settled && end === filing.end_day
  return { ...filing, begin_day: begin, end_day: end, settled, field_values: Object.fromEntries(values) }
}

/** What a row of the ledger says of a filing, under `ledgerColumns`. */
export const ledgerRow = (
  row: FilingRow,
  { fields, people, folderName }: { fields: readonly FilingField[]; people: Namer; folderName: string },
): string[] => [
  row.contract_no,
  row.subject,
  row.party_names,
  folderName,
  row.begin_day === null ? '' : dayWritten(row.begin_day),
  row.end_day === null ? '' : dayWritten(row.end_day),
  dayWritten(row.kept_until),
  ...fields.map((field) => valueWritten(field, row.field_values[field.fieldId] ?? '', people)),
]

/** The headings of an exported ledger; what is written under them can be imported again. */
export const ledgerColumns = (fields: readonly FilingField[]): string[] => [
  numberHeading,
  '合同主题',
  '对方',
  '文件夹',
  beginHeading,
  endHeading,
  '保存至',
  ...fields.map(({ name }) => name),
]

import type { Input } from '@moqi/api/call'
import type { filing } from '@moqi/api/filing'
import { type FilingField, type Namer, readValue, valueWritten } from '@moqi/domain/filings/filing-field'
import { dayAt, dayWritten, type FilingTerm, readDay, renewedTerm, termFault } from '@moqi/domain/filings/filing-term'
import { Refusal } from '@moqi/domain/refusal'
import { keepAnswer } from '#src/platform/idempotency.ts'
import type { Handler } from '#src/platform/handlers.ts'
import { addFilingLog, keepFilings, lockFilings, requireFiling } from './change-filings.ts'
import { fieldsOf, type FilingRow, foldersOf, peopleOf, termOf } from './find-filings.ts'
import { wireFiling } from './wire-filing.ts'

type Written = Input<typeof filing.saveFiling>

/** Writes the term of a contract and what the company's own fields hold of it; what changed goes into its history. */
export const saveFiling: Handler<typeof filing.saveFiling> = async (deps, member, input) => {
  const { tenantId } = member
  const today = dayAt(deps.now())
  const term = writtenTerm(input)
  return deps.db.write(tenantId, async (tx) => {
    await lockFilings(tx, tenantId)
    const row = await requireFiling(tx, member, input.filingId)
    if (row.version !== input.version) throw new Refusal('filing/stale')
    const fields = await fieldsOf(tx, tenantId)
    const people = await peopleOf(tx, tenantId)
    const values = checkedValues(fields, row.field_values, { written: input.valueArray, people })
    const { beginDay, endDay, renewMonths, noticeDays } = renewedTerm(term, today)
    const isOver = endDay !== null && endDay < today
    const next: FilingRow = {
      ...row,
      begin_day: beginDay,
      end_day: endDay,
      renew_months: renewMonths,
      notice_days: noticeDays,
      settled: input.settled && isOver,
      field_values: values,
    }
    const folders = await foldersOf(tx, tenantId)
    const [kept = next] = await keepFilings(deps, tx, tenantId, { rows: [next], folders })
    const [before, after] = [termWritten(row), termWritten(next)]
    const changes = changesOf(fields, { before: row.field_values, after: values }, people)
    const { filing_id: filingId } = row
    await addFilingLog(deps, tx, member, [
      ...(before === after ? [] : [{ filingId, verb: 'saveTerm' as const, detail: `${before} → ${after}` }]),
      ...(changes === '' ? [] : [{ filingId, verb: 'saveValues' as const, detail: changes }]),
    ])
    return keepAnswer(tx, deps, member, wireFiling(kept, { fields, people, today }))
  })
}

function writtenTerm({ beginDate, endDate, renewMonths, noticeDays }: Written): FilingTerm {
  const day = (field: 'beginDate' | 'endDate', text: string) => {
    const read = text === '' ? null : readDay(text)
    if (text !== '' && read === null) throw invalid(field, '请按 2026-01-31 的格式填写日期')
    return read
  }
  const term = { beginDay: day('beginDate', beginDate), endDay: day('endDate', endDate), renewMonths, noticeDays }
  const fault = termFault(term)
  if (fault) throw invalid(fault.field, fault.message)
  return term
}

const invalid = (field: string, message: string) => new Refusal('field/invalid', { field, message })

type Given = { written: Written['valueArray']; people: Namer }

/** The values as they are kept: those of deleted fields stay, the others as written; throws `field/invalid`. */
function checkedValues(
  fields: readonly FilingField[],
  held: FilingRow['field_values'],
  { written, people }: Given,
): FilingRow['field_values'] {
  const values = new Map(Object.entries(held))
  for (const { fieldId, value } of written) {
    const field = fields.find((one) => one.fieldId === fieldId)
    if (!field) throw invalid(fieldId, '台账字段不存在，请刷新后重试')
    const read = value === held[fieldId] ? { ok: true as const, value } : readValue(field, value, people)
    if (!read.ok) throw invalid(fieldId, read.message)
    values.set(fieldId, read.value)
  }
  const missing = fields.find(({ fieldId, required }) => required && !values.get(fieldId))
  if (missing) throw invalid(missing.fieldId, `请填写${missing.name}`)
  return Object.fromEntries([...values].filter(([, value]) => value !== ''))
}

/** What differs between two sets of values, as the history says it; empty when nothing does. */
export const changesOf = (
  fields: readonly FilingField[],
  { before, after }: { before: FilingRow['field_values']; after: FilingRow['field_values'] },
  people: Namer,
): string =>
  fields
    .filter(({ fieldId }) => (before[fieldId] ?? '') !== (after[fieldId] ?? ''))
    .map((field) => {
      const text = (values: FilingRow['field_values']) =>
        valueWritten(field, values[field.fieldId] ?? '', people) || '空'
      return `${field.name}：${text(before)} → ${text(after)}`
    })
    .join('；')

const dayOrDash = (day: number | null) => (day === null ? '—' : dayWritten(day))

/** A term as the history says it. */
export function termWritten(row: FilingRow): string {
  const { beginDay, endDay, renewMonths, noticeDays } = termOf(row)
  if (beginDay === null && endDay === null) return '未登记'
  const renewal = renewMonths > 0 ? `，自动顺延${renewMonths}个月，提前${noticeDays}天通知` : ''
  return `${dayOrDash(beginDay)} 至 ${dayOrDash(endDay)}${renewal}${row.settled ? '，已处理' : ''}`
}

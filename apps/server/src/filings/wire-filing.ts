import type { Filing } from '@moqi/api/filing'
import { flagOf } from '@moqi/api/wire/flag'
import { type FilingField, type Namer, valueWritten } from '@moqi/domain/filings/filing-field'
import { dayWritten, termView } from '@moqi/domain/filings/filing-term'
import { type FilingRow, termOf } from './find-filings.ts'

/** What a filing is shown with: the company's fields, its members' names and today, in days since 1970-01-01. */
export type Shown = { fields: readonly FilingField[]; people: Namer; today: number }

/** A filing as it travels. */
export function wireFiling(row: FilingRow, { fields, people, today }: Shown): Filing {
  const { state, part, words } = termView(termOf(row), today, row.settled)
  return {
    filingId: row.filing_id,
    signId: row.sign_id,
    taskName: row.subject,
    taskNo: row.contract_no,
    partyNames: row.party_names,
    finishTime: Number(row.done_at),
    folderId: row.folder_id,
    version: row.version,
    beginDate: written(row.begin_day),
    endDate: written(row.end_day),
    renewMonths: row.renew_months,
    noticeDays: row.notice_days,
    settled: flagOf(row.settled),
    term: { termState: state, part, words },
    keepUntil: dayWritten(row.kept_until),
    valueArray: fields.map((field) => {
      const value = row.field_values[field.fieldId] ?? ''
      return { fieldId: field.fieldId, value, valueText: valueWritten(field, value, people) }
    }),
    imported: row.imported
      ? {
          fileName: row.file_name ?? '',
          fileKind: row.file_kind ?? '',
          fileSize: Number(row.size ?? 0),
          verdict: row.verdict ?? '',
          conclusion: row.conclusion ?? '',
        }
      : null,
  }
}

const written = (day: number | null): string => (day === null ? '' : dayWritten(day))

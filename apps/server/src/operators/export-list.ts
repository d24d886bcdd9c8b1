import type { operatorExport } from '@moqi/api/operator-export'
import { exportedRows, operatorLists } from '@moqi/domain/operators/operator-lists'
import { Refusal } from '@moqi/domain/refusal'
import { formatDate } from '@moqi/domain/time/format-date'
import { addOperatorLog } from '#src/cores/operator/operator-log.ts'
import type { Handler } from '#src/platform/handlers.ts'
import { writeSpreadsheet } from '#src/platform/spreadsheet.ts'
import type { ListCalls } from './list-sheet.ts'
import { listSheets } from './list-sheets.ts'

/**
 * Answers a list as a workbook: the rows that its own call answers, page by page, masked as there, 10,000 at most. The
 * operator's record says what was taken, and how much of it.
 */
export function exportList(calls: ListCalls): Handler<typeof operatorExport.exportOperatorList> {
  const sheets = listSheets(calls)
  return async (deps, operator, { list, search, ...filter }) => {
    const { heads, widths, read } = sheets[list]
    const rows: string[][] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const asked = { ...filter, ...(search && { search }), ...(cursor && { cursor }) }
      const page: Awaited<ReturnType<typeof read>> = await read(deps, operator, asked)
      rows.push(...page.rows)
      cursor = page.nextCursor
      if (rows.length > exportedRows) throw tooMany()
    }
    const name = operatorLists[list]
    const bytes = writeSpreadsheet({ name, widths: [...widths], rows: [[...heads], ...rows] })
    const { operatorId, address } = operator
    const detail = [name, `${rows.length}行`, search && `查找：${search}`].filter(Boolean).join('　')
    await deps.db.directoryWrite((tx) => addOperatorLog(deps, tx, { operatorId, address, verb: 'exportList', detail }))
    const fileName = `${name}-${formatDate(deps.now(), '{y}{m}{d}')}.xlsx`
    const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
    return { bytes, type, etag: deps.newId(), fileName }
  }
}

const tooMany = () =>
  new Refusal('field/invalid', { field: 'search', message: `超过${exportedRows}行，请缩小查找范围后再导出` })

import type { Input, Output } from '@moqi/api/call'
import type { filing } from '@moqi/api/filing'
import { filingLimits } from '@moqi/domain/filings/filing-limits'
import { Refusal } from '@moqi/domain/refusal'
import type { Upload } from '#src/platform/handlers.ts'
import { keepAnswer } from '#src/platform/idempotency.ts'
import type { Member } from '#src/platform/actor.ts'
import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'
import { addFilingLog, keepFilings, lockFilings } from './change-filings.ts'
import {
  type FaultyValues,
  findValueRows,
  judgeValues,
  type Known,
  numberHeading,
  type WrittenValues,
} from './filing-sheet.ts'
import { fieldsOf, type FilingRow, filingsOf, foldersOf, peopleOf } from './find-filings.ts'
import { changesOf, termWritten } from './save-filing.ts'

type Import = typeof filing.importFilingValues

const { importRows, importBytes } = filingLimits
/** Some rows more than are taken, so that headings and a title fit, and too many are known as such. */
const bounds = { sheets: 10, rows: importRows + 20, columns: 60, cellLength: 600 }
const rowsAtOnce = 500

/**
 * Takes values from a spreadsheet. Every row is judged first; `check` leaves it at that, `save` takes all rows without
 * fault in one transaction and answers the others.
 */
export async function importFilingValues(
  deps: Pick<Deps, 'db' | 'now' | 'newId' | 'workshop'>,
  member: Member,
  { file, mode, mendArray }: Input<Import> & { file: Upload },
): Promise<Output<Import>> {
  const { tenantId } = member
  if (file.size > importBytes) throw new Refusal('file/too-large', { megabytes: importBytes / 1024 / 1024 })
  const sheets = await deps.workshop.readWorkbook(file, bounds)
  const judge = async (db: Db) => {
    const fields = await fieldsOf(db, tenantId)
    const rows = mended(checkedRows(findValueRows(sheets, fields)), mendArray)
    const known = { fields, people: await peopleOf(db, tenantId), filings: await numbered(db, member, rows) }
    return { rows, known, judged: judgeValues(rows, known) }
  }
  if (mode === 'check') {
    const { rows, judged } = await deps.db.read(tenantId, judge)
    return answerOf(rows.length, judged, 0)
  }
  return deps.db.write(tenantId, async (tx) => {
    await lockFilings(tx, tenantId)
    const { rows, known, judged } = await judge(tx)
    const folders = await foldersOf(tx, tenantId)
    for (let at = 0; at < judged.good.length; at += rowsAtOnce) {
      const part = judged.good.slice(at, at + rowsAtOnce)
      await keepFilings(deps, tx, tenantId, { rows: part, folders })
      await addFilingLog(
        deps,
        tx,
        member,
        part.flatMap((row) => linesOf(row, known)),
      )
    }
    return keepAnswer(tx, deps, member, answerOf(rows.length, judged, judged.good.length))
  })
}

function checkedRows(rows: WrittenValues[] | null): WrittenValues[] {
  if (rows === null) throw faultyFile(`没有找到“${numberHeading}”列，请下载模板，按模板的表头填写`)
  if (rows.length === 0) throw faultyFile('表格中没有内容，请填写后重新上传')
  if (rows.length > importRows) throw faultyFile(`单次最多导入${importRows}行，请拆分后分次导入`)
  return rows
}

const faultyFile = (message: string) => new Refusal('field/invalid', { field: 'file', message })

/** The file's rows with those in their place that were mended since; a mend of no row of it counts for nothing. */
function mended(rows: readonly WrittenValues[], mends: Input<Import>['mendArray']): WrittenValues[] {
  const byRow = new Map(mends.map(({ row, cellArray }) => [row, cellArray]))
  return rows.map((written) => {
    const cells = byRow.get(written.row)
    if (!cells) return written
    return { row: written.row, cells: new Map(cells.map((cell) => [cell.columnId, cell.value])), formulas: [] }
  })
}

/** The filings that rows name, by their contract's number; one that two contracts bear names neither. */
async function numbered(db: Db, member: Member, rows: readonly WrittenValues[]): Promise<Map<string, FilingRow>> {
  const numbers = rows.map(({ cells }) => (cells.get('number') ?? '').trim()).filter(Boolean)
  if (numbers.length === 0) return new Map()
  const found = await filingsOf(db, member)
    .where('f.contract_no', 'in', [...new Set(numbers)])
    .selectAll()
    .execute()
  const single = found.filter((row) => found.every((one) => one === row || one.contract_no !== row.contract_no))
  return new Map(single.map((row) => [row.contract_no, row]))
}

function linesOf(row: FilingRow, { fields, people, filings }: Known) {
  const before = filings.get(row.contract_no)
  if (!before) return []
  const changes = changesOf(fields, { before: before.field_values, after: row.field_values }, people)
  const [was, is] = [termWritten(before), termWritten(row)]
  const { filing_id: filingId } = row
  return [
    ...(was === is ? [] : [{ filingId, verb: 'saveTerm' as const, detail: `${was} → ${is}` }]),
    ...(changes === '' ? [] : [{ filingId, verb: 'saveValues' as const, detail: `从表格导入：${changes}` }]),
  ]
}

const answerOf = (
  total: number,
  { good, bad }: { good: readonly FilingRow[]; bad: readonly FaultyValues[] },
  savedNumber: number,
): Output<Import> => ({
  total,
  goodNumber: good.length,
  savedNumber,
  faultArray: bad.map(({ row, cells, faults }) => ({
    row,
    cellArray: [...cells].map(([columnId, value]) => ({ columnId, value })),
    faultArray: faults,
  })),
})

import type { FraudReport, fraudReport } from '@moqi/api/fraud-report'
import { fraudReasons } from '@moqi/domain/contract/fraud-report'
import { reportAnswerMs, reportLifecycle, type ReportState } from '@moqi/domain/contract/report-lifecycle'
import { Refusal } from '@moqi/domain/refusal'
import type { Selectable } from 'kysely'
import type { Db } from '#src/platform/database/database.ts'
import type { Schema } from '#src/platform/database/schema.ts'
import type { Deps } from '#src/platform/deps.ts'
import type { Handler } from '#src/platform/handlers.ts'
import { likeText } from '#src/platform/keyset.ts'
import { reporterOf } from './report-fraud.ts'

const pageSize = 20
const labels: ReadonlyMap<string, string> = new Map(Object.entries(fraudReasons))

/** A report with the space that launched its contract. */
export type FoundReport = Selectable<Schema['fraud_report']> & {
  space_name: string | null
  frozen_reason: string | null
  frozen_at: number | null
}

/** Reports in one state: of those that wait the oldest first, of the others the newest. */
export const listFraudReports: Handler<typeof fraudReport.listFraudReports> = async (deps, _operator, input) => {
  const after = readCursor(input.cursor)
  const order = input.reportState === reportLifecycle.initial ? 'asc' : 'desc'
  const rows: FoundReport[] = await deps.db.directory((directory) =>
    wanted(directory, input.reportState, input.search ?? '')
      .$if(after !== null, (query) =>
        query.where((eb) =>
          eb(
            eb.refTuple('f.created_at', 'f.report_no'),
            order === 'asc' ? '>' : '<',
            eb.tuple(after?.at ?? 0, after?.reportNo ?? ''),
          ),
        ),
      )
      .orderBy('f.created_at', order)
      .orderBy('f.report_no', order)
      .limit(pageSize + 1)
      .execute(),
  )
  const page = rows.slice(0, pageSize)
  const last = page.at(-1)
  const reportArray: FraudReport[] = []
  for (const row of page) reportArray.push(shownReport(row, await contractNoOf(deps, row)))
  return { reportArray, nextCursor: last && rows.length > pageSize ? `${last.created_at}.${last.report_no}` : null }
}

/** All reports, each with the space that launched its contract. */
export const allReports = (directory: Db) =>
  directory
    .selectFrom('fraud_report as f')
    .leftJoin('space as s', 's.tenant_id', 'f.home_tenant_id')
    .selectAll('f')
    .select(['s.name as space_name', 's.frozen_reason', 's.frozen_at'])

function wanted(directory: Db, state: ReportState, search: string) {
  const reports = allReports(directory).where('f.state', '=', state)
  if (/^JB\d{8}/i.test(search)) return reports.where('f.report_no', 'like', `${search.toUpperCase()}%`)
  const words = likeText(search)
  return words === null ? reports : reports.where('s.name', 'like', words)
}

/** The number of a report's contract, which lies in its launcher's space; null of one that is gone. */
export async function contractNoOf({ db }: Pick<Deps, 'db'>, row: FoundReport): Promise<string | null> {
  const found = await db.read(row.home_tenant_id, (home) =>
    home
      .selectFrom('contract')
      .where('tenant_id', '=', row.home_tenant_id)
      .where('contract_id', '=', row.contract_id)
      .select('contract_no')
      .executeTakeFirst(),
  )
  return found?.contract_no ?? null
}

/** A report as the wire has it. */
export const shownReport = (row: FoundReport, taskNo: string | null): FraudReport => ({
  reportNo: row.report_no,
  reasonLabel: labels.get(row.reason) ?? row.reason,
  content: row.content,
  reporter: `${reporterOf(row.party_no)}${row.account_id === null ? '（未登录）' : ''}`,
  taskNo,
  tenantId: row.home_tenant_id,
  launcherName: row.space_name ?? '已注销的空间',
  isFrozen: row.frozen_reason === null ? 0 : 1,
  reportTime: row.created_at,
  dueTime: row.created_at + reportAnswerMs,
  reportState: row.state,
})

function readCursor(cursor: string | undefined): { at: number; reportNo: string } | null {
  if (cursor === undefined) return null
  const [, at, reportNo] = /^(\d{1,15})\.(\w{1,40})$/.exec(cursor) ?? []
  if (at === undefined || reportNo === undefined) throw new Refusal('request/invalid')
  return { at: Number(at), reportNo }
}

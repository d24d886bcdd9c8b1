import type { fraudReport } from '@moqi/api/fraud-report'
import { Refusal } from '@moqi/domain/refusal'
import type { Db } from '#src/platform/database/database.ts'
import type { Handler } from '#src/platform/handlers.ts'
import { cluesOf } from './clues.ts'
import { allReports, contractNoOf, type FoundReport, shownReport } from './list-reports.ts'
import { reporterAccount } from './reporter-account.ts'

/** One report with the clues that were found, which prove nothing by themselves. */
export const getFraudReport: Handler<typeof fraudReport.getFraudReport> = async (deps, _operator, { reportNo }) => {
  const row = await deps.db.directory((directory) => requireReport(directory, reportNo))
  const { frozen_reason: reason, frozen_at: time, home_tenant_id: homeTenantId } = row
  const told = await deps.db.read(homeTenantId, (home) => reporterAccount(home, row))
  return {
    ...shownReport(row, await contractNoOf(deps, row)),
    clueArray: await cluesOf(deps, row),
    frozen: reason === null || time === null ? null : { reason, time },
    isReachable: told === null ? 0 : 1,
    decision: await deps.db.directory((directory) => decisionOf(directory, row)),
  }
}

/** The report of that number. Throws `report/not-found`. */
export async function requireReport(directory: Db, reportNo: string): Promise<FoundReport> {
  const row = await allReports(directory).where('f.report_no', '=', reportNo).executeTakeFirst()
  if (!row) throw new Refusal('report/not-found')
  return row
}

async function decisionOf(directory: Db, { decided_by, decided_at, answer }: FoundReport) {
  if (decided_by === null || decided_at === null) return null
  const who = await directory
    .selectFrom('operator')
    .where('operator_id', '=', decided_by)
    .select('name')
    .executeTakeFirst()
  return { who: who?.name ?? '', time: decided_at, reason: answer ?? '' }
}

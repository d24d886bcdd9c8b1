import type { fraudReport } from '@moqi/api/fraud-report'
import { checkReason } from '@moqi/domain/contract/draft-text'
import { reportLifecycle, reportStateLabels } from '@moqi/domain/contract/report-lifecycle'
import { addOperatorLog } from '#src/cores/operator/operator-log.ts'
import { fieldOf } from '#src/platform/field-of.ts'
import type { Handler } from '#src/platform/handlers.ts'
import { notify } from '#src/platform/messages/notify.ts'
import { requireReport } from './get-report.ts'
import { reporterAccount } from './reporter-account.ts'

/**
 * Decides on a report, once, with a reason that the reporter reads. What stops the harm is done by doors of its own:
 * freezing the space, revoking a certificate.
 */
export const decideFraudReport: Handler<typeof fraudReport.decideFraudReport> = async (deps, operator, input) => {
  const { operatorId, address } = operator
  const { reportNo, isUpheld } = input
  const reason = fieldOf('reason', checkReason(input.reason))
  const found = await deps.db.directory((directory) => requireReport(directory, reportNo))
  await deps.db.write(found.home_tenant_id, async (tx) => {
    const { state } = await tx
      .selectFrom('fraud_report')
      .where('report_no', '=', reportNo)
      .forUpdate()
      .select('state')
      .executeTakeFirstOrThrow()
    const next = reportLifecycle.after(state, isUpheld === 1 ? 'uphold' : 'dismiss')
    await tx
      .updateTable('fraud_report')
      .set({ state: next, decided_at: deps.now(), decided_by: operatorId, answer: reason })
      .where('report_no', '=', reportNo)
      .execute()
    const to = await reporterAccount(tx, found)
    const facts = { reportNo, upheld: isUpheld === 1, reason }
    if (to) await notify(deps, tx, { kind: 'reportDecided', to, facts })
    const detail = `${reportNo}　${reportStateLabels[next]}　${reason}`
    await addOperatorLog(deps, tx, { operatorId, address, verb: 'decideReport', detail })
  })
  return null
}

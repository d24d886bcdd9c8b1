import {
  followOperator,
  failCompanyAuth,
  type OperatorStep,
  waitingForOperator,
} from '#src/cores/identity/company-auth.ts'
import type { Db } from '#src/platform/database/database.ts'
import { lockCompany } from '#src/platform/database/phone-lock.ts'
import type { Deps } from '#src/platform/deps.ts'
import { tellAuth } from '#src/platform/live/live-event.ts'
import { isSubmittedOften, tooManySubmissions } from './company-submissions.ts'

/**
 * Moves the companies that wait for their operator's own authentication as that goes (domain 5.6). One that others have
 * submitted too often meanwhile fails in the moment it would go on.
 */
export async function moveCompanies(
  deps: Pick<Deps, 'now'>,
  tx: Db,
  accountId: string,
  step: OperatorStep,
): Promise<void> {
  for (const row of await waitingForOperator(tx, accountId)) {
    const { tenant_id: tenantId, credit_code: creditCode, auth_way: authWay, auth_id: authId } = row
    if (step.is === 'passed') await lockCompany(tx, creditCode)
    const often = step.is === 'passed' && (await isSubmittedOften(deps, tx, { accountId, creditCode, authWay, authId }))
    const status = often
      ? await failCompanyAuth(deps, tx, row, tooManySubmissions)
      : await followOperator(deps, tx, row, step)
    if (step.is !== 'begun') tellAuth(tx, { tenantId, accountId }, status)
  }
}

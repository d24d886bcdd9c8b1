import type { realName } from '@moqi/api/real-name'
import { Refusal } from '@moqi/domain/refusal'
import { openCompanyAuth, withdrawCompanyAuth } from '#src/cores/identity/company-auth.ts'
import { lockCompany, lockPhones } from '#src/platform/database/phone-lock.ts'
import type { Handler } from '#src/platform/handlers.ts'
import { keepAnswer } from '#src/platform/idempotency.ts'
import { tellAuth } from '#src/platform/live/live-event.ts'
import { ownedCompany } from './owned-company.ts'

/**
 * Takes back that the company is to pay from its own account, so that another way can be chosen at once. A payment that
 * was taken before has authenticated it, and this is refused (`space/auth-changed`); one that is told later is told of
 * and proves nothing.
 */
export const withdrawReversePayment: Handler<typeof realName.withdrawReversePayment> = (deps, member, { authid }) => {
  const tenantId = ownedCompany(member, member.tenantId)
  return deps.db.directoryWrite(async (tx) => {
    await lockPhones(tx, [member.phone])
    const seen = await openCompanyAuth(tx, { tenantId })
    if (seen) await lockCompany(tx, seen.credit_code)
    const row = await openCompanyAuth(tx, { tenantId }, true)
    if (row?.auth_id !== authid || row.step !== 'reversePending') throw new Refusal('space/auth-changed')
    const isAuthed = await withdrawCompanyAuth(deps, tx, row, '已撤回反向打款，请选择其他认证方式')
    tellAuth(tx, { tenantId, accountId: row.account_id }, isAuthed)
    return keepAnswer(tx, deps, member, { isAuthed })
  })
}

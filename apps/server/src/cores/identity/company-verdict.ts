import { type SmsMessage, smsMessage } from '@moqi/domain/messages/sms-text'
import type { AuthState } from '@moqi/domain/spaces/company-auth-lifecycle'
import { giveTrial } from '#src/cores/order/offers.ts'
import type { Db } from '#src/platform/database/database.ts'
import { inTenant } from '#src/platform/database/transaction.ts'
import type { Deps } from '#src/platform/deps.ts'
import { enqueue } from '#src/platform/jobs/jobs.ts'
import { tellAuth } from '#src/platform/live/live-event.ts'
import { queueSms } from '#src/platform/messages/queue-message.ts'
import { type CompanyAuthRow, failCompanyAuth, passCompanyAuth } from './company-auth.ts'

type Telling = Pick<Deps, 'config' | 'now' | 'newId' | 'sms' | 'derivationKey'>

/**
 * Ends an authentication in success, however it was proved. Quota, first seal and the contracts that wait for the
 * company come with it, as a person's do. Whose phone it is is locked.
 */
export async function passCompany(deps: Telling, tx: Db, row: CompanyAuthRow): Promise<void> {
  const { tenant_id: tenantId, account_id: accountId, company_name: name } = row
  const status = await passCompanyAuth(deps, tx, row)
  tellAuth(tx, { tenantId, accountId }, status)
  await inTenant(tx, tenantId, () => giveTrial(deps, tx, { tenantId, kind: 'company' }))
  await enqueue(tx, 'makeFirstSeal', { tenantId, accountId })
  await enqueue(tx, 'claimEntries', { accountId })
  await tellOperator(deps, tx, row, smsMessage('authPassed', { company: name }, deps.config.brand))
}

/** Ends it in failure, which the owner's pages hear. */
export async function failCompany(
  deps: Pick<Deps, 'now'>,
  tx: Db,
  row: CompanyAuthRow,
  reason: string,
): Promise<AuthState> {
  const status = await failCompanyAuth(deps, tx, row, reason)
  tellAuth(tx, { tenantId: row.tenant_id, accountId: row.account_id }, status)
  return status
}

/** The same, and who asked for it is told by SMS, who need not be looking. */
export async function failCompanyAndTell(deps: Telling, tx: Db, row: CompanyAuthRow, reason: string): Promise<void> {
  await failCompany(deps, tx, row, reason)
  await tellOperator(deps, tx, row, smsMessage('authFailed', { reason }, deps.config.brand))
}

/** Tells who asked for an authentication how it stands, once a text. */
export async function tellOperator(deps: Telling, tx: Db, row: CompanyAuthRow, message: SmsMessage): Promise<void> {
  const { phone } = await tx
    .selectFrom('account')
    .where('account_id', '=', row.account_id)
    .select('phone')
    .executeTakeFirstOrThrow()
  const once = `${message.template} ${row.auth_id}`
  await queueSms(deps, tx, { recipient: phone, scene: message.template, message, once })
}

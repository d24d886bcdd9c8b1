import type { Output } from '@moqi/api/call'
import type { realName } from '@moqi/api/real-name'
import { checkPaymentAmount, paymentDays } from '@moqi/domain/identity/bank'
import { type SmsMessage, smsMessage } from '@moqi/domain/messages/sms-text'
import { Refusal } from '@moqi/domain/refusal'
import type { Handler } from '#src/platform/handlers.ts'
import { keepAnswer } from '#src/platform/idempotency.ts'
import { type Db, inTenant, isDuplicate } from '#src/platform/database/database.ts'
import { lockPhones } from '#src/platform/database/phone-lock.ts'
import type { Deps } from '#src/platform/deps.ts'
import { fieldOf } from '#src/platform/field-of.ts'
import { enqueue } from '#src/platform/jobs/jobs.ts'
import { queueSms } from '#src/platform/messages/queue-message.ts'
import { tellAuth } from '#src/platform/live/live-event.ts'
import { moveCompanyAuth } from '#src/cores/identity/move-auth.ts'
import { givePack, trialPack } from '#src/cores/quota/give-pack.ts'
import { type CompanyAuthRow, endAuth, failAuth, lapsing, openAuth, ownedCompany } from './company-auth-rows.ts'
import { requireUntaken } from './company-authentication.ts'

type Confirm = typeof realName.confirmPayment
type Payment = { authId: string }

const lapsed = `超过${paymentDays}天未填写到账金额，请重新提交`
const triesSpent = '到账金额多次填写错误，请核对收款账户后重新提交认证'

/** Sends the amount of an authentication to the company's account; a repeat sends nothing more. */
export async function payCompany(deps: Deps, { authId }: Payment): Promise<void> {
  const row = await deps.db.directory((directory) => openAuth(directory, { authId }))
  if (row?.step !== 'paymentSent') return
  const { company_name, bank_name, bank_account, fen } = row
  const payment = { companyName: company_name, bankName: bank_name, bankAccount: bank_account, fen }
  const refused = await deps.bank.pay({ paymentId: authId, ...payment })
  await deps.db.directoryWrite(async (tx) => {
    const open = await openAuth(tx, { authId }, true)
    if (open?.step !== 'paymentSent') return
    if (refused !== null) return failAndTell(deps, tx, open, refused)
    const lapse = lapsing(authId)
    await tx
      .updateTable('company_auth')
      .set({ step: 'amountPending', expire_at: deps.now() + lapse.delayMs })
      .where('auth_id', '=', authId)
      .execute()
    await enqueue(tx, 'lapsePayment', { authId }, lapse)
    await tell(deps, tx, open, smsMessage('paymentSent', {}, deps.config.brand))
  })
}

/** Ends an authentication whose amount nobody has told in time. */
export async function lapsePayment(deps: Deps, { authId }: Payment): Promise<void> {
  await deps.db.directoryWrite(async (tx) => {
    const open = await openAuth(tx, { authId }, true)
    if (open) await failAndTell(deps, tx, open, lapsed)
  })
}

/**
 * Takes the amount that the company's account has received. The right one authenticates the company; a wrong one costs
 * one of three tries, and one that cannot be an amount costs none.
 */
export const confirmPayment: Handler<Confirm> = async (deps, member, input) => {
  const tenantId = ownedCompany(member, member.tenantId)
  try {
    return await deps.db.directoryWrite(async (tx) => {
      // A contract sent to the company meanwhile is claimed by the one or the other.
      await lockPhones(tx, [member.phone])
      const row = await openAuth(tx, { tenantId }, true)
      if (row?.step !== 'amountPending') throw new Refusal('space/auth-changed')
      const fen = fieldOf('amount', checkPaymentAmount(input.amount, row.tries_left))
      return keepAnswer(tx, deps, member, await confirmed(deps, tx, row, fen))
    })
  } catch (error) {
    // Somebody else has authenticated the company while the amount was on its way.
    if (isDuplicate(error)) await requireUntaken(deps, await codeOf(deps, tenantId))
    throw error
  }
}

async function confirmed(deps: Deps, tx: Db, row: CompanyAuthRow, fen: number): Promise<Output<Confirm>> {
  if ((row.expire_at ?? 0) < deps.now()) return failure(await failed(deps, tx, row, lapsed), lapsed)
  if (fen === row.fen) {
    await pass(deps, tx, row)
    return { isAuthed: 'passAuth', reason: null, triesLeft: row.tries_left }
  }
  const triesLeft = row.tries_left - 1
  if (triesLeft === 0) return failure(await failed(deps, tx, row, triesSpent), triesSpent)
  await tx.updateTable('company_auth').set({ tries_left: triesLeft }).where('auth_id', '=', row.auth_id).execute()
  return { isAuthed: 'inCompanyAuth', reason: null, triesLeft }
}

const failure = (isAuthed: Output<Confirm>['isAuthed'], reason: string) => ({ isAuthed, reason, triesLeft: 0 })

/** Ends it in failure, which the owner's pages hear. */
async function failed({ now }: Pick<Deps, 'now'>, tx: Db, row: CompanyAuthRow, reason: string) {
  const status = await failAuth(tx, row, reason, now())
  tellAuth(tx, { tenantId: row.tenant_id, accountId: row.account_id }, status)
  return status
}

/** Quota, first seal and the contracts that wait for the company come with the authentication, as a person's do. */
async function pass(deps: Deps, tx: Db, row: CompanyAuthRow): Promise<void> {
  const { tenant_id: tenantId, account_id: accountId, company_name: name, credit_code } = row
  await endAuth(tx, row.auth_id, deps.now())
  const status = await moveCompanyAuth(tx, { tenantId, authStatus: 'inCompanyAuth' }, ['companyPassed'], {
    reject_reason: null,
    name,
    credit_code,
    authenticated_at: deps.now(),
    auth_id: row.auth_id,
  })
  tellAuth(tx, { tenantId, accountId }, status)
  await inTenant(tx, tenantId, () => givePack(deps, tx, tenantId, trialPack))
  await enqueue(tx, 'makeFirstSeal', { tenantId, accountId })
  await enqueue(tx, 'claimEntries', { accountId })
  await tell(deps, tx, row, smsMessage('authPassed', { company: name }, deps.config.brand))
}

async function failAndTell(deps: Deps, tx: Db, row: CompanyAuthRow, reason: string): Promise<void> {
  await failed(deps, tx, row, reason)
  await tell(deps, tx, row, smsMessage('authFailed', { reason }, deps.config.brand))
}

async function tell(deps: Deps, tx: Db, row: CompanyAuthRow, message: SmsMessage): Promise<void> {
  const { phone } = await tx
    .selectFrom('account')
    .where('account_id', '=', row.account_id)
    .select('phone')
    .executeTakeFirstOrThrow()
  const once = `${message.template} ${row.auth_id}`
  await queueSms(deps, tx, { recipient: phone, scene: message.template, message, once })
}

async function codeOf({ db }: Pick<Deps, 'db'>, tenantId: string): Promise<string> {
  const row = await db.directory((directory) => openAuth(directory, { tenantId }))
  return row?.credit_code ?? ''
}

import type { Output } from '@moqi/api/call'
import type { realName } from '@moqi/api/real-name'
import { checkPaymentAmount, paymentDays } from '@moqi/domain/identity/bank'
import { smsMessage } from '@moqi/domain/messages/sms-text'
import { Refusal } from '@moqi/domain/refusal'
import type { Handler } from '#src/platform/handlers.ts'
import { keepAnswer, keepRefusal } from '#src/platform/idempotency.ts'
import { type Db, isDuplicate } from '#src/platform/database/database.ts'
import { lockPhones } from '#src/platform/database/phone-lock.ts'
import type { Deps } from '#src/platform/deps.ts'
import { fieldOf } from '#src/platform/field-of.ts'
import { awaitAmount, type CompanyAuthRow, openCompanyAuth, spendTry } from '#src/cores/identity/company-auth.ts'
import { failCompany, failCompanyAndTell, passCompany, tellOperator } from '#src/cores/identity/company-verdict.ts'
import { ownedCompany } from './owned-company.ts'
import { requireUntaken } from './company-authentication.ts'

type Confirm = typeof realName.confirmPayment
type Payment = { authId: string }

const lapsed = `超过${paymentDays}天未填写到账金额，请重新提交`
const unnamed = `超过${paymentDays}天未完成个人实名认证，请重新提交`
const unpaid = `超过${paymentDays}天未收到款项，请重新提交`
const unsigned = '授权书逾期未签署，请重新提交'
const triesSpent = '到账金额多次填写错误，请核对收款账户后重新提交认证'

/** Sends the amount of an authentication to the company's account; a repeat sends nothing more. */
export async function payCompany(deps: Deps, { authId }: Payment): Promise<void> {
  const row = await deps.db.directory((directory) => openCompanyAuth(directory, { authId }))
  if (row?.step !== 'paymentSent') return
  const { company_name, bank_name, bank_account, fen } = row
  const payment = { companyName: company_name, bankName: bank_name, bankAccount: bank_account, fen }
  const refused = await deps.bank.pay({ paymentId: authId, ...payment })
  await deps.db.directoryWrite(async (tx) => {
    const open = await openCompanyAuth(tx, { authId }, true)
    if (open?.step !== 'paymentSent') return
    if (refused !== null) return failCompanyAndTell(deps, tx, open, refused)
    await awaitAmount(deps, tx, open)
    await tellOperator(deps, tx, open, smsMessage('paymentSent', {}, deps.config.brand))
  })
}

/**
 * Ends an authentication whose amount nobody has told in time, or whose operator has not been real-named. Papers wait
 * for people, however long these take.
 */
export async function lapsePayment(deps: Deps, { authId }: Payment): Promise<void> {
  await deps.db.directoryWrite(async (tx) => {
    const open = await openCompanyAuth(tx, { authId }, true)
    if (!open || open.step === 'manualReview') return
    await failCompanyAndTell(deps, tx, open, lapsedReason(open))
  })
}

function lapsedReason({ step, auth_way }: CompanyAuthRow): string {
  if (step === 'infoSubmitted') return unnamed
  if (auth_way === 'reverse') return unpaid
  return auth_way === 'letter' ? unsigned : lapsed
}

/**
 * Takes the amount that the company's account has received. The right one authenticates the company; a wrong one is
 * refused and costs one of three tries, and one that cannot be an amount costs none.
 */
export const confirmPayment: Handler<Confirm> = async (deps, member, input) => {
  const tenantId = ownedCompany(member, member.tenantId)
  try {
    const answer = await deps.db.directoryWrite(async (tx) => {
      // A contract sent to the company meanwhile is claimed by the one or the other.
      await lockPhones(tx, [member.phone])
      const row = await openCompanyAuth(tx, { tenantId }, true)
      if (row?.step !== 'amountPending') throw new Refusal('space/auth-changed')
      const fen = fieldOf('amount', checkPaymentAmount(input.amount, row.tries_left))
      const confirmed = await confirm(deps, tx, row, fen)
      return confirmed instanceof Refusal
        ? keepRefusal(tx, deps, member, confirmed)
        : keepAnswer(tx, deps, member, confirmed)
    })
    if (answer instanceof Refusal) throw answer
    return answer
  } catch (error) {
    // Somebody else has authenticated the company while the amount was on its way.
    if (isDuplicate(error)) await requireUntaken(deps, await codeOf(deps, tenantId))
    throw error
  }
}

/** What an amount in time comes to; a refusal is what it has cost, and is committed like the answer. */
async function confirm(deps: Deps, tx: Db, row: CompanyAuthRow, fen: number): Promise<Output<Confirm> | Refusal> {
  if ((row.expire_at ?? 0) < deps.now()) return ended(deps, tx, row, lapsed)
  if (fen === row.fen) {
    await passCompany(deps, tx, row)
    return { isAuthed: 'passAuth' }
  }
  const triesLeft = row.tries_left - 1
  if (triesLeft === 0) return ended(deps, tx, row, triesSpent)
  await spendTry(tx, row)
  return new Refusal('space/amount-wrong', { field: 'amount', left: triesLeft })
}

async function ended(deps: Pick<Deps, 'now'>, tx: Db, row: CompanyAuthRow, reason: string): Promise<Refusal> {
  await failCompany(deps, tx, row, reason)
  return new Refusal('identity/rejected', { message: reason })
}

async function codeOf({ db }: Pick<Deps, 'db'>, tenantId: string): Promise<string> {
  const row = await db.directory((directory) => openCompanyAuth(directory, { tenantId }))
  return row?.credit_code ?? ''
}

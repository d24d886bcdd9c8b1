import { bearsRemark, judgeArrived, type PaymentFault, paymentFaults } from '@moqi/domain/identity/reverse-payment'
import { keepArrived } from '#src/cores/identity/arrived-payment.ts'
import {
  askArrivedLater,
  type CompanyAuthRow,
  openCompanyAuth,
  withdrawnAuth,
} from '#src/cores/identity/company-auth.ts'
import { failCompanyAndTell, passCompany } from '#src/cores/identity/company-verdict.ts'
import type { Db } from '#src/platform/database/database.ts'
import { lockCompany, lockPhones } from '#src/platform/database/phone-lock.ts'
import type { Deps } from '#src/platform/deps.ts'
import type { Arrived } from '#src/platform/gateways/bank-gateway.ts'
import { tellAuth } from '#src/platform/live/live-event.ts'
import { notify } from '#src/platform/messages/notify.ts'

/**
 * Asks the bank what has arrived for an authentication, takes it, and asks again as long as it is under way
 * (`takeArrived`). A repeat finds what was taken.
 */
export async function askArrived(deps: Deps, { authId, asked }: { authId: string; asked: number }): Promise<void> {
  const row = await deps.db.directory((directory) => watched(deps, directory, authId))
  if (!row) return
  const { company_name: companyName, credit_code: creditCode, created_at: since } = row
  const found = await deps.bank.arrived({ authId, companyName, creditCode, remark: row.remark ?? '', since })
  if (found.length > 0) await takeArrived(deps, authId, found)
  await deps.db.directoryWrite(async (tx) => {
    if (await watched(deps, tx, authId)) await askArrivedLater(tx, authId, asked + 1)
  })
}

/** The authentication a payment may still arrive for: it is awaited, or was and has been taken back. */
async function watched(deps: Pick<Deps, 'now'>, db: Db, authId: string): Promise<CompanyAuthRow | undefined> {
  const open = await openCompanyAuth(db, { authId })
  return open?.step === 'reversePending' ? open : withdrawnAuth(deps, db, authId)
}

/**
 * Takes payments that the bank tells of, told before or not, in any order. The first that fits authenticates the
 * company; one that does not is told with its reason and costs nothing. Of an authentication that has ended none
 * counts; of one that was taken back it is told.
 */
export async function takeArrived(deps: Deps, authId: string, found: readonly Arrived[]): Promise<void> {
  await deps.db.directoryWrite(async (tx) => {
    const seen = await watched(deps, tx, authId)
    if (!seen) return
    const { phone } = await tx
      .selectFrom('account')
      .where('account_id', '=', seen.account_id)
      .select('phone')
      .executeTakeFirstOrThrow()
    await lockPhones(tx, [phone])
    await lockCompany(tx, seen.credit_code)
    const row = await openCompanyAuth(tx, { authId }, true)
    if (row?.step !== 'reversePending') return tellWithdrawn(deps, tx, authId, found)
    for (const paid of found.toSorted((one, other) => one.at - other.at)) {
      if (await take(deps, tx, row, paid)) return
    }
  })
}

/** Whether the payment has ended the authentication. */
async function take(deps: Deps, tx: Db, row: CompanyAuthRow, paid: Arrived): Promise<boolean> {
  const { company_name: companyName, auth_id: authId } = row
  const verdict = judgeArrived(paid, { companyName, remark: row.remark ?? '', until: row.expire_at ?? 0 })
  if (verdict === 'another’s') return false
  const fault = verdict === 'fits' ? null : verdict
  const isNew = await keepArrived(tx, authId, paid, fault)
  if (fault === null) {
    if (await isTaken(tx, row)) await failCompanyAndTell(deps, tx, row, '该企业已由他人完成认证')
    else await passCompany(deps, tx, row)
    return true
  }
  if (!isNew) return false
  const { tenant_id: tenantId, account_id: accountId } = row
  tellAuth(tx, { tenantId, accountId }, 'inCompanyAuth')
  await tellUnfit(deps, tx, row, fault)
  return false
}

async function tellUnfit(deps: Deps, tx: Db, row: CompanyAuthRow, fault: PaymentFault): Promise<void> {
  const facts = { company: row.company_name, reason: paymentFaults[fault] }
  const to = { accountId: row.account_id, tenantId: row.tenant_id }
  await notify(deps, tx, { kind: 'paymentUnfit', to, facts })
}

/** What was paid with the remark of an authentication that was taken back is told once, and proves nothing. */
async function tellWithdrawn(deps: Deps, tx: Db, authId: string, found: readonly Arrived[]): Promise<void> {
  const row = await withdrawnAuth(deps, tx, authId)
  if (!row) return
  for (const paid of found.filter((one) => bearsRemark(one, { remark: row.remark ?? '' }))) {
    if (await keepArrived(tx, authId, paid, 'withdrawn')) await tellUnfit(deps, tx, row, 'withdrawn')
  }
}

/** Whether the company was authenticated in another space meanwhile. */
async function isTaken(tx: Db, { credit_code, tenant_id }: CompanyAuthRow): Promise<boolean> {
  const other = await tx
    .selectFrom('space')
    .where('credit_code', '=', credit_code)
    .where('tenant_id', '<>', tenant_id)
    .where('auth_status', '=', 'passAuth')
    .select('tenant_id')
    .executeTakeFirst()
  return other !== undefined
}

import type { Input, Output } from '@moqi/api/call'
import type { realName } from '@moqi/api/real-name'
import { checkCorporateAccount } from '@moqi/domain/identity/bank'
import { failed, passed } from '@moqi/domain/identity/checked'
import { checkCompanyName, checkCreditCode } from '@moqi/domain/identity/company'
import { checkPersonName, maskName } from '@moqi/domain/identity/person-name'
import { Refusal } from '@moqi/domain/refusal'
import { type AuthState, type CompanyAuthEvent, companyAuthLifecycle } from '@moqi/domain/spaces/company-auth-lifecycle'
import { beginCompanyAuth, failCompanyAuth, openCompanyAuth } from '#src/cores/identity/company-auth.ts'
import { moveCompanyAuth } from '#src/cores/identity/move-auth.ts'
import { createSpace } from '#src/cores/identity/create-space.ts'
import type { Handler } from '#src/platform/handlers.ts'
import { keepAnswer } from '#src/platform/idempotency.ts'
import type { Person } from '#src/platform/actor.ts'
import { type Db, isDuplicate } from '#src/platform/database/database.ts'
import { lockCompany, lockPhones } from '#src/platform/database/phone-lock.ts'
import type { Deps } from '#src/platform/deps.ts'
import { fieldOf } from '#src/platform/field-of.ts'
import { tellAuth } from '#src/platform/live/live-event.ts'
import { personalSpace } from '#src/cores/identity/personal-space.ts'
import { isSubmittedOften, tooManySubmissions } from './company-submissions.ts'
import { findOwnCompany, ownedCompany } from './owned-company.ts'

type Submit = typeof realName.submitCompanyAuth
type Company = Omit<Input<Submit>, 'tenantId' | 'replaces' | 'agree'>

/**
 * Begins a company's authentication: name, credit code and legal representative are checked by the gateway, then an
 * amount is sent to the company's account by a job. Whoever tells that amount holds the account (`confirmPayment`).
 * Who asks owns the space that comes of it; is that person not real-named yet, all of it waits for that (domain 5.6).
 */
export const submitCompanyAuth: Handler<Submit> = async (deps, person, input) => {
  if (deps.bank.closed !== null) throw new Refusal('identity/rejected', { message: deps.bank.closed })
  const named = input.tenantId === undefined ? null : ownedCompany(person, input.tenantId)
  const company = checkedCompany(input)
  await requireUntaken(deps, company.creditCode)
  const reason = await deps.identity.checkCompany(company)
  const replaces = input.replaces ?? null
  // What is under way stays as it is, and nothing waits for a person that could come to nothing.
  if (reason !== null && (replaces !== null || personalSpace(person).authStatus !== 'passAuth'))
    throw new Refusal('identity/rejected', { message: reason })
  const work = (tx: Db) => submitted(deps, tx, person, { company, named, replaces, reason })
  return deps.db.directoryWrite(work).catch((error: unknown) => {
    if (isDuplicate(error)) throw new Refusal('space/auth-changed', {}, { cause: error })
    throw error
  })
}

type Submission = { company: Company; named: string | null; replaces: string | null; reason: string | null }

async function submitted(
  deps: Deps,
  tx: Db,
  person: Person,
  { company, named, replaces, reason }: Submission,
): Promise<Output<Submit>> {
  // One person's submissions take turns, so that two of them make one space.
  await lockPhones(tx, [person.phone])
  await lockCompany(tx, company.creditCode)
  const { accountId } = person
  if (await isSubmittedOften(deps, tx, { accountId, creditCode: company.creditCode })) {
    throw new Refusal('request/too-often', { message: tooManySubmissions })
  }
  const found = await spaceFor(deps, tx, accountId, { named, name: company.companyName, reason })
  const space = replaces === null ? found : await given(deps, tx, found, replaces)
  // As it is now: the person's own authentication may have ended since the request came.
  const operator = await spaceOf(tx, personalSpace(person).tenantId)
  const begins = beginning(space.authStatus, operator.auth_status === 'passAuth')
  const status = await moveCompanyAuth(tx, space, reason === null ? begins : [...begins, 'companyFailed'], {
    reject_reason: reason,
    name: company.companyName,
  })
  const { tenantId } = space
  if (reason !== null) tellAuth(tx, { tenantId, accountId }, status)
  const authId = deps.newId()
  const paid = status === 'inCompanyAuth'
  if (reason === null) await beginCompanyAuth(deps, tx, { authId, tenantId, paid }, proofOf(accountId, company))
  return keepAnswer(tx, deps, person, { authid: authId, tenantId, isAuthed: status, reason })
}

/** How a submission begins: with its operator, who comes first; one who has passed since failing is past that. */
function beginning(from: AuthState, isNamed: boolean): CompanyAuthEvent[] {
  if (!isNamed) return ['startPerson']
  return from === 'rejectPersonAuth' ? ['startPerson', 'personPassed'] : ['submit']
}

const proofOf = (accountId: string, company: Company) => ({
  account_id: accountId,
  company_name: company.companyName,
  credit_code: company.creditCode,
  legal_name: company.legalName,
  bank_name: company.bankName,
  bank_account: company.bankAccount,
})

/** The space that is to be authenticated: the one named, else the person's own of that name, else a new one. */
async function spaceFor(
  deps: Deps,
  tx: Db,
  accountId: string,
  { named, name, reason }: { named: string | null; name: string; reason: string | null },
): Promise<{ tenantId: string; authStatus: AuthState }> {
  const found = named === null ? await findOwnCompany(tx, accountId, name) : await spaceOf(tx, named)
  if (found) return { tenantId: found.tenant_id, authStatus: found.auth_status }
  // A company that does not exist needs no space.
  if (reason !== null) throw new Refusal('identity/rejected', { message: reason })
  return {
    tenantId: await createSpace(deps, tx, accountId, { kind: 'company', name }),
    authStatus: companyAuthLifecycle.initial,
  }
}

/** The space once its authentication under way was given up for another. */
async function given(
  deps: Pick<Deps, 'now'>,
  tx: Db,
  { tenantId }: { tenantId: string },
  authId: string,
): Promise<{ tenantId: string; authStatus: AuthState }> {
  const open = await openCompanyAuth(tx, { tenantId }, true)
  if (open?.auth_id !== authId) throw new Refusal('space/auth-changed')
  return { tenantId, authStatus: await failCompanyAuth(deps, tx, open, '已重新提交') }
}

const spaceOf = (tx: Db, tenantId: string) =>
  tx
    .selectFrom('space')
    .where('tenant_id', '=', tenantId)
    .select(['tenant_id', 'auth_status'])
    .executeTakeFirstOrThrow()

/** A company has one authenticated space. Throws `space/company-taken` with its administrator, whom one may ask. */
export async function requireUntaken({ db }: Pick<Deps, 'db'>, creditCode: string): Promise<void> {
  const owner = await db.directory((directory) =>
    directory
      .selectFrom('space as s')
      .innerJoin('membership as m', 'm.tenant_id', 's.tenant_id')
      .innerJoin('account as a', 'a.account_id', 'm.account_id')
      .where('s.credit_code', '=', creditCode)
      .where('m.is_owner', '=', true)
      .select('a.nick_name')
      .executeTakeFirst(),
  )
  if (!owner) return
  const message = `该企业已在本平台认证，管理员为${maskName(owner.nick_name)}，请联系管理员邀请您加入；如有疑问请联系客服`
  throw new Refusal('space/company-taken', { field: 'creditCode', message })
}

function checkedCompany(input: Input<Submit>): Company {
  const bankName = input.bankName.trim()
  return {
    companyName: fieldOf('companyName', checkCompanyName(input.companyName)),
    creditCode: fieldOf('creditCode', checkCreditCode(input.creditCode)),
    legalName: fieldOf('legalName', checkPersonName(input.legalName)),
    bankName: fieldOf('bankName', bankName.length < 2 ? failed('请输入开户银行') : passed(bankName)),
    bankAccount: fieldOf('bankAccount', checkCorporateAccount(input.bankAccount)),
  }
}

import type { Input, Output } from '@moqi/api/call'
import type { realName } from '@moqi/api/real-name'
import { checkCorporateAccount, paymentTries } from '@moqi/domain/identity/bank'
import { failed, passed } from '@moqi/domain/identity/checked'
import { checkCompanyName, checkCreditCode } from '@moqi/domain/identity/company'
import { checkPersonName, maskName } from '@moqi/domain/identity/person-name'
import { Refusal } from '@moqi/domain/refusal'
import { type AuthState, companyAuthLifecycle } from '@moqi/domain/spaces/company-auth-lifecycle'
import { dayMs } from '@moqi/domain/time/civil-date'
import { moveCompanyAuth } from '#src/cores/identity/move-auth.ts'
import { createSpace } from '#src/cores/identity/create-space.ts'
import type { Handler } from '#src/platform/handlers.ts'
import { keepAnswer } from '#src/platform/idempotency.ts'
import type { Person } from '#src/platform/actor.ts'
import { type Db, isDuplicate } from '#src/platform/database/database.ts'
import { lockCompany, lockPhones } from '#src/platform/database/phone-lock.ts'
import type { Deps } from '#src/platform/deps.ts'
import { fieldOf } from '#src/platform/field-of.ts'
import { enqueue } from '#src/platform/jobs/jobs.ts'
import { tellAuth } from '#src/platform/live/live-event.ts'
import { personalSpace } from '#src/cores/identity/personal-space.ts'
import { failAuth, findOwnCompany, lapsing, openAuth, ownedCompany } from './company-auth-rows.ts'

type Submit = typeof realName.submitCompanyAuth
type Company = Omit<Input<Submit>, 'tenantId' | 'replaces' | 'agree'>

/**
 * Begins a company's authentication: name, credit code and legal representative are checked by the gateway, then an
 * amount is sent to the company's account by a job. Whoever tells that amount holds the account (`confirmPayment`).
 * Who asks must be real-named, and owns the space that comes of it.
 */
export const submitCompanyAuth: Handler<Submit> = async (deps, person, input) => {
  if (deps.bank.closed !== null) throw new Refusal('identity/rejected', { message: deps.bank.closed })
  const named = input.tenantId === undefined ? null : ownedCompany(person, input.tenantId)
  if (personalSpace(person).authStatus !== 'passAuth') throw new Refusal('space/not-authenticated')
  const company = checkedCompany(input)
  await requireUntaken(deps, company.creditCode)
  const reason = await deps.identity.checkCompany(company)
  const replaces = input.replaces ?? null
  // What is under way stays as it is.
  if (reason !== null && replaces !== null) throw new Refusal('identity/rejected', { message: reason })
  const work = (tx: Db) => submitted(deps, tx, person, { company, named, replaces, reason })
  return deps.db.directoryWrite(work).catch((error: unknown) => {
    if (isDuplicate(error)) throw new Refusal('space/auth-changed', {}, { cause: error })
    throw error
  })
}

const limits = { perPerson: 3, perCompany: 5, days: 30 }

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
  await requireFew(deps, tx, person.accountId, company.creditCode)
  const found = await spaceFor(deps, tx, person.accountId, { named, name: company.companyName, reason })
  const space = replaces === null ? found : await given(deps, tx, found, replaces)
  const status = await moveCompanyAuth(tx, space, reason === null ? ['submit'] : ['submit', 'companyFailed'], {
    reject_reason: reason,
    name: company.companyName,
  })
  if (reason !== null) tellAuth(tx, { tenantId: space.tenantId, accountId: person.accountId }, status)
  const authId = deps.newId()
  if (reason === null) await begin(deps, tx, { authId, tenantId: space.tenantId, accountId: person.accountId }, company)
  return keepAnswer(tx, deps, person, { authid: authId, tenantId: space.tenantId, isAuthed: status, reason })
}

async function begin(
  { now, random }: Pick<Deps, 'now' | 'random'>,
  tx: Db,
  { authId, tenantId, accountId }: { authId: string; tenantId: string; accountId: string },
  { companyName, creditCode, legalName, bankName, bankAccount }: Company,
): Promise<void> {
  await tx
    .insertInto('company_auth')
    .values({
      auth_id: authId,
      tenant_id: tenantId,
      account_id: accountId,
      company_name: companyName,
      credit_code: creditCode,
      legal_name: legalName,
      bank_name: bankName,
      bank_account: bankAccount,
      fen: 1 + (random(6).readUIntBE(0, 6) % 99),
      step: 'paymentSent',
      tries_left: paymentTries,
      expire_at: null,
      created_at: now(),
      ended_at: null,
    })
    .execute()
  await enqueue(tx, 'payCompany', { authId })
  // Also when the bank never answers.
  await enqueue(tx, 'lapsePayment', { authId }, lapsing(authId))
}

/**
 * An amount is one of 99 and may be told thrice. So that nobody guesses it by submitting again and again, a person has
 * three submissions of a company in 30 days, and a company is paid five times. Throws `request/too-often`.
 */
async function requireFew({ now }: Pick<Deps, 'now'>, tx: Db, accountId: string, creditCode: string): Promise<void> {
  const sent = await tx
    .selectFrom('company_auth')
    .where('credit_code', '=', creditCode)
    .where('created_at', '>', now() - limits.days * dayMs)
    .select(['account_id', 'expire_at', 'ended_at'])
    .execute()
  const own = sent.filter(({ account_id }) => account_id === accountId).length
  // One that the bank refused, or that was put right before, cost nobody a guess.
  const paid = sent.filter(({ expire_at, ended_at }) => expire_at !== null || ended_at === null).length
  if (own < limits.perPerson && paid < limits.perCompany) return
  throw new Refusal('request/too-often', { message: `该企业近${limits.days}天提交认证次数过多，请联系客服办理` })
}

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
  { now }: Pick<Deps, 'now'>,
  tx: Db,
  { tenantId }: { tenantId: string },
  authId: string,
): Promise<{ tenantId: string; authStatus: AuthState }> {
  const open = await openAuth(tx, { tenantId }, true)
  if (open?.auth_id !== authId) throw new Refusal('space/auth-changed')
  return { tenantId, authStatus: await failAuth(tx, open, '已重新提交', now()) }
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

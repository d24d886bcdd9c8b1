import type { Input } from '@moqi/api/call'
import type { realName } from '@moqi/api/real-name'
import { checkCorporateAccount } from '@moqi/domain/identity/bank'
import { failed, passed } from '@moqi/domain/identity/checked'
import { checkCompanyName, checkCreditCode } from '@moqi/domain/identity/company'
import { checkIdNumber } from '@moqi/domain/identity/id-number'
import { checkPersonName, maskName } from '@moqi/domain/identity/person-name'
import { checkPhone } from '@moqi/domain/identity/phone'
import { Refusal } from '@moqi/domain/refusal'
import { shanghaiDate } from '@moqi/domain/time/civil-date'
import { personalSpace } from '#src/cores/identity/personal-space.ts'
import type { Deps } from '#src/platform/deps.ts'
import { fieldOf } from '#src/platform/field-of.ts'
import type { Handler } from '#src/platform/handlers.ts'
import { identityHash } from '#src/platform/identity-hash.ts'
import { askRegistry } from './ask-registry.ts'
import { ownedCompany } from './owned-company.ts'
import { type Company, submitCompany } from './submit-company.ts'

type Submit = typeof realName.submitCompanyAuth

/**
 * Begins a company's authentication: name, credit code and legal representative are checked by the gateway. Then an
 * amount is sent to the company's account by a job, and whoever tells it holds the account (`confirmPayment`); or a
 * letter is sent to the legal representative, whose signature authenticates the company (`sendCompanyLetter`).
 * Or the company pays from its own account, and the bank tells of it (`askArrived`).
 * Who asks owns the space that comes of it; is that person not real-named yet, all of it waits for that (domain 5.6).
 */
export const submitCompanyAuth: Handler<Submit> = async (deps, person, input) => {
  requireOffered(deps, input.authWay)
  const named = input.tenantId === undefined ? null : ownedCompany(person, input.tenantId)
  const { company, factors } = checkedCompany(deps, input)
  await requireUntaken(deps, company.creditCode)
  const reason = await askRegistry(deps.identity.checkCompany(factors))
  const replaces = input.replaces ?? null
  // What is under way stays as it is, and nothing waits for a person that could come to nothing.
  if (reason !== null && (replaces !== null || personalSpace(person).authStatus !== 'passAuth'))
    throw new Refusal('identity/rejected', { message: reason })
  return submitCompany(deps, person, { company, named, replaces, reason })
}

/** Refuses a way that needs a bank where none is asked (`identity/rejected`). */
function requireOffered({ bank }: Pick<Deps, 'bank'>, authWay: Input<Submit>['authWay']): void {
  const unwatched = bank.account === null ? '平台暂未开通反向打款认证，请改用其他认证方式' : null
  const closed = { payment: bank.closed, reverse: unwatched, letter: null }[authWay]
  if (closed !== null) throw new Refusal('identity/rejected', { message: closed })
}

/** A company has one authenticated space. Throws `space/company-taken` with its administrator, whom one may ask. */
export async function requireUntaken({ db }: Pick<Deps, 'db'>, creditCode: string): Promise<void> {
  const owner = await db.directory((directory) =>
    directory
      .selectFrom('space as s')
      .innerJoin('membership as m', 'm.tenant_id', 's.tenant_id')
      .innerJoin('account as a', 'a.account_id', 'm.account_id')
      .where('s.credit_code', '=', creditCode)
      .where('s.auth_status', '=', 'passAuth')
      .where('m.is_owner', '=', true)
      .select('a.nick_name')
      .executeTakeFirst(),
  )
  if (!owner) return
  const message = `该企业已在本平台认证，管理员为${maskName(owner.nick_name)}，请联系管理员邀请您加入；如有疑问请联系客服`
  throw new Refusal('space/company-taken', { field: 'creditCode', message })
}

/** What is typed, checked for its way; the legal representative's number goes to the gateway alone. */
function checkedCompany(deps: Pick<Deps, 'now' | 'derivationKey'>, input: Input<Submit>) {
  const factors = {
    companyName: fieldOf('companyName', checkCompanyName(input.companyName)),
    creditCode: fieldOf('creditCode', checkCreditCode(input.creditCode)),
    legalName: fieldOf('legalName', checkPersonName(input.legalName)),
  }
  const kind = 'enterprise' as const
  const { authWay } = input
  if (authWay === 'payment') {
    const bankName = input.bankName.trim()
    const company: Company = {
      ...factors,
      authWay,
      kind,
      bankName: fieldOf('bankName', bankName.length < 2 ? failed('请输入开户银行') : passed(bankName)),
      bankAccount: fieldOf('bankAccount', checkCorporateAccount(input.bankAccount)),
    }
    return { company, factors }
  }
  if (authWay === 'reverse') {
    const company: Company = { ...factors, authWay, kind, bankName: '', bankAccount: '' }
    return { company, factors }
  }
  const legalIdNumber = fieldOf('legalIdNumber', checkIdNumber(input.legalIdNumber, shanghaiDate(deps.now())))
  const legal = {
    phone: fieldOf('legalPhone', checkPhone(input.legalPhone)),
    identityHash: identityHash(deps, legalIdNumber),
  }
  const company: Company = { ...factors, authWay, kind, bankName: '', bankAccount: '', legal }
  return { company, factors: { ...factors, legalIdNumber } }
}

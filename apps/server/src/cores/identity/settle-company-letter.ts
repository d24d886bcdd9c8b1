import { type CompanyLetterEnd, companyLetterEnds } from '@moqi/domain/spaces/company-letter'
import type { Db } from '#src/platform/database/database.ts'
import { lockCompany, lockPhones } from '#src/platform/database/phone-lock.ts'
import type { Deps } from '#src/platform/deps.ts'
import { type CompanyAuthRow, openCompanyAuth } from './company-auth.ts'
import { failCompanyAndTell, passCompany } from './company-verdict.ts'

type Settling = Pick<Deps, 'config' | 'now' | 'newId' | 'sms' | 'derivationKey'>

/** How a letter has ended: signed by these accounts, or how it came to nothing, with the words of whoever ended it. */
export type CompanyLetterOutcome = { signers: readonly (string | null)[] } | { end: CompanyLetterEnd; words: string }

/**
 * What a letter's end makes of the company's authentication, in the transaction of that end. Signed by the legal
 * representative it has passed; a letter that was passed on to, or replaced by, somebody else proves nothing. One that
 * has ended otherwise meanwhile stays so.
 */
export async function settleCompanyLetter(
  deps: Settling,
  tx: Db,
  contractId: string,
  outcome: CompanyLetterOutcome,
): Promise<void> {
  const found = await tx
    .selectFrom('company_auth as c')
    .innerJoin('account as a', 'a.account_id', 'c.account_id')
    .where('c.letter_contract_id', '=', contractId)
    .where('c.ended_at', 'is', null)
    .select(['c.auth_id', 'c.credit_code', 'a.phone'])
    .executeTakeFirst()
  if (!found) return
  await lockPhones(tx, [found.phone])
  await lockCompany(tx, found.credit_code)
  const row = await openCompanyAuth(tx, { authId: found.auth_id }, true)
  if (!row) return
  const reason = 'end' in outcome ? wordsOf(outcome) : await whyNot(tx, row, outcome.signers)
  if (reason === null) await passCompany(deps, tx, row)
  else await failCompanyAndTell(deps, tx, row, reason)
}

const wordsOf = ({ end, words }: { end: CompanyLetterEnd; words: string }) =>
  end === 'reject' ? `${companyLetterEnds.reject}：${words}` : companyLetterEnds[end]

/** Why a signed letter proves nothing; null where it does. */
async function whyNot(tx: Db, row: CompanyAuthRow, signers: readonly (string | null)[]): Promise<string | null> {
  const [signer, ...others] = signers
  if (!signer || others.length > 0 || !(await isLegal(tx, row, signer))) return '授权书不是由法定代表人本人签署'
  const other = await tx
    .selectFrom('space')
    .where('credit_code', '=', row.credit_code)
    .where('tenant_id', '<>', row.tenant_id)
    .select('tenant_id')
    .executeTakeFirst()
  return other ? '该企业已由他人完成认证' : null
}

/** Whether an account is, by its own real name, who the company's legal representative was said to be. */
async function isLegal(tx: Db, row: CompanyAuthRow, accountId: string): Promise<boolean> {
  const own = await tx
    .selectFrom('membership as m')
    .innerJoin('space as s', 's.tenant_id', 'm.tenant_id')
    .where('m.account_id', '=', accountId)
    .where('s.kind', '=', 'person')
    .where('s.auth_status', '=', 'passAuth')
    .select(['s.name', 's.identity_hash'])
    .executeTakeFirst()
  return own?.name === row.legal_name && own.identity_hash !== null && own.identity_hash === row.legal_identity_hash
}

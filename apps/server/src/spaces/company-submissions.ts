import type { CompanyWay } from '@moqi/domain/identity/company-way'
import { dayMs } from '@moqi/domain/time/civil-date'
import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'

const limits = { perPerson: 3, perCompany: 5, reverse: 10, days: 30 }

/** What is said when a company has been submitted too often. */
export const tooManySubmissions = `该企业近${limits.days}天提交认证次数过多，请联系客服办理`

/** Whose submission of which company; of one that waited, its own id, which does not count against itself. */
type Submission = { accountId: string; creditCode: string; authWay: CompanyWay; authId?: string }

/**
 * An amount is one of 99 and may be told thrice. So that nobody guesses it by submitting again and again, a person has
 * three submissions of a company in 30 days, and a company is paid five times: whether one more would be too many. Each
 * way is counted by itself, and nobody is kept from one by having tried another. Who pays guesses nothing, and is kept
 * from asking the bank without end alone.
 */
export async function isSubmittedOften(
  { now }: Pick<Deps, 'now'>,
  tx: Db,
  { accountId, creditCode, authWay, authId }: Submission,
): Promise<boolean> {
  const rows = await tx
    .selectFrom('company_auth')
    .where('credit_code', '=', creditCode)
    .where('auth_way', '=', authWay)
    .where('created_at', '>', now() - limits.days * dayMs)
    .select(['auth_id', 'account_id', 'step', 'expire_at', 'ended_at'])
    .execute()
  const sent = rows.filter(({ auth_id }) => auth_id !== authId)
  const own = sent.filter(({ account_id }) => account_id === accountId).length
  if (authWay === 'reverse') return own >= limits.reverse
  // One that the bank refused, that was put right before or waits for its operator has cost nobody a guess.
  const paid = sent.filter(
    ({ expire_at, ended_at, step }) => expire_at !== null || (ended_at === null && step !== 'infoSubmitted'),
  ).length
  return own >= limits.perPerson || paid >= limits.perCompany
}

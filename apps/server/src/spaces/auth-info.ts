import type { Output } from '@moqi/api/call'
import type { CompanyAuth, realName } from '@moqi/api/real-name'
import { attemptsLeft, factorWays } from '@moqi/domain/identity/person-factors'
import { reviewLogVerbs } from '@moqi/domain/identity/review-log-verbs'
import { normalizeCompanyName } from '@moqi/domain/identity/company'
import type { Handler } from '#src/platform/handlers.ts'
import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'
import { failedAttempts, lastPersonAuth } from '#src/cores/identity/person-auth.ts'
import { lastReviewLog } from '#src/cores/identity/person-review.ts'
import { personalSpace } from '#src/cores/identity/personal-space.ts'
import { openCompanyAuth } from '#src/cores/identity/company-auth.ts'
import { findOwnCompany, ownedCompany } from './owned-company.ts'

type Info = typeof realName.getAuthInfo

/** How far the authentication of the personal space, or of a company the person owns, has come (checklist C92). */
export const getAuthInfo: Handler<Info> = async (deps, person, { tenantId, companyName }) => {
  const { db, config, identity } = deps
  const { trials } = identity
  if (tenantId === undefined && companyName === undefined) {
    const own = await personInfo(deps, personalSpace(person).tenantId)
    return { ...own, ...(config.demo && { trialArray: [...trials.person] }) }
  }
  const info = await db.directory(async (directory) => {
    if (tenantId !== undefined) return infoOf(directory, ownedCompany(person, tenantId))
    const found = await findOwnCompany(directory, person.accountId, normalizeCompanyName(companyName ?? ''))
    return found ? infoOf(directory, found.tenant_id) : none
  })
  return { ...info, ...(config.demo && { trialArray: [...trials.company] }) }
}

/** What a company has none of. */
const noPerson = {
  authWay: null,
  completeTime: null,
  triesLeft: null,
  retryTime: null,
  reviewLogArray: [],
  hasReview: 0 as const,
}
const none = { isAuthed: 'notAuth', realName: null, reason: null, company: null, ...noPerson } as const

async function personInfo(deps: Pick<Deps, 'db' | 'now' | 'config'>, tenantId: string): Promise<Output<Info>> {
  const { info, failed, last } = await deps.db.directory(async (directory) => ({
    info: await infoOf(directory, tenantId),
    failed: await failedAttempts(deps, directory, tenantId, factorWays),
    last: await lastPersonAuth(directory, tenantId),
  }))
  const { left: triesLeft, retryAt: retryTime } = attemptsLeft(failed)
  const lines = last === 'manualReview' ? await deps.db.read(tenantId, (own) => lastReviewLog(own, tenantId)) : []
  const reviewLogArray = lines.map(({ at: time, verb, detail }) => ({ time, label: reviewLogVerbs[verb], detail }))
  return {
    ...info,
    authWay: last ?? null,
    triesLeft,
    retryTime,
    reviewLogArray,
    hasReview: deps.config.operator ? 1 : 0,
  }
}

async function infoOf(directory: Db, tenantId: string): Promise<Output<Info>> {
  const found = await directory
    .selectFrom('space')
    .where('tenant_id', '=', tenantId)
    .select(['auth_status', 'name', 'reject_reason', 'authenticated_at'])
    .executeTakeFirstOrThrow()
  const company = await companyOf(directory, tenantId)
  const { auth_status: isAuthed, reject_reason: reason, authenticated_at: completeTime } = found
  return { ...noPerson, isAuthed, realName: found.name || null, reason, company, completeTime }
}

async function companyOf(directory: Db, tenantId: string): Promise<CompanyAuth | null> {
  const row = await openCompanyAuth(directory, { tenantId })
  if (!row) return null
  return {
    authid: row.auth_id,
    tenantId,
    companyName: row.company_name,
    creditCode: row.credit_code,
    bankName: row.bank_name,
    bankAccount: row.bank_account.slice(-4),
    step: row.step,
    triesLeft: row.tries_left,
    expireTime: row.expire_at,
  }
}

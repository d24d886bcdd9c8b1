import type { Output } from '@moqi/api/call'
import type { CompanyAuth, realName } from '@moqi/api/real-name'
import { attemptsLeft, machineWays } from '@moqi/domain/identity/person-factors'
import { reviewLogVerbs } from '@moqi/domain/identity/review-log-verbs'
import { maskPhone } from '@moqi/domain/identity/phone'
import { normalizeCompanyName } from '@moqi/domain/identity/company'
import type { Handler } from '#src/platform/handlers.ts'
import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'
import {
  failedAttempts,
  lastPersonAuth,
  lastPersonChange,
  type PersonAuthRow,
} from '#src/cores/identity/person-auth.ts'
import type { PaperCase } from '#src/cores/identity/paper-picture.ts'
import { lastReview } from '#src/cores/identity/person-review.ts'
import { reviewLogOf } from '#src/cores/identity/review-log.ts'
import { personalSpace } from '#src/cores/identity/personal-space.ts'
import { openCompanyAuth } from '#src/cores/identity/company-auth.ts'
import { lastCompanyReview } from '#src/cores/identity/company-review.ts'
import { reverseInfo } from './reverse-info.ts'
import { findOwnCompany, ownedCompany } from './owned-company.ts'

type Info = typeof realName.getAuthInfo

/** How far the authentication of the personal space, or of a company the person owns, has come (checklist C92). */
export const getAuthInfo: Handler<Info> = async (deps, person, { tenantId, companyName }) => {
  const { db, config, identity, bank } = deps
  const { trials } = identity
  if (tenantId === undefined && companyName === undefined) {
    const own = await personInfo(deps, personalSpace(person).tenantId)
    return { ...own, ...(config.demo && { trialArray: [...trials.person, ...trials.face] }) }
  }
  const place = { papersIn: personalSpace(person).tenantId }
  const { info, papers } = await db.directory(async (directory) => {
    if (tenantId !== undefined)
      return companyInfo(deps, directory, { ...place, tenantId: ownedCompany(person, tenantId) })
    const found = await findOwnCompany(directory, person.accountId, normalizeCompanyName(companyName ?? ''))
    return found ? companyInfo(deps, directory, { ...place, tenantId: found.tenant_id }) : { info: none, papers: null }
  })
  return {
    ...info,
    reviewLogArray: await shownLog(deps, papers),
    hasReview: config.operator ? 1 : 0,
    hasReverse: bank.account === null ? 0 : 1,
    ...(config.demo && { trialArray: [...trials.company, ...bank.trials] }),
  }
}

/** What has become of papers, in words. */
async function shownLog({ db }: Pick<Deps, 'db'>, papers: PaperCase | null): Promise<Output<Info>['reviewLogArray']> {
  const lines = papers === null ? [] : await db.read(papers.tenantId, (own) => reviewLogOf(own, papers))
  return lines.map(({ at: time, verb, detail }) => ({ time, label: reviewLogVerbs[verb], detail }))
}

const companyInfo = async (deps: Pick<Deps, 'bank'>, directory: Db, place: { papersIn: string; tenantId: string }) => ({
  info: await infoOf(deps, directory, place.tenantId),
  papers: await lastCompanyReview(directory, place),
})

/** What a company has none of. */
const noPerson = {
  authWay: null,
  completeTime: null,
  ending: null,
  change: null,
  triesLeft: null,
  retryTime: null,
  reviewLogArray: [],
  hasReview: 0 as const,
  hasFace: 0 as const,
  hasReverse: 0 as const,
}
const none = { isAuthed: 'notAuth', realName: null, reason: null, company: null, ...noPerson } as const

async function personInfo(
  deps: Pick<Deps, 'db' | 'now' | 'config' | 'bank' | 'identity'>,
  tenantId: string,
): Promise<Output<Info>> {
  const { info, failed, last, papers, change } = await deps.db.directory(async (directory) => ({
    info: await infoOf(deps, directory, tenantId),
    failed: await failedAttempts(deps, directory, tenantId, machineWays),
    last: await lastPersonAuth(directory, tenantId),
    papers: await lastReview(directory, tenantId),
    change: await lastPersonChange(directory, tenantId),
  }))
  const { left: triesLeft, retryAt: retryTime } = attemptsLeft(failed)
  const reviewLogArray = await shownLog(deps, last === 'manualReview' ? papers : null)
  return {
    ...info,
    authWay: last ?? null,
    change: change ? changeOf(change) : null,
    triesLeft,
    retryTime,
    reviewLogArray,
    hasReview: deps.config.operator ? 1 : 0,
    hasFace: deps.identity.face ? 1 : 0,
  }
}

function changeOf({
  passed,
  ended_at,
  fail_reason: reason,
}: Pick<PersonAuthRow, 'passed' | 'ended_at' | 'fail_reason'>) {
  if (ended_at === null) return { changeState: 'pending' as const, reason: null }
  return { changeState: passed === true ? ('passed' as const) : ('failed' as const), reason }
}

async function infoOf(deps: Pick<Deps, 'bank'>, directory: Db, tenantId: string): Promise<Output<Info>> {
  const found = await directory
    .selectFrom('space')
    .where('tenant_id', '=', tenantId)
    .select(['auth_status', 'name', 'reject_reason', 'authenticated_at', 'auth_end'])
    .executeTakeFirstOrThrow()
  const company = await companyOf(deps, directory, tenantId)
  const { auth_status: isAuthed, reject_reason: reason, authenticated_at: completeTime, auth_end: end } = found
  const ending = end && { endCause: end.cause, reason: end.reason, reference: end.reference, endTime: end.at }
  return { ...noPerson, isAuthed, realName: found.name || null, reason, company, completeTime, ending }
}

async function companyOf(deps: Pick<Deps, 'bank'>, directory: Db, tenantId: string): Promise<CompanyAuth | null> {
  const row = await openCompanyAuth(directory, { tenantId })
  // A row that has ended is not open.
  if (!row || row.step === 'ended') return null
  return {
    authid: row.auth_id,
    tenantId,
    authWay: row.auth_way,
    kind: row.kind,
    companyName: row.company_name,
    creditCode: row.credit_code,
    bankName: row.bank_name,
    bankAccount: row.bank_account.slice(-4),
    step: row.step,
    triesLeft: row.tries_left,
    legalName: row.legal_name,
    legalPhone: row.legal_phone === null ? null : maskPhone(row.legal_phone),
    letterSignId: row.letter_sign_id,
    expireTime: row.expire_at,
    reverse: await reverseInfo(deps, directory, row),
  }
}

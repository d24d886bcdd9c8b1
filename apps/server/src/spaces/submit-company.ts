import type { Output } from '@moqi/api/call'
import type { realName } from '@moqi/api/real-name'
import { Refusal } from '@moqi/domain/refusal'
import { type AuthState, type CompanyAuthEvent, companyAuthLifecycle } from '@moqi/domain/spaces/company-auth-lifecycle'
import {
  beginCompanyAuth,
  type CompanyProof,
  openCompanyAuth,
  withdrawCompanyAuth,
} from '#src/cores/identity/company-auth.ts'
import { createSpace } from '#src/cores/identity/create-space.ts'
import { moveCompanyAuth } from '#src/cores/identity/move-auth.ts'
import { endedByPlatform, isEnded } from '#src/cores/identity/is-ended.ts'
import { personalSpace } from '#src/cores/identity/personal-space.ts'
import type { Person } from '#src/platform/actor.ts'
import { type Db, isDuplicate } from '#src/platform/database/database.ts'
import { lockCompany, lockPhones } from '#src/platform/database/phone-lock.ts'
import type { Deps } from '#src/platform/deps.ts'
import { keepAnswer } from '#src/platform/idempotency.ts'
import { tellAuth } from '#src/platform/live/live-event.ts'
import { isSubmittedOften, tooManySubmissions } from './company-submissions.ts'
import { findOwnCompany } from './owned-company.ts'

/** What is said of a company, checked: whoever asks says it. */
export type Company = Omit<CompanyProof, 'accountId'>

/** A company as it is submitted: for the space that is named, in the place of what was submitted before. */
export type Submission = {
  company: Company
  named: string | null
  replaces: string | null
  /** What the gateway has against it. */
  reason: string | null
  /** Hands in what belongs to the authentication of that id, in its transaction. */
  attach?: (tx: Db, authId: string) => Promise<void>
}

/**
 * Begins the authentication of a company, or fails it with the gateway's reason, in one transaction of the person's
 * space. Throws `space/auth-changed` where another is under way, `request/too-often` for one more than there may be.
 */
export async function submitCompany(
  deps: Deps,
  person: Person,
  submission: Submission,
): Promise<Output<typeof realName.submitCompanyAuth>> {
  try {
    return await deps.db.write(personalSpace(person).tenantId, (tx) => submitted(deps, tx, person, submission))
  } catch (error) {
    if (isDuplicate(error)) throw new Refusal('space/auth-changed', {}, { cause: error })
    throw error
  }
}

async function submitted(
  deps: Deps,
  tx: Db,
  person: Person,
  { company, named, replaces, reason, attach }: Submission,
): Promise<Output<typeof realName.submitCompanyAuth>> {
  // One person's submissions take turns, so that two of them make one space.
  await lockPhones(tx, [person.phone])
  await lockCompany(tx, company.creditCode)
  const { accountId } = person
  if (await isSubmittedOften(deps, tx, { accountId, creditCode: company.creditCode, authWay: company.authWay })) {
    throw new Refusal('request/too-often', { message: tooManySubmissions })
  }
  const found = await spaceFor(deps, tx, accountId, { named, name: company.companyName, reason })
  const space = replaces === null ? found : await given(deps, tx, found, replaces)
  // As it is now: the person's own authentication may have ended since the request came.
  const operator = await spaceOf(tx, personalSpace(person).tenantId)
  await requireReturned(tx, space.tenantId, company)
  const begins = beginning(space.authStatus, operator.auth_status === 'passAuth')
  const status = await moveCompanyAuth(tx, space, reason === null ? begins : [...begins, 'companyFailed'], {
    reject_reason: reason,
    name: company.companyName,
  })
  const { tenantId } = space
  if (reason !== null) tellAuth(tx, { tenantId, accountId }, status)
  const authId = deps.newId()
  if (reason === null) {
    const isNamed = operator.auth_status === 'passAuth'
    await beginCompanyAuth(deps, tx, { authId, tenantId, isNamed }, { ...company, accountId })
    await attach?.(tx, authId)
  }
  return keepAnswer(tx, deps, person, { authid: authId, tenantId, isAuthed: status, reason })
}

/**
 * A company whose authentication has lapsed comes back as what it was. Throws `field/invalid`, and `identity/rejected`
 * where the platform has ended it and no people are to look.
 */
async function requireReturned(tx: Db, tenantId: string, { authWay, companyName, creditCode }: Company): Promise<void> {
  const was = await tx
    .selectFrom('space')
    .where('tenant_id', '=', tenantId)
    .select(['name', 'credit_code', 'authenticated_at'])
    .executeTakeFirstOrThrow()
  if (was.authenticated_at === null) return
  if (authWay !== 'manualReview' && (await isEnded(tx, tenantId)))
    throw new Refusal('identity/rejected', { message: endedByPlatform })
  if (was.name === companyName && (was.credit_code === null || was.credit_code === creditCode)) return
  const message = '须以原企业名称和统一社会信用代码重新认证；名称已变更的，请认证后再办理信息变更'
  throw new Refusal('field/invalid', { field: 'companyName', message })
}

/** How a submission begins: with its operator, who comes first; one who has passed since failing is past that. */
function beginning(from: AuthState, isNamed: boolean): CompanyAuthEvent[] {
  if (!isNamed) return ['startPerson']
  return from === 'rejectPersonAuth' ? ['startPerson', 'personPassed'] : ['submit']
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
  deps: Pick<Deps, 'now'>,
  tx: Db,
  { tenantId }: { tenantId: string },
  authId: string,
): Promise<{ tenantId: string; authStatus: AuthState }> {
  const open = await openCompanyAuth(tx, { tenantId }, true)
  if (open?.auth_id !== authId) throw new Refusal('space/auth-changed')
  return { tenantId, authStatus: await withdrawCompanyAuth(deps, tx, open, '已重新提交') }
}

const spaceOf = (tx: Db, tenantId: string) =>
  tx
    .selectFrom('space')
    .where('tenant_id', '=', tenantId)
    .select(['tenant_id', 'auth_status'])
    .executeTakeFirstOrThrow()

import type { companyReview } from '@moqi/api/company-review'
import { checkReason } from '@moqi/domain/contract/draft-text'
import { checkCompanyNumber } from '@moqi/domain/identity/company-paper'
import { checkPaperEnd } from '@moqi/domain/identity/paper-term'
import { maskPhone } from '@moqi/domain/identity/phone'
import type { ReviewLogVerb } from '@moqi/domain/identity/review-log-verbs'
import type { OperatorVerb } from '@moqi/domain/operators/operator-verbs'
import { Refusal } from '@moqi/domain/refusal'
import { setAuthTerm } from '#src/cores/identity/auth-term.ts'
import { type CompanyAuthRow, openCompanyAuth } from '#src/cores/identity/company-auth.ts'
import {
  type CompanyCase,
  noteFirst,
  requireCompanyReview,
  shownOf,
  waitingCompanyReviews,
} from '#src/cores/identity/company-review.ts'
import { failCompanyAndTell, passCompany } from '#src/cores/identity/company-verdict.ts'
import { openPicture } from '#src/cores/identity/paper-picture.ts'
import { addReviewLog } from '#src/cores/identity/review-log.ts'
import { addOperatorLog } from '#src/cores/operator/operator-log.ts'
import type { Operator } from '#src/platform/actor.ts'
import { type Db, isDuplicate } from '#src/platform/database/database.ts'
import { lockPhones } from '#src/platform/database/phone-lock.ts'
import type { Deps } from '#src/platform/deps.ts'
import { fieldOf } from '#src/platform/field-of.ts'
import type { Handler } from '#src/platform/handlers.ts'
import { pageOf, readCursor } from '#src/platform/keyset.ts'
import { notify } from '#src/platform/messages/notify.ts'
import { requireUntaken } from './company-authentication.ts'

type Calls = typeof companyReview

const pageSize = 20

/** Companies whose papers wait for somebody, of every space; the oldest first. */
export const listCompanyReviews: Handler<Calls['listCompanyReviews']> = async (
  { db, config },
  { operatorId },
  { cursor, search },
) => {
  const rows = await db.directory((directory) => waitingCompanyReviews(directory, readCursor(cursor), pageSize, search))
  const { page, nextCursor } = pageOf(rows, pageSize, ({ submitted_at: at, auth_id: id }) => ({ at, id }))
  const reviewArray = page.map((row) => ({
    authid: row.auth_id,
    kind: row.kind,
    companyName: row.company_name,
    legalName: row.legal_name,
    operatorName: row.nick_name,
    phone: maskPhone(row.phone),
    submitTime: row.submitted_at,
    hasFirst: row.first_operator_id === null ? (0 as const) : (1 as const),
    isFirstOwn: row.first_operator_id === operatorId ? (1 as const) : (0 as const),
  }))
  return { reviewArray, nextCursor, reviewers: config.companyReviewers }
}

/** One picture, opened; who handed it in can read that it was looked at, and the platform by whom. */
export const companyReviewPicture: Handler<Calls['companyReviewPicture']> = async (
  deps,
  operator,
  { authid: authId, picture: pictureNo },
) => {
  const found = await deps.db.directory((directory) => requireCompanyReview(directory, authId))
  const { tenantId, companyName } = found
  return deps.db.write(tenantId, async (tx) => {
    const { type, bytes, shows } = await openPicture(deps, tx, { tenantId, authId, pictureNo, shown: shownOf(found) })
    const held = await requireCompanyReview(tx, authId)
    await note(deps, tx, operator, { of: held, line: ['look', shows], deed: ['lookPaper', `${companyName}　${shows}`] })
    return { type, bytes, etag: `${authId}-${pictureNo}` }
  })
}

type Noted = {
  of: CompanyCase
  line: [ReviewLogVerb, string | null]
  deed: [OperatorVerb, string]
}

/** What was done is read by who handed the papers in, and stands in the operator's own record. */
async function note(
  deps: Deps,
  tx: Db,
  { operatorId, address }: Operator,
  { of: { tenantId, authId }, line: [verb, detail], deed: [done, about] }: Noted,
): Promise<void> {
  await addReviewLog(deps, tx, { tenantId, authId, verb, detail })
  await addOperatorLog(deps, tx, { operatorId, address, verb: done, detail: about })
}

/**
 * The papers are the company's, and let the person act for it. The number is typed as it stands in the picture: what
 * was declared does not pass by a glance. Where two must look, the first one's word waits for the second's.
 */
export const passCompanyReview: Handler<Calls['passCompanyReview']> = (deps, operator, { authid, ...input }) =>
  decide(deps, authid, async (tx, of, row) => {
    const typed = fieldOf('creditCode', checkCompanyNumber(of.kind, input.creditCode))
    if (typed !== row.credit_code) throw differs
    const until = fieldOf('validUntil', checkPaperEnd(input.validUntil, { now: deps.now(), forGood: true }))
    if (deps.config.companyReviewers === 2 && of.firstOperatorId === null) {
      await noteFirst(tx, of, operator.operatorId)
      await note(deps, tx, operator, { of, line: ['first', null], deed: ['passCompanyFirst', of.companyName] })
      return { isPassed: 0 }
    }
    if (of.firstOperatorId === operator.operatorId) throw new Refusal('operator/second-person')
    await note(deps, tx, operator, { of, line: ['pass', null], deed: ['passCompany', of.companyName] })
    await passCompany(deps, tx, row)
    await setAuthTerm(tx, row.tenant_id, until)
    await tell(deps, tx, row, null)
    return { isPassed: 1 }
  })

const differs = new Refusal('field/invalid', {
  field: 'creditCode',
  message: '与申请人填写的号码不一致，请对照照片核对；确实不一致请不予通过',
})

/** The papers prove nothing: who handed them in reads why, and may hand in others. */
export const refuseCompanyReview: Handler<Calls['refuseCompanyReview']> = async (deps, operator, input) => {
  const reason = fieldOf('reason', checkReason(input.reason))
  return decide(deps, input.authid, async (tx, of, row) => {
    await note(deps, tx, operator, {
      of,
      line: ['refuse', reason],
      deed: ['refuseCompany', `${of.companyName}　${reason}`],
    })
    await failCompanyAndTell(deps, tx, row, reason)
    await tell(deps, tx, row, reason)
    return null
  })
}

/** Decides in the space of who handed the papers in. Whoever decides second is refused (`space/auth-changed`). */
async function decide<T>(
  deps: Deps,
  authId: string,
  judge: (tx: Db, of: CompanyCase, row: CompanyAuthRow) => Promise<T>,
): Promise<T> {
  const { tenantId, accountId } = await deps.db.directory((directory) => requireCompanyReview(directory, authId))
  let creditCode = ''
  try {
    return await deps.db.write(tenantId, async (tx) => {
      const { phone } = await tx
        .selectFrom('account')
        .where('account_id', '=', accountId)
        .select('phone')
        .executeTakeFirstOrThrow()
      await lockPhones(tx, [phone])
      const row = await openCompanyAuth(tx, { authId }, true)
      if (!row) throw new Refusal('space/auth-changed')
      creditCode = row.credit_code
      return judge(tx, await requireCompanyReview(tx, authId), row)
    })
  } catch (error) {
    // Somebody else has authenticated the company meanwhile.
    if (isDuplicate(error)) await requireUntaken(deps, creditCode)
    throw error
  }
}

const tell = (deps: Deps, tx: Db, row: CompanyAuthRow, reason: string | null): Promise<void> =>
  notify(deps, tx, {
    kind: 'companyReviewed',
    to: { accountId: row.account_id, tenantId: row.tenant_id },
    facts: { company: row.company_name, reason },
  })

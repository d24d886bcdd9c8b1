import type { Input } from '@moqi/api/call'
import type { companyReview } from '@moqi/api/company-review'
import { reviewConsents } from '@moqi/domain/account/agreements'
import { checkCompanyNumber, checkKindName, checkLegalName, companyPapers } from '@moqi/domain/identity/company-paper'
import { Refusal } from '@moqi/domain/refusal'
import { openCompanyReview } from '#src/cores/identity/company-review.ts'
import { recordConsent } from '#src/cores/identity/consent.ts'
import { personalSpace } from '#src/cores/identity/personal-space.ts'
import { fieldOf } from '#src/platform/field-of.ts'
import type { Handler } from '#src/platform/handlers.ts'
import { requireReviewers } from './checked-picture.ts'
import { requireUntaken } from './company-authentication.ts'
import { ownedCompany } from './owned-company.ts'
import { type Company, submitCompany } from './submit-company.ts'

type Submit = typeof companyReview.submitCompanyReview

/**
 * Has a company's papers looked at by somebody of the platform: of organisations that no machine knows, and of those
 * that have no account to be paid. The pictures lie in the space of the person who hands them in. As with the other
 * ways that person comes first; until then nobody looks.
 */
export const submitCompanyReview: Handler<Submit> = async (deps, person, input) => {
  requireReviewers(deps)
  const named = input.tenantId === undefined ? null : ownedCompany(person, input.tenantId)
  const company = checkedCompany(input)
  const shown = companyPapers[input.kind]
  if (input.pictureArray.length !== shown.length)
    throw new Refusal('field/invalid', { field: 'pictureArray', message: `请上传全部照片：${shown.join('、')}` })
  await requireUntaken(deps, company.creditCode)
  await deps.db.directory((tx) => recordConsent(deps, tx, person, person.accountId, [reviewConsents[0]]))
  const papers = { tenantId: personalSpace(person).tenantId, accountId: person.accountId }
  return submitCompany(deps, person, {
    company,
    named,
    replaces: input.replaces ?? null,
    reason: null,
    attach: (tx, authId) => openCompanyReview(deps, tx, { ...papers, authId }, input.pictureArray),
  })
}

const checkedCompany = ({ kind, ...input }: Input<Submit>): Company => ({
  authWay: 'manualReview',
  kind,
  companyName: fieldOf('companyName', checkKindName(kind, input.companyName)),
  creditCode: fieldOf('creditCode', checkCompanyNumber(kind, input.creditCode)),
  legalName: fieldOf('legalName', checkLegalName(kind, input.legalName)),
  bankName: '',
  bankAccount: '',
})

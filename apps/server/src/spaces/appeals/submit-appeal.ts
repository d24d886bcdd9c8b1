import type { appeal } from '@moqi/api/appeal'
import { reviewConsents } from '@moqi/domain/account/agreements'
import { checkReason } from '@moqi/domain/contract/draft-text'
import { Refusal } from '@moqi/domain/refusal'
import { appealPapers } from '@moqi/domain/spaces/appeal-lifecycle'
import { formatDate } from '@moqi/domain/time/format-date'
import { maskName } from '@moqi/domain/identity/person-name'
import { moveAppeal, noteJoinWish, openAppeal, requireAppeal } from '#src/cores/identity/appeal.ts'
import { recordConsent } from '#src/cores/identity/consent.ts'
import { takePictures } from '#src/cores/identity/paper-picture.ts'
import { personalSpace } from '#src/cores/identity/personal-space.ts'
import { addReviewLog } from '#src/cores/identity/review-log.ts'
import type { Person } from '#src/platform/actor.ts'
import { lockCompany } from '#src/platform/database/phone-lock.ts'
import { fieldOf } from '#src/platform/field-of.ts'
import type { Handler } from '#src/platform/handlers.ts'
import { keepAnswer } from '#src/platform/idempotency.ts'
import { requireReviewers } from '#src/spaces/checked-picture.ts'
import { takenCompany } from './taken-company.ts'
import { tellAdministrators } from './tell-administrators.ts'

type Calls = typeof appeal

/** The own name in full, which administrators and the platform are told. Throws `space/not-authenticated`. */
function realNamed(person: Person): { name: string; tenantId: string } {
  const { name, tenantId, authStatus } = personalSpace(person)
  if (authStatus !== 'passAuth') throw new Refusal('space/not-authenticated')
  return { name, tenantId }
}

/** Asks a company's administrators to be invited: they are told name and phone, and answer by an invitation. */
export const askToJoin: Handler<Calls['askToJoin']> = async (deps, person, input) => {
  const { name } = realNamed(person)
  const { accountId, phone } = person
  const company = await deps.db.directory((directory) => takenCompany(directory, input.creditCode))
  const { tenantId } = company
  if (person.spaces.some((space) => space.tenantId === tenantId))
    throw new Refusal('appeal/own', { message: '您已是该企业的成员' })
  return deps.db.directoryWrite(async (tx) => {
    await noteJoinWish(deps, tx, { tenantId, accountId })
    await tellAdministrators(deps, tx, tenantId, { kind: 'joinAsked', facts: { company: company.name, name, phone } })
    return keepAnswer(tx, deps, person, { askTime: deps.now() })
  })
}

/**
 * Appeals for the administration of a company (domain 5.6). Its administrators are told at once and may object; the
 * papers lie in the person's own space, as those of a company's authentication do.
 */
export const submitAppeal: Handler<Calls['submitAppeal']> = async (deps, person, input) => {
  requireReviewers(deps)
  const { name, tenantId: papersIn } = realNamed(person)
  const { accountId } = person
  const statement = fieldOf('statement', checkReason(input.statement))
  if (input.pictureArray.length !== appealPapers.length)
    throw new Refusal('field/invalid', { field: 'pictureArray', message: `请上传全部照片：${appealPapers.join('、')}` })
  const company = await deps.db.directory((directory) => takenCompany(directory, input.creditCode))
  const { tenantId } = company
  if (person.spaces.some((space) => space.tenantId === tenantId && space.isOwner)) throw new Refusal('appeal/own')
  await deps.db.directory((tx) => recordConsent(deps, tx, person, accountId, [reviewConsents[0]]))
  return deps.db.write(papersIn, async (tx) => {
    await lockCompany(tx, company.creditCode)
    const opened = await openAppeal(deps, tx, { tenantId, accountId, papersIn, reason: input.appealReason, statement })
    const papers = { tenantId: papersIn, authId: opened.appeal_id }
    await takePictures(tx, papers, input.pictureArray)
    await addReviewLog(deps, tx, { ...papers, verb: 'submit' })
    const date = formatDate(opened.object_until, '{y}-{m}-{d} {h}:{i}')
    const facts = { company: company.name, name: maskName(name), date }
    await tellAdministrators(deps, tx, tenantId, { kind: 'appealed', facts })
    return keepAnswer(tx, deps, person, { appealId: opened.appeal_id, objectUntil: opened.object_until })
  })
}

/** Takes the own appeal back; the administrators are told that it is over. */
export const withdrawAppeal: Handler<Calls['withdrawAppeal']> = async (deps, person, { appealId }) => {
  const own = await deps.db.directory((directory) => requireAppeal(directory, appealId))
  if (own.account_id !== person.accountId) throw new Refusal('appeal/not-found')
  const { papers_tenant_id: papersIn, tenant_id: tenantId } = own
  return deps.db.write(papersIn, async (tx) => {
    await moveAppeal(tx, await requireAppeal(tx, appealId, true), 'withdraw', { ended_at: deps.now() })
    await addReviewLog(deps, tx, { tenantId: papersIn, authId: appealId, verb: 'withdraw' })
    await tellAdministrators(deps, tx, tenantId, { kind: 'appealOver', by: person.accountId })
    return keepAnswer(tx, deps, person, null)
  })
}

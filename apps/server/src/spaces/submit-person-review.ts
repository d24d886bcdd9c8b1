import type { Input, Output } from '@moqi/api/call'
import type { personReview } from '@moqi/api/person-review'
import { reviewConsents } from '@moqi/domain/account/agreements'
import { birthdayPins } from '@moqi/domain/account/user-name'
import { attemptsLeft } from '@moqi/domain/identity/person-factors'
import { checkPaperBirth, checkPaperNumber, comparedNumber, paperPictures } from '@moqi/domain/identity/person-paper'
import { checkPassportName, checkPersonName } from '@moqi/domain/identity/person-name'
import { Refusal } from '@moqi/domain/refusal'
import { personAuthLifecycle } from '@moqi/domain/spaces/person-auth-lifecycle'
import { shanghaiDate } from '@moqi/domain/time/civil-date'
import { recordConsent } from '#src/cores/identity/consent.ts'
import { beginPersonAuth, failedAttempts, type PersonProof } from '#src/cores/identity/person-auth.ts'
import { keepPicture } from '#src/cores/identity/paper-picture.ts'
import { openReview } from '#src/cores/identity/person-review.ts'
import { personalSpace } from '#src/cores/identity/personal-space.ts'
import type { Person } from '#src/platform/actor.ts'
import type { Db } from '#src/platform/database/database.ts'
import { lockPhones } from '#src/platform/database/phone-lock.ts'
import type { Deps } from '#src/platform/deps.ts'
import { fieldOf } from '#src/platform/field-of.ts'
import type { Handler } from '#src/platform/handlers.ts'
import { keepAnswer } from '#src/platform/idempotency.ts'
import { birthdayHash, identityHash } from '#src/platform/identity-hash.ts'
import { tellAuth } from '#src/platform/live/live-event.ts'
import { checkedPicture, requireReviewers } from './checked-picture.ts'
import { moveCompanies } from './operator-steps.ts'

type Calls = typeof personReview

/** Takes one picture of a paper, which nobody sees before it is submitted. */
export const uploadPaperPicture: Handler<Calls['uploadPaperPicture']> = async (deps, person, { file, ...input }) => {
  const { tenantId } = input.of === 'company' ? companyPapersIn(deps, person) : requireReviewable(deps, person)
  const picture = await checkedPicture(deps, file)
  return deps.db.write(tenantId, async (tx) =>
    keepAnswer(tx, deps, person, { pictureId: await keepPicture(deps, tx, tenantId, picture) }),
  )
}

/** The personal space, where a company's papers lie until somebody has decided. Throws `operator/off`. */
function companyPapersIn(deps: Pick<Deps, 'config'>, person: Person) {
  requireReviewers(deps)
  return personalSpace(person)
}

/** The personal space, if its authentication may begin here. Throws `operator/off`, `identity/changed`. */
function requireReviewable(deps: Pick<Deps, 'config'>, person: Person) {
  requireReviewers(deps)
  const space = personalSpace(person)
  personAuthLifecycle.after(space.authStatus, 'submit')
  return space
}

/**
 * Has a person's papers looked at by somebody of the platform, for whom the machines cannot check. As with factors the
 * number is kept as a keyed hash alone, and both consents are on record first.
 */
export const submitPersonReview: Handler<Calls['submitPersonReview']> = async (deps, person, input) => {
  const { tenantId } = requireReviewable(deps, person)
  const proof = proofOf(deps, tenantId, input)
  if (input.pictureArray.length !== paperPictures[input.paper].length) {
    const message = `请上传全部照片：${paperPictures[input.paper].join('、')}`
    throw new Refusal('field/invalid', { field: 'pictureArray', message })
  }
  await deps.db.directory(async (tx) => {
    await refuseSpent(deps, tx, tenantId)
    await recordConsent(deps, tx, person, person.accountId, reviewConsents)
  })
  return deps.db.write(tenantId, async (tx) => {
    await lockPhones(tx, [person.phone])
    await refuseSpent(deps, tx, tenantId)
    return keepAnswer(tx, deps, person, await submitted(deps, tx, person, { proof, input }))
  })
}

function proofOf(deps: Deps, tenantId: string, input: Input<Calls['submitPersonReview']>): PersonProof {
  const today = shanghaiDate(deps.now())
  const { paper, birthday } = input
  const checkName = paper === 'identityCard' ? checkPersonName : checkPassportName
  const realName = fieldOf('realName', checkName(input.realName))
  const idNumber = fieldOf('idNumber', checkPaperNumber(paper, input.idNumber, today))
  const born = fieldOf('birthday', checkPaperBirth(paper, { idNumber, birthday }, today))
  return {
    realName,
    identityHash: identityHash(deps, comparedNumber(paper, idNumber)),
    birthdayHashes: birthdayPins(born).map((pin) => birthdayHash(deps, tenantId, pin)),
  }
}

async function refuseSpent(deps: Pick<Deps, 'now'>, db: Db, tenantId: string): Promise<void> {
  const { left } = attemptsLeft(await failedAttempts(deps, db, tenantId, ['manualReview']))
  if (left === 0) throw new Refusal('identity/tries-spent')
}

async function submitted(
  deps: Deps,
  tx: Db,
  person: Person,
  { proof, input }: { proof: PersonProof; input: Input<Calls['submitPersonReview']> },
): Promise<Output<Calls['submitPersonReview']>> {
  const { accountId } = person
  const { tenantId, authStatus } = personalSpace(person)
  const { paper, pictureArray: pictures } = input
  const authId = deps.newId()
  await beginPersonAuth(deps, tx, { tenantId, accountId, authStatus }, { authId, authWay: 'manualReview', proof })
  await openReview(deps, tx, { tenantId, authId, accountId, paper, pictures })
  await moveCompanies(deps, tx, accountId, { is: 'begun' })
  tellAuth(tx, { tenantId, accountId }, 'inPersonAuth')
  return { authid: authId, isAuthed: 'inPersonAuth' }
}

import type { personReview } from '@moqi/api/person-review'
import { Refusal } from '@moqi/domain/refusal'
import { openPersonAuth } from '#src/cores/identity/person-auth.ts'
import { dropPictures, endReview, waitingReviewOf } from '#src/cores/identity/person-review.ts'
import { personalSpace } from '#src/cores/identity/personal-space.ts'
import { addReviewLog } from '#src/cores/identity/review-log.ts'
import { lockPhones } from '#src/platform/database/phone-lock.ts'
import type { Handler } from '#src/platform/handlers.ts'
import { keepAnswer } from '#src/platform/idempotency.ts'
import { endPersonAuth } from './person-verdict.ts'

const takenBack = '您已撤回提交的证件，可以重新认证'

/**
 * Takes back papers that nobody has decided on: their pictures go at once, and another authentication may begin.
 * Whoever decides in the same moment is refused, or this is (`identity/changed`).
 */
export const withdrawPersonReview: Handler<typeof personReview.withdrawPersonReview> = (deps, person) => {
  const { tenantId } = personalSpace(person)
  return deps.db.write(tenantId, async (tx) => {
    await lockPhones(tx, [person.phone])
    const waiting = await waitingReviewOf(tx, tenantId)
    const row = waiting && (await openPersonAuth(tx, waiting.auth_id))
    if (!row) throw new Refusal('identity/changed')
    const of = { tenantId, authId: row.auth_id }
    const isAuthed = await endPersonAuth(deps, tx, row, takenBack, true)
    await endReview(deps, tx, of)
    await dropPictures(tx, of)
    await addReviewLog(deps, tx, { ...of, verb: 'withdraw' })
    return keepAnswer(tx, deps, person, { isAuthed })
  })
}

import type { Output } from '@moqi/api/call'
import type { personReview } from '@moqi/api/person-review'
import { birthdayPins } from '@moqi/domain/account/user-name'
import { checkReason } from '@moqi/domain/contract/draft-text'
import {
  checkPaperBirth,
  checkPaperNumber,
  comparedNumber,
  paperPictures,
  type PersonPaper,
} from '@moqi/domain/identity/person-paper'
import { checkPaperEnd, isEverForGood } from '@moqi/domain/identity/paper-term'
import { maskPhone } from '@moqi/domain/identity/phone'
import type { OperatorVerb } from '@moqi/domain/operators/operator-verbs'
import { Refusal } from '@moqi/domain/refusal'
import { shanghaiDate } from '@moqi/domain/time/civil-date'
import { setAuthTerm } from '#src/cores/identity/auth-term.ts'
import { openPersonAuth, type PersonAuthRow } from '#src/cores/identity/person-auth.ts'
import { openPicture } from '#src/cores/identity/paper-picture.ts'
import { endReview, requireReview, waitingReviews } from '#src/cores/identity/person-review.ts'
import { addReviewLog } from '#src/cores/identity/review-log.ts'
import { addOperatorLog } from '#src/cores/operator/operator-log.ts'
import type { Operator } from '#src/platform/actor.ts'
import type { Db } from '#src/platform/database/database.ts'
import { lockPhones } from '#src/platform/database/phone-lock.ts'
import type { Deps } from '#src/platform/deps.ts'
import { fieldOf } from '#src/platform/field-of.ts'
import type { Handler } from '#src/platform/handlers.ts'
import { birthdayHash, identityHash } from '#src/platform/identity-hash.ts'
import { pageOf, readCursor } from '#src/platform/keyset.ts'
import { notify } from '#src/platform/messages/notify.ts'
import { endPersonAuth } from './person-verdict.ts'

type Calls = typeof personReview

const pageSize = 20

/** Papers that wait for somebody, of every space; the oldest first. */
export const listPersonReviews: Handler<Calls['listPersonReviews']> = async ({ db }, _operator, { cursor, search }) => {
  const rows = await db.directory((directory) => waitingReviews(directory, readCursor(cursor), pageSize, search))
  const { page, nextCursor } = pageOf(rows, pageSize, ({ submitted_at: at, auth_id: id }) => ({ at, id }))
  return { reviewArray: page.map(shown), nextCursor }
}

type Waiting = Awaited<ReturnType<typeof waitingReviews>>[number]

const shown = ({ auth_id, paper, real_name, phone, submitted_at }: Waiting) => ({
  authid: auth_id,
  paper,
  realName: real_name ?? '',
  phone: maskPhone(phone),
  submitTime: submitted_at,
})

/** One picture, opened; its holder can read that it was looked at, and the platform by whom. */
export const personReviewPicture: Handler<Calls['personReviewPicture']> = async (
  deps,
  operator,
  { authid: authId, picture: pictureNo },
) => {
  const { tenantId, paper } = await deps.db.directory((directory) => requireReview(directory, authId))
  return deps.db.write(tenantId, async (tx) => {
    const { type, bytes, shows } = await openPicture(deps, tx, {
      tenantId,
      authId,
      pictureNo,
      shown: paperPictures[paper],
    })
    await addReviewLog(deps, tx, { tenantId, authId, verb: 'look', detail: shows })
    const row = await requireOpen(tx, authId)
    await noteDeed(deps, tx, operator, { verb: 'lookPaper', detail: `${row.real_name}　${shows}` })
    return { type, bytes, etag: `${authId}-${pictureNo}` }
  })
}

const noteDeed = (
  deps: Deps,
  tx: Db,
  { operatorId, address }: Operator,
  { verb, detail }: { verb: OperatorVerb; detail: string },
): Promise<void> => addOperatorLog(deps, tx, { operatorId, address, verb, detail })

/**
 * The papers are the person's. What was declared is kept as hashes alone: the operator types what stands in the
 * pictures, and only what agrees with it passes.
 */
export const passPersonReview: Handler<Calls['passPersonReview']> = (deps, operator, { authid, ...typed }) =>
  decide(deps, operator, authid, {
    reason: null,
    judge(row, paper) {
      requireSame(deps, row, { paper, ...typed })
      const term = { now: deps.now(), forGood: isEverForGood(paper) }
      return fieldOf('validUntil', checkPaperEnd(typed.validUntil, term))
    },
  })

function requireSame(
  deps: Deps,
  { tenant_id: tenantId, identity_hash, birthday_hashes }: PersonAuthRow,
  { paper, ...typed }: { paper: PersonPaper; idNumber: string; birthday: string },
): void {
  const today = shanghaiDate(deps.now())
  const idNumber = fieldOf('idNumber', checkPaperNumber(paper, typed.idNumber, today))
  if (identityHash(deps, comparedNumber(paper, idNumber)) !== identity_hash) throw differs('idNumber', '证件号码')
  const born = fieldOf('birthday', checkPaperBirth(paper, { idNumber, birthday: typed.birthday }, today))
  const pins = birthdayPins(born).map((pin) => birthdayHash(deps, tenantId, pin))
  if (pins.join() !== birthday_hashes?.join()) throw differs('birthday', '出生日期')
}

const differs = (field: string, what: string) =>
  new Refusal('field/invalid', { field, message: `与申请人填写的${what}不一致，请对照照片核对；确实不一致请不予通过` })

/** The papers prove nothing: their holder reads why, and may hand in others. */
export const refusePersonReview: Handler<Calls['refusePersonReview']> = (deps, operator, { authid, reason }) =>
  decide(deps, operator, authid, { reason: fieldOf('reason', checkReason(reason)), judge: () => null })

/** `judge` answers until when the papers hold, in ms; null is for good. */
type Decision = { reason: string | null; judge: (row: PersonAuthRow, paper: PersonPaper) => number | null }

/** Decides in the person's tenant, with all that follows. Whoever decides second is refused (`identity/changed`). */
async function decide(
  deps: Deps,
  operator: Operator,
  authId: string,
  { reason, judge }: Decision,
): Promise<Output<Calls['passPersonReview']>> {
  const { tenantId, accountId, paper } = await deps.db.directory((directory) => requireReview(directory, authId))
  await deps.db.write(tenantId, async (tx) => {
    const { phone } = await tx
      .selectFrom('account')
      .where('account_id', '=', accountId)
      .select('phone')
      .executeTakeFirstOrThrow()
    await lockPhones(tx, [phone])
    const row = await requireOpen(tx, authId)
    const until = judge(row, paper)
    await endPersonAuth(deps, tx, row, reason)
    if (reason === null) await setAuthTerm(tx, tenantId, until)
    await endReview(deps, tx, { tenantId, authId })
    const isPassed = reason === null
    await addReviewLog(deps, tx, { tenantId, authId, verb: isPassed ? 'pass' : 'refuse', detail: reason })
    const detail = [row.real_name, reason].join('　').trim()
    await noteDeed(deps, tx, operator, { verb: isPassed ? 'passPerson' : 'refusePerson', detail })
    await notify(deps, tx, { kind: 'personReviewed', to: { accountId, tenantId }, facts: { reason } })
  })
  return null
}

async function requireOpen(tx: Db, authId: string): Promise<PersonAuthRow> {
  const row = await openPersonAuth(tx, authId)
  if (!row) throw new Refusal('identity/changed')
  return row
}

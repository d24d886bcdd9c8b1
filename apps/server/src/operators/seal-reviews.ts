import type { Output } from '@moqi/api/call'
import type { sealReview } from '@moqi/api/seal-review'
import { checkReason } from '@moqi/domain/contract/draft-text'
import type { OperatorVerb } from '@moqi/domain/operators/operator-verbs'
import { addOperatorLog } from '#src/cores/operator/operator-log.ts'
import { reviewSeal } from '#src/cores/seal/review-seal.ts'
import { addSealLog } from '#src/cores/seal/seal-log.ts'
import { type SealToReview, sealsToReview, sealToReview } from '#src/cores/seal/seals-to-review.ts'
import type { Operator } from '#src/platform/actor.ts'
import type { Db } from '#src/platform/database/database.ts'
import type { Deps } from '#src/platform/deps.ts'
import { fieldOf } from '#src/platform/field-of.ts'
import type { Handler } from '#src/platform/handlers.ts'
import { readCursor } from '#src/platform/keyset.ts'
import { holds, siftedPage } from './sifted-page.ts'

type Calls = typeof sealReview

const pageSize = 20
/** Who decides, as the seal's log says it. */
const by = '平台审核'

/** Uploaded seals that wait, of every space, or those that a name finds; the oldest first. */
export const listSealReviews: Handler<Calls['listSealReviews']> = async (
  { db },
  _operator,
  { cursor, search = '' },
) => {
  const { rows, nextCursor } = await siftedPage({
    size: pageSize,
    cursor,
    read: async (from) => {
      const { seals, nextCursor: next } = await sealsToReview(db, readCursor(from), pageSize)
      return { rows: seals, nextCursor: next }
    },
    fits: ({ owner, name }) => holds(owner, search) || holds(name, search),
  })
  return { sealArray: rows.map(shown), nextCursor }
}

const shown = ({ sealId, owner, name, purpose, width, height, submittedAt }: SealToReview) => ({
  sealId,
  ownerName: owner,
  sealName: name,
  sealPurpose: purpose,
  width,
  height,
  submitTime: submittedAt,
})

const pictures = { original: '上传的原图', cutOut: '抠出的图样' } as const

/** One of the two pictures; its owner can read in the seal's log that it was looked at, and the platform by whom. */
export const sealReviewPicture: Handler<Calls['sealReviewPicture']> = async (deps, operator, { sealId, picture }) => {
  const seal = await sealToReview(deps.db, sealId)
  const { tenantId, originalSha256, pngSha256 } = seal
  const sha256 = picture === 'original' ? originalSha256 : pngSha256
  const bytes = await deps.blobs.get(sha256)
  const detail = pictures[picture]
  await deps.db.write(tenantId, async (tx) => {
    await addSealLog(deps, tx, null, { tenantId, sealId, verb: 'look', detail })
    await noteDeed(deps, tx, operator, { verb: 'lookSeal', seal, detail })
  })
  const isPng = bytes.subarray(1, 4).toString('latin1') === 'PNG'
  return { bytes, type: isPng ? 'image/png' : 'image/jpeg', etag: sha256 }
}

type Deed = { verb: OperatorVerb; seal: SealToReview; detail: string | null }

const noteDeed = (
  deps: Deps,
  tx: Db,
  { operatorId, address }: Operator,
  { verb, seal: { owner, name }, detail }: Deed,
): Promise<void> =>
  addOperatorLog(deps, tx, { operatorId, address, verb, detail: [owner, name, detail ?? ''].join('　').trim() })

/** The picture is the owner's seal: it may be used from now on. */
export const passSealReview: Handler<Calls['passSealReview']> = (deps, operator, { sealId }) =>
  decide(deps, operator, sealId, null)

/** It is not: whoever has uploaded it reads why, and may upload another. */
export const refuseSealReview: Handler<Calls['refuseSealReview']> = (deps, operator, { sealId, reason }) =>
  decide(deps, operator, sealId, fieldOf('reason', checkReason(reason)))

/** Decides in the owner's tenant. Whoever decides second is refused by the seal's lifecycle (`seal/changed`). */
async function decide(
  deps: Deps,
  operator: Operator,
  sealId: string,
  refused: string | null,
): Promise<Output<Calls['passSealReview']>> {
  const seal = await sealToReview(deps.db, sealId)
  const { tenantId } = seal
  await deps.db.write(tenantId, async (tx) => {
    await reviewSeal(deps, tx, { tenantId, sealId }, { refused, by })
    await noteDeed(deps, tx, operator, { verb: refused === null ? 'passSeal' : 'refuseSeal', seal, detail: refused })
  })
  return null
}

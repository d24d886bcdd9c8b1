import type { sealReview } from '@moqi/api/seal-review'
import { type CallRows, justReads, logsTaking } from '../call-row.ts'

/** Why no key is needed. */
const decided = 'is refused by the seal once it is decided'
const sealId = '00000000-0000-7000-8000-000000000001'

/** Of the calls in `packages/api/src/seal-review.ts`. */
export const sealReviewRows: CallRows<typeof sealReview> = {
  listSealReviews: justReads,
  sealReviewPicture: { inputs: () => [{ sealId, picture: 'original' }], again: logsTaking },
  passSealReview: { inputs: () => [{ sealId }], again: decided },
  refuseSealReview: { inputs: () => [{ sealId, reason: '印文与认证名称不一致' }], again: decided },
}

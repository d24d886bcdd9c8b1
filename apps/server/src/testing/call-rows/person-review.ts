import type { personReview } from '@moqi/api/person-review'
import { type CallRows, justReads, logsTaking, plain } from '../call-row.ts'
import { newcomer } from '../contract-scene.ts'
import { paperForm, uploadedPictures } from '../paper-review-scene.ts'

/** Why no key is needed. */
const decided = 'is refused by the authentication once it is decided'
const authid = '00000000-0000-7000-8000-000000000001'

/** Of the calls in `packages/api/src/person-review.ts`. */
export const personReviewRows: CallRows<typeof personReview> = {
  uploadPaperPicture: { ...plain, again: 'is sent as a file; repeated in the tests of the review' },
  submitPersonReview: {
    inputs: () => [{ ...paperForm([]), idNumber: '1' }],
    again: async (stage) => {
      const who = await newcomer(stage.server, '13900000822')
      const handedIn = async () => {
        const { data } = await stage.server.call('getAuthInfo', {}, who)
        return data.reviewLogArray.filter(({ label }) => label === '提交审核').length
      }
      return { who, input: paperForm(await uploadedPictures(stage.server, who, 2)), count: handedIn }
    },
  },
  withdrawPersonReview: { ...plain, again: 'takes back what waits; again, nothing does' },
  listPersonReviews: justReads,
  personReviewPicture: { inputs: () => [{ authid, picture: 1 }], again: logsTaking },
  passPersonReview: {
    inputs: () => [{ authid, idNumber: 'E12345678', birthday: '1990-01-05', validUntil: '2036-01-05' }],
    again: decided,
  },
  refusePersonReview: { inputs: () => [{ authid, reason: '照片不清晰' }], again: decided },
}

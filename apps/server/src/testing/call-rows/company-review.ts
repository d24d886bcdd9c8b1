import type { companyReview } from '@moqi/api/company-review'
import { type CallRows, justReads, logsTaking } from '../call-row.ts'
import { newcomer } from '../contract-scene.ts'
import { companyPaperForm, uploadedPictures } from '../paper-review-scene.ts'

/** Why no key is needed. */
const decided = 'is refused by the authentication once it is decided'
const authid = '00000000-0000-7000-8000-000000000001'

/** Of the calls in `packages/api/src/company-review.ts`. */
export const companyReviewRows: CallRows<typeof companyReview> = {
  submitCompanyReview: {
    inputs: ({ tenantId }) => [{ ...companyPaperForm([]), tenantId }],
    refused: 'space/not-found',
    colleagueMay: true,
    again: async (stage) => {
      const who = await newcomer(stage.server, '13900000823', '孙一一')
      const companies = async () => {
        const { data } = await stage.server.call('getUserSpaceInfo', {}, who)
        return data.spaceInfoArray.filter(({ spaceType }) => spaceType === 'company').length
      }
      const pictures = await uploadedPictures(stage.server, who, 2, 'company')
      return { who, input: companyPaperForm(pictures), count: companies }
    },
  },
  listCompanyReviews: justReads,
  companyReviewPicture: { inputs: () => [{ authid, picture: 1 }], again: logsTaking },
  passCompanyReview: { inputs: () => [{ authid, validUntil: '', creditCode: '91350100M000100Y43' }], again: decided },
  refuseCompanyReview: { inputs: () => [{ authid, reason: '营业执照不清晰' }], again: decided },
}

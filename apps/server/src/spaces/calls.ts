import type { Table } from '@moqi/api/table'
import type { Handlers } from '#src/platform/handlers.ts'
import { changeCompanyInfo } from './change-company-info.ts'
import { getAuthInfo } from './auth-info.ts'
import { submitCompanyAuth } from './company-authentication.ts'
import { confirmPayment } from './company-payment.ts'
import { getConsoleUrl } from './get-console-url.ts'
import { submitPersonAuth } from './person-authentication.ts'
import { listPersonReviews, passPersonReview, personReviewPicture, refusePersonReview } from './person-reviews.ts'
import { companyAuthAndSealCon, updateRemindFlag } from './reminders.ts'
import { submitPersonReview, uploadPaperPicture } from './submit-person-review.ts'
import { dictionary, getSpaceDetailInfo, getUserAccountInfo, getUserSpaceInfo, setTenantId } from './space-calls.ts'

/** The calls of this folder with the functions that answer them. */
export const spaceCalls = {
  changeCompanyInfo,
  companyAuthAndSealCon,
  confirmPayment,
  dictionary,
  getAuthInfo,
  getConsoleUrl,
  getSpaceDetailInfo,
  getUserAccountInfo,
  getUserSpaceInfo,
  listPersonReviews,
  passPersonReview,
  personReviewPicture,
  refusePersonReview,
  setTenantId,
  submitCompanyAuth,
  submitPersonAuth,
  submitPersonReview,
  updateRemindFlag,
  uploadPaperPicture,
} satisfies Partial<Handlers<Table>>

import type { Table } from '@moqi/api/table'
import type { Handlers } from '#src/platform/handlers.ts'
import { appealPicture, grantAppeal, listAppeals, refuseAppeal } from './appeals/appeal-reviews.ts'
import { getAppealAgainst, objectToAppeal } from './appeals/object-to-appeal.ts'
import { askToJoin, submitAppeal, withdrawAppeal } from './appeals/submit-appeal.ts'
import { getTakenCompany } from './appeals/taken-company.ts'
import { changeCompanyInfo } from './change-company-info.ts'
import { changePersonInfo } from './change-person-info.ts'
import { getAuthInfo } from './auth-info.ts'
import { submitCompanyAuth } from './company-authentication.ts'
import { confirmPayment } from './company-payment.ts'
import { companyReviewPicture, listCompanyReviews, passCompanyReview, refuseCompanyReview } from './company-reviews.ts'
import { submitCompanyReview } from './submit-company-review.ts'
import { beginFace, faceScanned } from './face-phone.ts'
import { askFace, playFace } from './face-verdict.ts'
import { getConsoleUrl } from './get-console-url.ts'
import { cancelFace, getFace, startFace } from './start-face.ts'
import { submitPersonAuth } from './person-authentication.ts'
import { listPersonReviews, passPersonReview, personReviewPicture, refusePersonReview } from './person-reviews.ts'
import { companyAuthAndSealCon, updateRemindFlag } from './reminders.ts'
import { submitPersonReview, uploadPaperPicture } from './submit-person-review.ts'
import { withdrawPersonReview } from './withdraw-person-review.ts'
import { withdrawReversePayment } from './withdraw-reverse-payment.ts'
import { dictionary, getSpaceDetailInfo, getUserAccountInfo, getUserSpaceInfo, setTenantId } from './space-calls.ts'

/** The calls of this folder with the functions that answer them. */
export const spaceCalls = {
  appealPicture,
  askFace,
  askToJoin,
  beginFace,
  cancelFace,
  changeCompanyInfo,
  changePersonInfo,
  companyAuthAndSealCon,
  companyReviewPicture,
  confirmPayment,
  dictionary,
  faceScanned,
  getAppealAgainst,
  getAuthInfo,
  getConsoleUrl,
  getFace,
  getSpaceDetailInfo,
  getTakenCompany,
  getUserAccountInfo,
  getUserSpaceInfo,
  grantAppeal,
  listAppeals,
  listCompanyReviews,
  listPersonReviews,
  objectToAppeal,
  passCompanyReview,
  passPersonReview,
  personReviewPicture,
  playFace,
  refuseAppeal,
  refuseCompanyReview,
  refusePersonReview,
  setTenantId,
  startFace,
  submitAppeal,
  submitCompanyAuth,
  submitCompanyReview,
  submitPersonAuth,
  submitPersonReview,
  updateRemindFlag,
  uploadPaperPicture,
  withdrawAppeal,
  withdrawPersonReview,
  withdrawReversePayment,
} satisfies Partial<Handlers<Table>>

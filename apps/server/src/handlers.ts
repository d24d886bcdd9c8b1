import type { Table } from '@moqi/api/table'
import { bindEmail, emailCode, sendMailChangeCode } from '#src/accounts/bind-email.ts'
import { changePassword } from '#src/accounts/change-password.ts'
import { changePhone, getNewPhoneCode } from '#src/accounts/change-phone.ts'
import { closeAccount, getCloseInfo } from '#src/accounts/close-account.ts'
import { exportAccount } from '#src/accounts/export-account.ts'
import { sendOwnPhoneCode } from '#src/accounts/own-phone-code.ts'
import { getSecurityInfo } from '#src/accounts/security-info.ts'
import { setPin, usePin } from '#src/accounts/signing-pin.ts'
import { autoLoginByToken, createAutoLoginToken } from '#src/accounts/auto-login.ts'
import { makeCaptcha } from '#src/accounts/captcha.ts'
import { checkImageCode } from '#src/accounts/check-image-code.ts'
import { checkSms, getSmsCode } from '#src/accounts/get-sms-code.ts'
import { loginByAccount } from '#src/accounts/login-by-account.ts'
import { loginForUserNameAndPhone } from '#src/accounts/login-by-phone.ts'
import { getVerificationCode, loginByVerificationCode } from '#src/accounts/login-by-verification-code.ts'
import { getPerfectInfo, perfectInfo } from '#src/accounts/perfect-info.ts'
import { register } from '#src/accounts/register.ts'
import { resetPassword } from '#src/accounts/reset-password.ts'
import {
  endOtherSessions,
  endSession,
  forgetDevice,
  listDevices,
  listSessions,
  listSignIns,
} from '#src/accounts/own-sessions.ts'
import { inspectTokenExpired, logout } from '#src/accounts/session-calls.ts'
import { setDefaultTenant } from '#src/accounts/set-default-tenant.ts'
import { checkUserNameUnique } from '#src/accounts/unique-user-name.ts'
import { recallTask, rejectTask } from '#src/contracts/close-contract.ts'
import { contractPosition } from '#src/contracts/contract-position.ts'
import { deleteTask } from '#src/contracts/delete-draft.ts'
import { downloadFinishedPdf, getResultFileType } from '#src/contracts/download-finished.ts'
import { getDraftInfo } from '#src/contracts/get-draft-info.ts'
import { getSignDetailInfo } from '#src/contracts/get-sign-detail.ts'
import { listAllSpacesTasks } from '#src/contracts/list-all-spaces.ts'
import { getStatusTotal, listTasks, recentTasks } from '#src/contracts/list-contracts.ts'
import { saveDraft } from '#src/contracts/save-draft.ts'
import { saveLocation } from '#src/contracts/save-location.ts'
import { sendTask } from '#src/contracts/send-contract.ts'
import { fileContent } from '#src/files/file-content.ts'
import { pageImage } from '#src/files/page-image.ts'
import { searchKeyword } from '#src/files/search-keyword.ts'
import { uploadFile } from '#src/files/upload-file.ts'
import { problemListOpen } from '#src/help/problem-list.ts'
import type { Handlers } from '#src/http/handlers.ts'
import { noticeStream } from '#src/notices/notice-stream.ts'
import { getPreference, savePreference } from '#src/preferences/preference-calls.ts'
import { addPersonSeal } from '#src/seals/add-person-seal.ts'
import { listSeals, userSeals } from '#src/seals/list-seals.ts'
import { makePersonSealImg } from '#src/seals/make-person-seal-img.ts'
import { sealImage } from '#src/seals/seal-image.ts'
import { getOwnCertificates } from '#src/signing/own-certificates.ts'
import { disputeSignature } from '#src/signing/dispute-signature.ts'
import { signBeforeCheck } from '#src/signing/sign-check.ts'
import { sign } from '#src/signing/sign-contract.ts'
import { exportSignatureRecords, listOwnSignatures, listSignatureRecords } from '#src/signing/signature-register.ts'
import { getAuthTokenByPin, getAuthTokenBySmsVerificationCode, getSmsVerificationCode } from '#src/signing/will-auth.ts'
import { getConsoleUrl } from '#src/spaces/get-console-url.ts'
import { getAuthInfo, submitPersonAuth } from '#src/spaces/person-authentication.ts'
import { companyAuthAndSealCon, updateRemindFlag } from '#src/spaces/reminders.ts'
import {
  dictionary,
  getSpaceDetailInfo,
  getUserAccountInfo,
  getUserSpaceInfo,
  setTenantId,
} from '#src/spaces/space-calls.ts'
import { verifyFile } from '#src/verification/verify-file.ts'

/** Every call of the table with the function that answers it. */
export const handlers: Handlers<Table> = {
  addPersonSeal,
  autoLoginByToken,
  captchaImage: makeCaptcha,
  companyAuthAndSealCon,
  contractPosition,
  createAutoLoginToken,
  deleteTask,
  dictionary,
  downloadFinishedPdf,
  endOtherSessions,
  endSession,
  fileContent,
  forgetDevice,
  getAuthInfo,
  getAuthTokenByPin: (deps, member, input) => getAuthTokenByPin(deps, member, input, usePin),
  getAuthTokenBySmsVerificationCode,
  getCaptchaImage: makeCaptcha,
  getConsoleUrl,
  getDraftInfo,
  getPreference,
  getResultFileType,
  getSignDetailInfo,
  getSmsVerificationCode: (deps, member, input) => {
    if (input.scene === 'sign') return getSmsVerificationCode(deps, member, input)
    return input.scene === 'mail' ? sendMailChangeCode(deps, member) : sendOwnPhoneCode(deps, member, input.scene)
  },
  getSpaceDetailInfo,
  getStatusTotal,
  getUserAccountInfo,
  getUserSpaceInfo,
  getVerificationCode,
  inspectTokenExpired,
  listDevices,
  listSeals,
  listSessions,
  listSignIns,
  listTasks,
  loginByAccount,
  loginByVerificationCode,
  loginForUserNameAndPhone,
  logout,
  makePersonSealImg,
  noticeStream,
  pageImage,
  problemListOpen,
  recallTask,
  recentTasks,
  rejectTask,
  saveDraft,
  saveLocation,
  savePreference,
  sealImage,
  searchKeyword,
  sendTask,
  setTenantId,
  sign,
  signBeforeCheck,
  submitPersonAuth,
  updateRemindFlag,
  uploadFile,
  userSeals,
  verifyFile,

  bindEmail,
  changePassword,
  changePhone,
  closeAccount,
  exportAccount,
  getCloseInfo,
  getNewPhoneCode,
  getOwnCertificates,
  getSecurityInfo,
  setPin,
  checkImageCode,
  checkSms,
  checkUserNameUnique,
  commonCheckImageCode: checkImageCode,
  emailCode,
  getPerfectInfo,
  getSmsCode,
  perfectInfo,
  register,
  resetPassword,
  setDefaultTenant,

  disputeSignature,
  exportSignatureRecords,
  listAllSpacesTasks,
  listOwnSignatures,
  listSignatureRecords,
}

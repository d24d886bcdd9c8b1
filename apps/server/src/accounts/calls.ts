import type { Table } from '@moqi/api/table'
import type { Handlers } from '#src/platform/handlers.ts'
import { autoLoginByToken, createAutoLoginToken, getAutoLoginAccount } from './auto-login.ts'
import { bindKey, listCertificateKeys, unbindKey } from './bind-key.ts'
import { bindEmail, emailCode } from './bind-email.ts'
import { makeCaptcha } from './captcha.ts'
import { changePassword } from './change-password.ts'
import { changePhone, getNewPhoneCode } from './change-phone.ts'
import { checkImageCode } from './check-image-code.ts'
import { getCloseInfo } from './close-account.ts'
import { enterByTicket, sendTicketCode } from './enter-by-ticket.ts'
import { exportAccount } from './export-account.ts'
import { checkSms, getSmsCode } from './get-sms-code.ts'
import { loginByAccount } from './login-by-account.ts'
import { loginByCertificate } from './login-by-certificate.ts'
import { loginByKey } from './login-by-key.ts'
import { loginForUserNameAndPhone } from './login-by-phone.ts'
import { getVerificationCode, loginByVerificationCode } from './login-by-verification-code.ts'
import { endOtherSessions, endSession, forgetDevice, listDevices, listSessions, listSignIns } from './own-sessions.ts'
import { addKey, getKeyOptions, listKeys, removeKey, renameKey } from './own-keys.ts'
import { getPerfectInfo, perfectInfo } from './perfect-info.ts'
import { leaveAccount } from './leave-account.ts'
import { proveOwner } from './prove-owner.ts'
import { loginByRecoveryCode } from './recovery-codes.ts'
import { register } from './register.ts'
import { requireKey } from './require-key.ts'
import { resetPassword } from './reset-password.ts'
import { getSecurityInfo } from './security-info.ts'
import { inspectTokenExpired, logout } from './session-calls.ts'
import { setDefaultTenant } from './set-default-tenant.ts'
import { setPin } from './signing-pin.ts'
import { getUnlockCode } from './unlock-code.ts'
import { checkUserNameUnique } from './unique-user-name.ts'

/** The calls of this folder with the functions that answer them. */
export const accountCalls = {
  addKey,
  autoLoginByToken,
  bindEmail,
  bindKey,
  captchaImage: makeCaptcha,
  changePassword,
  changePhone,
  checkImageCode,
  checkSms,
  checkUserNameUnique,
  commonCheckImageCode: checkImageCode,
  createAutoLoginToken,
  emailCode,
  endOtherSessions,
  endSession,
  enterByTicket,
  exportAccount,
  forgetDevice,
  getAutoLoginAccount,
  getCaptchaImage: makeCaptcha,
  getCloseInfo,
  getKeyOptions,
  getNewPhoneCode,
  getPerfectInfo,
  getSecurityInfo,
  getSmsCode,
  getUnlockCode,
  getVerificationCode,
  inspectTokenExpired,
  leaveAccount,
  listCertificateKeys,
  listDevices,
  listKeys,
  listSessions,
  listSignIns,
  loginByAccount,
  loginByCertificate,
  loginByKey,
  loginByRecoveryCode,
  loginByVerificationCode,
  loginForUserNameAndPhone,
  logout,
  perfectInfo,
  proveOwner,
  register,
  removeKey,
  renameKey,
  requireKey,
  resetPassword,
  sendTicketCode,
  setDefaultTenant,
  setPin,
  unbindKey,
} satisfies Partial<Handlers<Table>>

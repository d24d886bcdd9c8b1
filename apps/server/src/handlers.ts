import type { Table } from '@moqi/api/table'
import { bindEmail, emailCode, sendMailChangeCode } from '#src/accounts/bind-email.ts'
import { changePassword } from '#src/accounts/change-password.ts'
import { changePhone, getNewPhoneCode } from '#src/accounts/change-phone.ts'
import { closeAccount, getCloseInfo } from '#src/accounts/close-account.ts'
import { enterByTicket, sendTicketCode } from '#src/accounts/enter-by-ticket.ts'
import { exportAccount } from '#src/accounts/export-account.ts'
import { sendOwnPhoneCode } from '#src/platform/messages/own-phone-code.ts'
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
import { leaveMail } from '#src/contracts/leave-mail.ts'
import { getTicketInfo, openTicket } from '#src/contracts/open-ticket.ts'
import { contactTemplate } from '#src/contacts/contact-template.ts'
import { deleteContacts } from '#src/contacts/delete-contacts.ts'
import { findDoubles } from '#src/contacts/find-doubles.ts'
import { importContacts } from '#src/contacts/import-contacts.ts'
import { keepParties } from '#src/contacts/keep-parties.ts'
import { listContacts } from '#src/contacts/list-contacts.ts'
import { mergeContacts } from '#src/contacts/merge-contacts.ts'
import { saveContact } from '#src/contacts/save-contact.ts'
import { recallTask, rejectTask } from '#src/contracts/close-contract.ts'
import { contractPosition } from '#src/contracts/contract-position.ts'
import { correctPhone } from '#src/contracts/correct-phone.ts'
import { delayTask } from '#src/contracts/delay-task.ts'
import { deleteTask } from '#src/contracts/delete-draft.ts'
import { downloadArchive, downloadFinishedTasksAfter } from '#src/contracts/download-later.ts'
import { downloadFinishedTasks } from '#src/contracts/download-several.ts'
import { exportTaskExcel } from '#src/contracts/export-contracts.ts'
import { hideTask, removeTask, restoreTask } from '#src/contracts/recycle-bin.ts'
import { relaunchTask } from '#src/contracts/relaunch-task.ts'
import { sendTasks } from '#src/contracts/send-contracts.ts'
import { listColleagues, transferTask } from '#src/contracts/transfer-task.ts'
import { urgeTask } from '#src/contracts/urge-task.ts'
import { downloadFinishedPdf, getResultFileType } from '#src/contracts/download-finished.ts'
import { getDraftInfo } from '#src/contracts/get-draft-info.ts'
import { getSignDetailInfo } from '#src/contracts/get-sign-detail.ts'
import { listAllSpacesTasks } from '#src/contracts/list-all-spaces.ts'
import { getStatusTotal, listTasks, recentTasks } from '#src/contracts/list-contracts.ts'
import { saveDraft } from '#src/contracts/save-draft.ts'
import { saveLocation } from '#src/contracts/save-location.ts'
import { sendTask } from '#src/contracts/send-contract.ts'
import { downloadEvidenceBundle, downloadEvidenceReport } from '#src/evidence/download-evidence.ts'
import { getEvidence } from '#src/evidence/get-evidence.ts'
import { batchTemplate } from './batches/batch-sheet.ts'
import { checkBatch } from './batches/check-batch.ts'
import { getBatch, listBatches } from './batches/get-batch.ts'
import { getTemplate, listTemplates } from './templates/list-templates.ts'
import { makeFromTemplate } from './templates/make-from-template.ts'
import { saveTemplate, saveTemplateLocation } from './templates/save-template.ts'
import { deleteTemplate, setTemplateState } from './templates/set-template-state.ts'
import { retryBatch, startBatch } from './batches/start-batch.ts'
import { fileContent } from '#src/files/file-content.ts'
import { pageImage } from '#src/files/page-image.ts'
import { searchKeyword } from '#src/files/search-keyword.ts'
import { uploadFile } from '#src/files/upload-file.ts'
import { docCenterCmsGetByColumnId, docCenterMenuList, problemListOpen } from '#src/help/help-calls.ts'
import type { Handlers } from '#src/http/handlers.ts'
import { updateMember, updateMemberStatus } from '#src/members/change-member.ts'
import { deleteDepartment, listDepartment, saveDepartment } from '#src/members/departments.ts'
import { getInviteLink, makeInviteLink, withdrawInviteLink } from '#src/members/invitation-link.ts'
import { getInviteInfo } from '#src/members/invite-info.ts'
import { inviteUser } from '#src/members/invite-user.ts'
import { listInvite } from '#src/members/list-invite.ts'
import { colleagueList, listMember } from '#src/members/list-members.ts'
import { listMemberLog } from '#src/members/member-log.ts'
import { getLeaveInfo, getOpenTaskNumber, leaveCompany, removeMember } from '#src/members/remove-member.ts'
import { replyInviteUser } from '#src/members/reply-invite-user.ts'
import { deleteRole, listRole, saveRole } from '#src/members/roles.ts'
import { cancelInvite, listInviteUser, resendInvite } from '#src/members/sent-invitations.ts'
import { answerTransfer, cancelTransfer, getTransfer, requestTransfer } from '#src/members/transfer-administration.ts'
import { getUnreadTotal, listMessage, readMessage } from '#src/notices/message-calls.ts'
import { getNoticeSetting, saveNoticeSetting } from '#src/notices/notice-setting.ts'
import { noticeStream } from '#src/notices/notice-stream.ts'
import { getPreference, savePreference } from '#src/preferences/preference-calls.ts'
import { reportByTicket, reportContract } from '#src/reports/report-fraud.ts'
import { addPersonSeal } from '#src/seals/add-person-seal.ts'
import { listSeals, userSeals } from '#src/seals/list-seals.ts'
import { makePersonSealImg } from '#src/seals/make-person-seal-img.ts'
import { sealImage } from '#src/seals/seal-image.ts'
import { finishReading } from '#src/signing/finish-reading.ts'
import { getOwnCertificates } from '#src/signing/own-certificates.ts'
import { disputeSignature } from '#src/signing/dispute-signature.ts'
import { signBeforeCheck } from '#src/signing/sign-check.ts'
import { sign } from '#src/signing/sign-contract.ts'
import { exportSignatureRecords, listOwnSignatures, listSignatureRecords } from '#src/signing/signature-register.ts'
import { getAuthTokenByPin, getAuthTokenBySmsVerificationCode, getSmsVerificationCode } from '#src/signing/will-auth.ts'
import { getConsoleUrl } from '#src/spaces/get-console-url.ts'
import { getAuthInfo } from '#src/spaces/auth-info.ts'
import { submitCompanyAuth } from '#src/spaces/company-authentication.ts'
import { confirmPayment } from '#src/spaces/company-payment.ts'
import { submitPersonAuth } from '#src/spaces/person-authentication.ts'
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
  answerTransfer,
  cancelInvite,
  cancelTransfer,
  colleagueList,
  deleteDepartment,
  deleteRole,
  getInviteInfo,
  getInviteLink,
  getLeaveInfo,
  getOpenTaskNumber,
  getTransfer,
  inviteUser,
  leaveCompany,
  listDepartment,
  listInvite,
  listInviteUser,
  listMember,
  listMemberLog,
  listRole,
  makeInviteLink,
  removeMember,
  replyInviteUser,
  requestTransfer,
  resendInvite,
  saveDepartment,
  saveRole,
  updateMember,
  updateMemberStatus,
  withdrawInviteLink,
  addPersonSeal,
  autoLoginByToken,
  batchTemplate,
  captchaImage: makeCaptcha,
  checkBatch,
  deleteTemplate,
  getBatch,
  getTemplate,
  listBatches,
  listTemplates,
  makeFromTemplate,
  retryBatch,
  saveTemplate,
  saveTemplateLocation,
  setTemplateState,
  startBatch,
  companyAuthAndSealCon,
  contractPosition,
  createAutoLoginToken,
  deleteTask,
  dictionary,
  downloadEvidenceBundle,
  downloadEvidenceReport,
  docCenterCmsGetByColumnId,
  docCenterMenuList,
  downloadFinishedPdf,
  endOtherSessions,
  endSession,
  fileContent,
  finishReading,
  forgetDevice,
  getAuthInfo,
  getAuthTokenByPin: (deps, member, input) => getAuthTokenByPin(deps, member, input, usePin),
  getAuthTokenBySmsVerificationCode,
  getCaptchaImage: makeCaptcha,
  getConsoleUrl,
  getDraftInfo,
  getEvidence,
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
  listMessage,
  getUnreadTotal,
  readMessage,
  getNoticeSetting,
  saveNoticeSetting,
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
  sendTask: (deps, member, input) => sendTask(deps, member, input, keepParties),
  setTenantId,
  sign,
  signBeforeCheck,
  submitCompanyAuth,
  submitPersonAuth,
  updateRemindFlag,
  uploadFile,
  userSeals,
  verifyFile,

  enterByTicket,
  getTicketInfo,
  leaveMail,
  openTicket,
  reportByTicket,
  reportContract,
  sendTicketCode,
  correctPhone,
  delayTask,
  downloadArchive,
  downloadFinishedTasks,
  downloadFinishedTasksAfter,
  exportTaskExcel,
  hideTask,
  listColleagues,
  relaunchTask,
  removeTask,
  restoreTask,
  sendTasks: (deps, member, input) => sendTasks(deps, member, input, keepParties),
  transferTask,
  urgeTask,

  bindEmail,
  changePassword,
  changePhone,
  closeAccount,
  confirmPayment,
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
  contactTemplate,
  deleteContacts,
  findDoubles,
  importContacts,
  listContacts,
  mergeContacts,
  saveContact,
}

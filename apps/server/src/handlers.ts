import type { Table } from '@moqi/api/table'
import { makeCaptcha } from '#src/accounts/captcha.ts'
import { loginByAccount } from '#src/accounts/login-by-account.ts'
import { getVerificationCode, loginByVerificationCode } from '#src/accounts/login-by-verification-code.ts'
import { inspectTokenExpired, logout } from '#src/accounts/session-calls.ts'
import { recallTask, rejectTask } from '#src/contracts/close-contract.ts'
import { contractPosition } from '#src/contracts/contract-position.ts'
import { deleteTask } from '#src/contracts/delete-draft.ts'
import { downloadFinishedPdf, getResultFileType } from '#src/contracts/download-finished.ts'
import { getDraftInfo } from '#src/contracts/get-draft-info.ts'
import { getSignDetailInfo } from '#src/contracts/get-sign-detail.ts'
import { getStatusTotal, listTasks, recentTasks } from '#src/contracts/list-contracts.ts'
import { saveDraft } from '#src/contracts/save-draft.ts'
import { saveLocation } from '#src/contracts/save-location.ts'
import { sendTask } from '#src/contracts/send-contract.ts'
import { fileContent } from '#src/files/file-content.ts'
import { pageImage } from '#src/files/page-image.ts'
import { searchKeyword } from '#src/files/search-keyword.ts'
import { uploadFile } from '#src/files/upload-file.ts'
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
import { addPersonSeal } from '#src/seals/add-person-seal.ts'
import { listSeals, userSeals } from '#src/seals/list-seals.ts'
import { makePersonSealImg } from '#src/seals/make-person-seal-img.ts'
import { sealImage } from '#src/seals/seal-image.ts'
import { signBeforeCheck } from '#src/signing/sign-check.ts'
import { sign } from '#src/signing/sign-contract.ts'
import { getAuthTokenBySmsVerificationCode, getSmsVerificationCode } from '#src/signing/will-auth.ts'
import { getAuthInfo, submitPersonAuth } from '#src/spaces/person-authentication.ts'
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
  captchaImage: makeCaptcha,
  contractPosition,
  deleteTask,
  dictionary,
  downloadFinishedPdf,
  fileContent,
  getAuthInfo,
  getAuthTokenBySmsVerificationCode,
  getCaptchaImage: makeCaptcha,
  getDraftInfo,
  getResultFileType,
  getSignDetailInfo,
  getSmsVerificationCode,
  getSpaceDetailInfo,
  getStatusTotal,
  getUserAccountInfo,
  getUserSpaceInfo,
  getVerificationCode,
  inspectTokenExpired,
  listSeals,
  listTasks,
  loginByAccount,
  loginByVerificationCode,
  logout,
  makePersonSealImg,
  pageImage,
  recallTask,
  recentTasks,
  rejectTask,
  saveDraft,
  saveLocation,
  sealImage,
  searchKeyword,
  sendTask,
  setTenantId,
  sign,
  signBeforeCheck,
  submitPersonAuth,
  uploadFile,
  userSeals,
  verifyFile,
}

import type { Table } from '@moqi/api/table'
import type { Handlers } from '#src/platform/handlers.ts'
import { updateMember, updateMemberStatus } from './change-member.ts'
import { changeMembers } from './change-members.ts'
import { deleteRole, getRoleUse } from './delete-role.ts'
import { deleteDepartment, listDepartment, saveDepartment } from './departments.ts'
import { importMembers } from './import-members.ts'
import { getInviteLink, makeInviteLink, withdrawInviteLink } from './invitation-link.ts'
import { getInviteInfo } from './invite-info.ts'
import { inviteUser } from './invite-user.ts'
import { listInvite } from './list-invite.ts'
import { colleagueList, listMember } from './list-members.ts'
import { listMemberChange } from './member-changes.ts'
import { listMemberLog } from './member-log.ts'
import { memberTemplate } from './member-template.ts'
import { getLeaveInfo, getOpenContractNumber, leaveCompany, removeMember } from './remove-member.ts'
import { replyInviteUser } from './reply-invite-user.ts'
import { exportRightHolders, listRightHolder } from './right-holders.ts'
import { listRole, saveRole } from './roles.ts'
import { cancelInvite, listInviteUser, resendInvite } from './sent-invitations.ts'
import { answerTransfer, cancelTransfer, getTransfer, requestTransfer } from './transfer-administration.ts'
import { undoMemberChange } from './undo-member-change.ts'
import { getWillRule, saveWillRule } from './will-rule.ts'
import { getWorkChat, setWorkChat, startChatSync } from './work-chat/settings.ts'
import { testWorkChat } from './work-chat/test-work-chat.ts'

/** The calls of this folder with the functions that answer them. */
export const memberCalls = {
  answerTransfer,
  cancelInvite,
  cancelTransfer,
  changeMembers,
  colleagueList,
  deleteDepartment,
  deleteRole,
  exportRightHolders,
  getInviteInfo,
  getInviteLink,
  getLeaveInfo,
  getOpenTaskNumber: getOpenContractNumber,
  getRoleUse,
  getTransfer,
  getWillRule,
  getWorkChat,
  importMembers,
  inviteUser,
  leaveCompany,
  listDepartment,
  listInvite,
  listInviteUser,
  listMember,
  listMemberChange,
  listMemberLog,
  listRightHolder,
  listRole,
  makeInviteLink,
  memberTemplate,
  removeMember,
  replyInviteUser,
  requestTransfer,
  resendInvite,
  saveDepartment,
  saveRole,
  saveWillRule,
  setWorkChat,
  startChatSync,
  testWorkChat,
  undoMemberChange,
  updateMember,
  updateMemberStatus,
  withdrawInviteLink,
} satisfies Partial<Handlers<Table>>

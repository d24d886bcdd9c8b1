import type { Table } from '@moqi/api/table'
import type { Handlers } from '#src/platform/handlers.ts'
import { answerGroupInvitation } from './answer-invitation.ts'
import { foundGroup } from './found-group.ts'
import { exportGroupFigures, getGroupFigures } from './group-figures.ts'
import { getGroup } from './group-info.ts'
import { inviteCompany, urgeGroupInvitation, withdrawGroupInvitation } from './invite-company.ts'
import { dissolveGroup, leaveGroup, removeGroupCompany } from './leave-group.ts'
import { renameGroup } from './rename-group.ts'
import { saveGroupRules } from './save-group-rules.ts'

/** The calls of this folder with the functions that answer them. */
export const groupCalls = {
  answerGroupInvitation,
  dissolveGroup,
  exportGroupFigures,
  foundGroup,
  getGroup,
  getGroupFigures,
  inviteCompany,
  leaveGroup,
  removeGroupCompany,
  renameGroup,
  saveGroupRules,
  urgeGroupInvitation,
  withdrawGroupInvitation,
} satisfies Partial<Handlers<Table>>

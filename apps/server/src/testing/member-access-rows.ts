import type { members } from '@moqi/api/members'
import type { Row } from './access-rows.ts'

const plain = { inputs: () => [{}] } as const
const group = 'member/group-not-found'
const phone = '13800000099'

/** The rows of the calls about a company's members. */
export const memberRows: { [K in keyof typeof members]: Row<K> } = {
  replyInviteUser: {
    inputs: ({ companyId }) => [{ companyId, replyFlag: 'agree' }],
    refused: 'invitation/not-found',
    colleagueMay: true,
  },
  getInviteInfo: { inputs: ({ companyId }) => [{ companyId }, { inviteCode: 'AAAAAAAAAAAAAAAAAAAAAA' }] },
  listInvite: plain,
  answerTransfer: { inputs: ({ transferId }) => [{ transferId, replyFlag: 'disagree' }] },
  colleagueList: plain,
  getLeaveInfo: plain,
  leaveCompany: plain,
  inviteUser: { inputs: ({ roleId }) => [{ inviteArray: [{ memberName: '孙小圣', phone, roleId }] }] },
  listInviteUser: plain,
  resendInvite: { inputs: ({ invitationId }) => [{ invitationId }], refused: 'invitation/not-found' },
  cancelInvite: { inputs: ({ invitationId }) => [{ invitationId }], refused: 'invitation/not-found' },
  getInviteLink: plain,
  makeInviteLink: {
    inputs: ({ roleId, departmentId }) => [{ roleId, departmentId }, { departmentId }],
    refused: group,
  },
  withdrawInviteLink: plain,
  listMember: { inputs: ({ departmentId }) => [{}, { departmentId }] },
  listMemberLog: plain,
  updateMember: { inputs: ({ memberId }) => [{ memberId, memberName: '吴承恩' }], refused: 'member/not-found' },
  updateMemberStatus: {
    inputs: ({ memberId }) => [{ memberId, memberStatus: 'disabled' }],
    refused: 'member/not-found',
  },
  getOpenTaskNumber: { inputs: ({ memberId }) => [{ memberId }], refused: 'member/not-found' },
  removeMember: { inputs: ({ memberId }) => [{ memberId }], refused: 'member/not-found' },
  listDepartment: plain,
  saveDepartment: { inputs: ({ departmentId }) => [{ departmentId, departmentName: '采购部' }], refused: group },
  deleteDepartment: { inputs: ({ departmentId }) => [{ departmentId }], refused: group },
  listRole: plain,
  saveRole: { inputs: ({ roleId }) => [{ roleId, roleName: '合同专员', rightArray: ['launch'] }], refused: group },
  deleteRole: { inputs: ({ roleId }) => [{ roleId }], refused: group },
  getTransfer: plain,
  requestTransfer: {
    inputs: ({ operatorId }) => [{ memberId: operatorId, smsCode: '000000' }],
    refused: 'member/not-found',
  },
  cancelTransfer: { inputs: ({ transferId }) => [{ transferId }], refused: 'transfer/not-found' },
}

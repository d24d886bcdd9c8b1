import type { members } from '@moqi/api/members'
import type { membership } from '@moqi/api/membership'
import { byCode, justReads, plain, reads, setsState, type CallRows } from '../call-row.ts'
import { since, fewer, departments, invitations, invited } from '../repeat-effects.ts'

const phone = '13800000099'
const group = 'member/group-not-found'

/** Of the calls in `packages/api/src/members.ts`. */
export const memberRows: CallRows<Omit<typeof members, keyof typeof membership>> = {
  inviteUser: {
    inputs: ({ roleId }) => [{ inviteArray: [{ memberName: '孙小圣', phone, roleId }] }],
    again: async (stage) => ({
      who: stage.launcher,
      input: { inviteArray: [{ memberName: '周一一', phone: '13900000821' }] },
      count: await since(invitations(stage)),
    }),
  },
  listInviteUser: justReads,
  resendInvite: {
    inputs: ({ invitationId }) => [{ invitationId }],
    refused: 'invitation/not-found',
    again: 'sends at most one message a minute, whatever the key',
  },
  cancelInvite: {
    inputs: ({ invitationId }) => [{ invitationId }],
    refused: 'invitation/not-found',
    again: async (stage) => {
      const invitationId = await invited(stage, '13900000822')
      return { who: stage.launcher, input: { invitationId }, count: await fewer(invitations(stage)) }
    },
  },
  getInviteLink: justReads,
  makeInviteLink: {
    inputs: ({ roleId, departmentId }) => [{ roleId, departmentId }, { departmentId }],
    refused: group,
    again: setsState,
  },
  withdrawInviteLink: { ...plain, again: setsState },
  listMember: { inputs: ({ departmentId }) => [{}, { departmentId }], again: reads },
  listMemberLog: justReads,
  updateMember: {
    inputs: ({ memberId }) => [{ memberId, memberName: '吴承恩' }],
    refused: 'member/not-found',
    again: setsState,
  },
  updateMemberStatus: {
    inputs: ({ memberId }) => [{ memberId, memberStatus: 'disabled' }],
    refused: 'member/not-found',
    again: setsState,
  },
  getOpenTaskNumber: { inputs: ({ memberId }) => [{ memberId }], refused: 'member/not-found', again: reads },
  removeMember: { inputs: ({ memberId }) => [{ memberId }], refused: 'member/not-found', again: setsState },
  listDepartment: justReads,
  saveDepartment: {
    inputs: ({ departmentId }) => [{ departmentId, departmentName: '采购部' }],
    refused: group,
    again: async (stage) => ({
      who: stage.launcher,
      input: { departmentName: '法务部' },
      count: await since(departments(stage)),
    }),
  },
  deleteDepartment: {
    inputs: ({ departmentId }) => [{ departmentId }],
    refused: group,
    again: async (stage) => {
      const { data } = await stage.server.call('saveDepartment', { departmentName: '行政部' }, stage.launcher)
      const { departmentId } = data
      return { who: stage.launcher, input: { departmentId }, count: await fewer(departments(stage)) }
    },
  },
  getWillRule: justReads,
  saveWillRule: { inputs: () => [{ willRule: 'never' }], again: setsState },
  getTransfer: justReads,
  requestTransfer: {
    inputs: ({ operatorId }) => [{ memberId: operatorId, smsCode: '000000' }],
    refused: 'member/not-found',
    again: byCode,
  },
  cancelTransfer: { inputs: ({ transferId }) => [{ transferId }], refused: 'transfer/not-found', again: setsState },
}

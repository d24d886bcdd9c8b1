import { z } from 'zod'
import { callsUnder } from './call.ts'
import { id, time, yesNo } from './shapes.ts'

/** How an invitation stands. */
export const inviteStatus = z.enum(['invited', 'accepted', 'declined', 'expired', 'cancelled'])

/** A company's invitation, as the one it invites sees it. */
export const Invite = z.object({
  companyId: id,
  companyName: z.string(),
  /** Who invited. */
  adminName: z.string(),
  expireTime: time,
  departmentName: z.string().nullable(),
  roleName: z.string(),
  inviteStatus,
})
export type Invite = z.infer<typeof Invite>

/** A company's administration on its way to another member. */
export const AdministrationTransfer = z.object({
  transferId: id,
  companyId: id,
  companyName: z.string(),
  adminName: z.string(),
  memberName: z.string(),
  createTime: time,
})
export type AdministrationTransfer = z.infer<typeof AdministrationTransfer>

/** What the invited person and any member asks: checklist C35, C93, R56. */
export const membership = callsUnder('/companyUser', { access: 'session' })({
  replyInviteUser: {
    summary: '同意或拒绝加入企业',
    success: '0',
    mutates: true,
    input: z.object({ companyId: id, replyFlag: z.enum(['agree', 'disagree']) }),
    output: z.object({ tenantId: id.nullable() }),
    refuses: ['invitation/not-found', 'invitation/ended', 'space/not-authenticated'],
  },
  getInviteInfo: {
    summary: '企业邀请详情（邀请码会绑定到当前账号的手机号）',
    input: z.object({ inviteCode: z.string().max(64).optional(), companyId: id.optional() }),
    output: Invite,
    refuses: ['invitation/not-found', 'invitation/ended'],
    limit: { count: 60, seconds: 60 },
  },
  listInvite: {
    summary: '等待我答复的企业邀请与管理员转让',
    output: z.object({ inviteArray: z.array(Invite), transferArray: z.array(AdministrationTransfer) }),
  },
  answerTransfer: {
    summary: '同意或拒绝接任企业管理员',
    mutates: true,
    input: z.object({ transferId: id, replyFlag: z.enum(['agree', 'disagree']) }),
    output: z.object({ tenantId: id }),
    refuses: ['transfer/not-found', 'transfer/target', 'space/not-authenticated'],
  },
  colleagueList: {
    summary: '本企业可以接手合同的同事',
    access: 'tenant',
    input: z.object({ keyword: z.string().trim().max(60).optional(), exceptId: id.nullish() }),
    output: z.object({
      colleagueArray: z.array(
        z.object({ memberId: id, memberName: z.string(), departmentName: z.string().nullable(), isSpaceOwner: yesNo }),
      ),
    }),
  },
  getLeaveInfo: {
    summary: '退出企业前的检查',
    access: 'tenant',
    output: z.object({ openTaskNumber: z.int(), isLastAdmin: yesNo }),
    refuses: ['member/not-found'],
  },
  leaveCompany: {
    summary: '退出企业',
    access: 'tenant',
    mutates: true,
    input: z.object({ successorId: id.nullish() }),
    refuses: ['member/not-found', 'member/last-administrator', 'member/hand-over', 'member/changed'],
  },
})

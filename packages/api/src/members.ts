import { willRuleTimes } from '@moqi/domain/contract/will-demand'
import { z } from 'zod'
import { callsUnder } from './call.ts'
import { amount } from './flow.ts'
import { inviteStatus, membership, AdministrationTransfer } from './membership.ts'
import { id, paging, phone, time, yesNo } from './shapes.ts'

const name = z.string().trim().max(60)
const groupName = z.string().max(100)
const keyword = z.string().trim().max(60).optional()
/** Null: no department, the role 经办人. */
const groups = { departmentId: id.nullish(), roleId: id.nullish() }

/** A member of a company, as its administrator sees it. */
export const CompanyMember = z.object({
  memberId: id,
  memberName: z.string(),
  phone: z.string(),
  isSpaceOwner: yesNo,
  isSelf: yesNo,
  departmentId: id.nullable(),
  departmentName: z.string().nullable(),
  roleId: id.nullable(),
  roleName: z.string(),
  memberStatus: z.enum(['enabled', 'disabled']),
  /** Company seals the member may use. */
  sealNumber: z.int(),
  joinTime: time,
})
export type CompanyMember = z.infer<typeof CompanyMember>

/** An invitation that was sent and waits for its answer. */
export const SentInvite = z.object({
  invitationId: id,
  memberName: z.string(),
  phone: z.string(),
  departmentName: z.string().nullable(),
  roleName: z.string(),
  inviteStatus,
  createTime: time,
  expireTime: time,
})
export type SentInvite = z.infer<typeof SentInvite>

const groupRefusals = ['field/invalid', 'member/group-not-found'] as const

/** What the administrator asks (checklist R38): invitations and members. */
const managed = callsUnder('/companyUser', { right: 'manageMembers' })({
  inviteUser: {
    summary: '邀请成员（短信）',
    mutates: true,
    input: z.object({
      inviteArray: z
        .array(z.object({ memberName: name, phone, ...groups }))
        .min(1)
        .max(50),
    }),
    output: z.object({
      successNumber: z.int(),
      failArray: z.array(z.object({ memberName: z.string(), phone: z.string(), message: z.string() })),
    }),
    refuses: ['space/not-authenticated'],
    limit: { count: 20, seconds: 600 },
  },
  listInviteUser: {
    summary: '已发出、尚未加入的邀请',
    input: z.object({ keyword, ...paging }),
    output: z.object({ inviteArray: z.array(SentInvite), nextCursor: z.string().nullable(), total: z.int() }),
  },
  resendInvite: {
    summary: '再次邀请',
    mutates: true,
    input: z.object({ invitationId: id }),
    output: z.object({ expireTime: time }),
    refuses: ['invitation/not-found', 'invitation/changed', 'space/not-authenticated'],
  },
  cancelInvite: {
    summary: '取消邀请',
    mutates: true,
    input: z.object({ invitationId: id }),
    refuses: ['invitation/not-found', 'invitation/changed'],
  },
  getInviteLink: {
    summary: '邀请链接是否有效（链接本身只在生成时给出一次）',
    output: z.object({ expireTime: time.nullable() }),
  },
  makeInviteLink: {
    summary: '生成邀请链接（原链接随之失效）',
    mutates: true,
    input: z.object(groups),
    output: z.object({ inviteCode: z.string(), inviteLink: z.string(), expireTime: time }),
    refuses: ['member/group-not-found', 'space/not-authenticated'],
  },
  withdrawInviteLink: {
    summary: '停用邀请链接',
    mutates: true,
  },
  listMember: {
    summary: '成员列表',
    scope: 'members',
    input: z.object({ keyword, departmentId: id.nullish(), ...paging }),
    output: z.object({ memberArray: z.array(CompanyMember), nextCursor: z.string().nullable(), total: z.int() }),
  },
  listMemberLog: {
    summary: '成员变更记录',
    /** `about` roles: what was made, changed, given and taken of them alone. */
    input: z.object({ about: z.enum(['roles']).optional(), ...paging }),
    output: z.object({
      logArray: z.array(
        z.object({ logId: id, time, who: z.string(), label: z.string(), detail: z.string().nullable() }),
      ),
      nextCursor: z.string().nullable(),
    }),
  },
  updateMember: {
    summary: '修改成员的姓名、部门、角色',
    mutates: true,
    input: z.object({ memberId: id, memberName: name, ...groups }),
    refuses: ['member/not-found', ...groupRefusals],
  },
  updateMemberStatus: {
    summary: '停用或启用成员',
    mutates: true,
    input: z.object({ memberId: id, memberStatus: z.enum(['enabled', 'disabled']) }),
    refuses: ['member/not-found', 'member/changed', 'member/self', 'member/last-administrator'],
  },
  getOpenTaskNumber: {
    summary: '成员手上未完成的合同数',
    input: z.object({ memberId: id }),
    output: z.object({ openTaskNumber: z.int() }),
    refuses: ['member/not-found'],
  },
  removeMember: {
    summary: '移除成员并转交其合同',
    mutates: true,
    input: z.object({ memberId: id, successorId: id.nullish() }),
    refuses: ['member/not-found', 'member/changed', 'member/self', 'member/last-administrator', 'member/hand-over'],
  },
})

/** What the administrator asks of the company's order: departments, the handing over of the administration. */
const arranged = callsUnder('/companyUser', { right: 'manageMembers' })({
  listDepartment: {
    summary: '部门及其人数',
    scope: 'members',
    output: z.object({
      departmentArray: z.array(z.object({ departmentId: id, departmentName: z.string(), memberNumber: z.int() })),
      memberNumber: z.int(),
      inviteNumber: z.int(),
    }),
  },
  saveDepartment: {
    summary: '新增部门或改名',
    mutates: true,
    input: z.object({ departmentId: id.nullish(), departmentName: groupName }),
    output: z.object({ departmentId: id }),
    refuses: groupRefusals,
  },
  deleteDepartment: {
    summary: '删除部门',
    mutates: true,
    input: z.object({ departmentId: id }),
    refuses: ['member/group-not-found', 'member/group-in-use'],
  },
  getWillRule: {
    summary: '企业的双重意愿认证规则',
    output: z.object({ willRule: z.enum(willRuleTimes), amount: amount.nullable() }),
  },
  saveWillRule: {
    summary: '设置企业的双重意愿认证规则',
    mutates: true,
    /** `amount` in 分, of `above` alone. */
    input: z.object({ willRule: z.enum(willRuleTimes), amount: amount.nullish() }),
    refuses: ['field/invalid'],
  },
  getTransfer: {
    summary: '等待对方确认的管理员转让',
    output: z.object({ transfer: AdministrationTransfer.nullable() }),
  },
  requestTransfer: {
    summary: '发起管理员转让',
    mutates: true,
    /** `smsCode`: of getSmsVerificationCode with scene `transfer`. */
    input: z.object({ memberId: id, smsCode: z.string().trim().max(10) }),
    output: z.object({ transferId: id }),
    refuses: ['member/not-found', 'member/self', 'transfer/pending', 'transfer/target', 'account/code-wrong'],
    limit: { count: 30, seconds: 60 },
  },
  cancelTransfer: {
    summary: '取消管理员转让',
    mutates: true,
    input: z.object({ transferId: id }),
    refuses: ['transfer/not-found'],
  },
})

/** A company's members: who is invited, who belongs to it, who may do what (domain 2.5, 5.7). */
export const members = { ...membership, ...managed, ...arranged }

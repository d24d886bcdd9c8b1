import { groupLimits } from '@moqi/domain/groups/group-rules'
import { groupPeriods, groupStandings } from '@moqi/domain/groups/group-figures'
import { keysOf } from '@moqi/domain/keys-of'
import { z } from 'zod'
import { callsUnder } from './call.ts'
import { flag, id, time } from './shapes.ts'

const version = z.int().min(0)
const count = z.int().nonnegative()
const guess = { count: 30, seconds: 60 }
const name = z.string().trim().max(200)
const period = z.enum(keysOf(groupPeriods)).default('month')
const graceDays = z.union(groupLimits.graceDays.map((days) => z.literal(days))).nullable()
const longestHours = z.union(groupLimits.longestHours.map((hours) => z.literal(hours))).nullable()

/** Null: each company decides for itself. */
const Rules = z.object({ graceDays, longestHours })

const Look = z.object({
  companyName: z.string(),
  viewerName: z.string(),
  /** In this month. */
  lookNumber: count,
  lastTime: time,
})

const Sent = z.object({
  invitationId: id,
  companyName: z.string(),
  creditCode: z.string(),
  sentTime: time,
  endTime: time,
  isOver: flag,
  mayUrge: flag,
})
/** An invitation of a company into the group, which it has not answered. */
export type SentGroupInvitation = z.infer<typeof Sent>

const Group = z.object({
  groupId: id,
  groupName: z.string(),
  leadName: z.string(),
  isLead: flag,
  version,
  foundTime: time,
  joinTime: time,
  companyNumber: count,
  rules: Rules,
  /** Since when, or from when on, the own company is held to a second step; null where it is not. */
  secondTime: time.nullable(),
  /** To the lead whom it has looked at, to any other company who has looked at it. */
  lookArray: z.array(Look),
  /** Of the lead: invitations that are not answered. */
  sentArray: z.array(Sent),
})
/** The group that a company is in, as its administrators see it. */
export type CompanyGroup = z.infer<typeof Group>

const Received = z.object({
  invitationId: id,
  groupName: z.string(),
  leadName: z.string(),
  leadCreditCode: z.string(),
  inviterName: z.string(),
  sentTime: time,
  endTime: time,
  companyNumber: count,
  version,
  rules: Rules,
})
/** An invitation into a group that waits for the company's administrators. */
export type ReceivedGroupInvitation = z.infer<typeof Received>

const Figures = z.object({
  memberNumber: count,
  signingNumber: count,
  finishedNumber: count,
  beforeNumber: count,
  endingNumber: count,
  endedNumber: count,
  surplus: count,
  total: count,
})

const Company = z.object({
  tenantId: id,
  companyName: z.string(),
  creditCode: z.string(),
  isLead: flag,
  joinTime: time,
  /** What whoever asks is in that company; null where it is not theirs. */
  ownRole: z.enum(['administrator', 'member']).nullable(),
  standing: z.enum(groupStandings),
  figures: Figures,
})
/** A company of a group in numbers. */
export type GroupCompany = z.infer<typeof Company>

const own = callsUnder('/company/group', { right: 'manageGroup' })({
  getGroup: {
    summary: '本企业所在的集团、集团规则与查看记录，以及收到的加入邀请',
    output: z.object({ group: Group.nullable(), invitationArray: z.array(Received) }),
  },
  foundGroup: {
    summary: '创建集团，本企业为牵头企业',
    mutates: true,
    input: z.object({ groupName: name }),
    output: z.object({ groupId: id }),
    refuses: ['field/invalid', 'group/taken', 'group/halted'],
    limit: guess,
  },
  answerGroupInvitation: {
    summary: '同意或拒绝加入集团',
    mutates: true,
    input: z.object({
      invitationId: id,
      answer: z.enum(['agree', 'refuse']),
      /** Of the group's rules as they were read. */
      version,
    }),
    refuses: [
      'group/not-found',
      'group/invitation-over',
      'group/changed',
      'group/taken',
      'group/full',
      'group/halted',
      'space/second-step-first',
    ],
    limit: guess,
  },
  leaveGroup: {
    summary: '退出集团',
    mutates: true,
    input: z.object({ groupId: id }),
    refuses: ['group/not-found', 'group/lead-stays'],
  },
})

/** What the lead company alone does. */
const lead = callsUnder('/company/group', { right: 'manageGroup' })({
  inviteCompany: {
    summary: '邀请企业加入集团',
    mutates: true,
    input: z.object({ companyName: name, creditCode: z.string().trim().max(40) }),
    output: z.object({ invitationId: id }),
    refuses: [
      'field/invalid',
      'group/not-found',
      'group/lead-only',
      'group/halted',
      'group/company-unknown',
      'group/invitation-pending',
      'group/full',
    ],
    limit: guess,
  },
  urgeGroupInvitation: {
    summary: '提醒对方管理员答复集团邀请（每天一次）',
    mutates: true,
    input: z.object({ invitationId: id }),
    refuses: ['group/not-found', 'group/lead-only', 'group/halted', 'group/invitation-over', 'group/urged'],
  },
  withdrawGroupInvitation: {
    summary: '撤回集团邀请',
    mutates: true,
    input: z.object({ invitationId: id }),
    refuses: ['group/not-found', 'group/lead-only', 'group/invitation-over'],
  },
  removeGroupCompany: {
    summary: '将企业移出集团',
    mutates: true,
    input: z.object({ tenantId: id }),
    refuses: ['group/not-found', 'group/lead-only', 'group/lead-stays'],
  },
  dissolveGroup: {
    summary: '解散集团',
    mutates: true,
    input: z.object({ groupId: id }),
    refuses: ['group/not-found', 'group/lead-only'],
  },
  renameGroup: {
    summary: '修改集团名称，各企业会收到通知',
    mutates: true,
    input: z.object({ groupName: name, version }),
    output: z.object({ version }),
    refuses: ['field/invalid', 'group/not-found', 'group/lead-only', 'group/halted', 'group/changed'],
    limit: guess,
  },
  saveGroupRules: {
    summary: '设定集团规则，各企业不能放宽',
    mutates: true,
    input: Rules.extend({ version }),
    output: z.object({ version }),
    refuses: [
      'account/sign-in-again',
      'group/not-found',
      'group/lead-only',
      'group/halted',
      'group/changed',
      'space/second-step-first',
    ],
    limit: guess,
  },
  getGroupFigures: {
    summary: '集团各企业的数字（对方会看到查看记录）',
    input: z.object({ period }),
    output: z.object({ companyArray: z.array(Company) }),
    refuses: ['group/not-found', 'group/lead-only', 'group/halted'],
    limit: { count: 60, seconds: 60 },
  },
  exportGroupFigures: {
    summary: '导出集团各企业的数字（Excel）',
    kind: 'blob',
    input: z.object({ period }),
    refuses: ['group/not-found', 'group/lead-only', 'group/halted'],
    limit: { count: 10, seconds: 3600 },
  },
})

/** Several companies under one group: who is in it, what it asks of them, and how they stand in numbers. */
export const companyGroup = { ...own, ...lead }

import { approvalLifecycle } from '@moqi/domain/approvals/approval-lifecycle'
import { signKinds } from '@moqi/domain/contract/sign-kind'
import { keysOf } from '@moqi/domain/keys-of'
import { logVerbs } from '@moqi/domain/labels/log-verbs'
import { z } from 'zod'
import { callsUnder } from './call.ts'
import { amount } from './flow.ts'
import { CcRecipient } from './draft.ts'
import { statusOf, wireCounters, wireOperations, wireRowStatuses } from './wire/contract.ts'
import { File, flag, id, paging, Position, reason, Signer, TaskRow, time, WillAsked } from './shapes.ts'
import { keepsChoices, namesIt } from './visit-rules.ts'

/** How a contract answers whoever has no part in it. */
export const noOne = ['contract/not-found', 'contract/other-space'] as const
/** Why a signature is not made. */
export const signingRefusals = [
  'contract/not-signable',
  'contract/papers-missing',
  'contract/illegal-move',
  'contract/changed',
  'contract/document-changed',
  'will-auth/required',
  'seal/not-found',
  'seal/changed',
  'field/invalid',
] as const
const applyingRefusals = [
  'approval/changed',
  'approval/not-needed',
  'flow/not-found',
  'flow/unfit',
  'flow/no-approver',
] as const
const signIdOnly = z.object({ signId: id })
const withReason = z.object({ signId: id, reason: reason.optional() })

/** Whose contracts: the person's own in the space, or, for its administrators, all of the company (checklist I9). */
const scope = z.enum(['own', 'company']).default('own')

/** What the contract list can be narrowed by. */
export const TaskFilter = z.object({
  scope,
  status: z.string().max(30).default('all'),
  keyword: z.string().trim().max(100).optional(),
  initiatorName: z.string().trim().max(100).optional(),
  signerName: z.string().trim().max(100).optional(),
  taskType: z.enum(['normal', 'relieve']).optional(),
  /** Handled by somebody who is in that department now. */
  departmentId: id.optional(),
  /** Within the category: what I launched and who refused it are two questions. */
  rowStatus: z.enum(wireRowStatuses).transform(statusOf).optional(),
  /** 发起时间: of its sending. */
  createTimeStart: time.optional(),
  createTimeEnd: time.optional(),
  signExpireTimeStart: time.optional(),
  signExpireTimeEnd: time.optional(),
  finishTimeStart: time.optional(),
  finishTimeEnd: time.optional(),
  ...paging,
})
export type TaskFilter = z.infer<typeof TaskFilter>

/** What a signer puts at one of their places: a seal, their own hand, or what they filled in. */
export const ChosenPlace = z.object({
  positionId: id,
  sealId: id.optional(),
  handwriteBase64: z.string().max(720_000).optional(),
  value: z.string().max(500).optional(),
})

/** What the signer's page reports of the reading, for the evidence; it opens nothing. */
const reading = z.object({ seconds: z.int().min(0).max(864_000), pagesSeen: z.int().min(0).max(500) }).optional()

/** What is signed: by which proof of will, with what at which place. */
export const signing = z.object({
  signId: id,
  authToken: z.string().max(100),
  reading,
  positionArray: z.array(ChosenPlace).max(300),
})

const LogEntry = z.object({
  time,
  who: z.string(),
  verb: z.enum(keysOf(logVerbs)),
  label: z.string(),
  detail: z.string().nullable(),
})

/** How many contracts stand under each counter that is kept. */
export const Totals = z.partialRecord(z.enum(wireCounters), z.int())
/** How many contracts stand under each counter that is kept. */
export type Totals = z.infer<typeof Totals>

const SignDetail = TaskRow.extend({
  remark: z.string().nullable(),
  signOrderType: z.enum(['order', 'disorder']),
  contractEndTime: time.nullable(),
  /** What it is about in 分, as its initiator wrote it. */
  contractAmount: amount.nullable(),
  spaceName: z.string(),
  /** Party number of this entry, null for an initiator who does not sign. */
  ownSignerNo: z.int().nullable(),
  fileArray: z.array(File),
  attachmentArray: z.array(File),
  signerArray: z.array(Signer),
  ccArray: z.array(CcRecipient),
  /** From the initiator to this entry's party. */
  privateMessage: z.string().nullable(),
  /** Whether this entry's party must have read everything, and whether it has. */
  forcedReading: flag,
  /** What the viewer is asked to sign with. */
  signKind: z.enum(signKinds),
  readingDone: flag,
  /** Whether `listPapers` has anything for the viewer. */
  papersAsked: flag,
  /** What this entry's party must do. */
  positionArray: z.array(Position),
  logArray: z.array(LogEntry),
  closeReason: z.string().nullable(),
  detailOperationArray: z.array(z.enum(wireOperations)),
  relieveSignId: id.nullable(),
  originSignId: id.nullable(),
})
/** A contract as its page shows it to one viewer. */
export type SignDetail = z.infer<typeof SignDetail>

/** Checklist C24, C47–C49, C51–C54, C61, C62, C72, C81: a contract's life as its parties see it. */
export const task = callsUnder('/api/common/v1/task')({
  recentTasks: {
    path: '/api/common/v1/task/recently',
    summary: '近期合同',
    output: z.object({ taskInfoArray: z.array(TaskRow) }),
  },
  listTasks: {
    path: '/api/common/v1/task/list',
    summary: '合同列表',
    scope: 'read',
    input: TaskFilter,
    output: z.object({
      taskInfoArray: z.array(TaskRow),
      nextCursor: z.string().nullable(),
      total: z.int().optional(),
      /** How many a filter lets through, on the first page: beyond `operationLimits.countedRows` one more. */
      foundNumber: z.int().optional(),
    }),
    refuses: ['request/invalid', 'space/owner-only'],
  },
  getStatusTotal: {
    summary: '合同计数',
    scope: 'read',
    input: z.object({ scope }),
    output: Totals,
    refuses: ['space/owner-only'],
  },
  deleteTask: {
    path: '/api/common/v1/task/updateTaskStatus2Delete',
    summary: '删除合同',
    scope: 'launch',
    mutates: true,
    input: signIdOnly,
    refuses: [...noOne, 'contract/illegal-move', 'contract/initiator-only', 'contract/changed'],
  },
  rejectTask: {
    path: '/api/common/v1/task/updateTaskStatus2Reject',
    summary: '拒签',
    visit: { sign: namesIt },
    mutates: true,
    input: withReason,
    refuses: [
      ...noOne,
      'contract/initiator-never-rejects',
      'contract/illegal-move',
      'contract/changed',
      'field/invalid',
    ],
  },
  recallTask: {
    path: '/api/common/v1/task/updateTaskStatus2recall',
    summary: '撤回',
    scope: 'manage',
    mutates: true,
    input: withReason,
    refuses: [...noOne, 'contract/initiator-only', 'contract/illegal-move', 'contract/changed', 'field/invalid'],
  },
  signBeforeCheck: {
    summary: '签署前检查',
    visit: { sign: namesIt },
    // The amount (分) is what an application for a seal would name.
    input: z.object({ signId: id, amount: amount.nullish() }),
    output: z.object({
      signBeforeCheck: flag,
      signBeforeCheckInfo: z.string(),
      /** How the will must be proved; null where it may not be signed. */
      willDemand: WillAsked.nullable(),
    }),
    refuses: ['contract/not-found'],
  },
  getSignDetailInfo: {
    summary: '合同详情',
    visit: { sign: namesIt, assign: namesIt },
    scope: 'read',
    input: z.object({ signId: id, signType: flag.optional() }),
    output: SignDetail,
    refuses: noOne,
  },
  finishReading: {
    summary: '已阅读全文',
    visit: { sign: namesIt },
    mutates: true,
    input: signIdOnly,
    refuses: [...noOne, 'contract/not-signable'],
  },
  signProcessPosition: {
    path: '/api/common/v1/task/signProcessPosition',
    summary: '暂存签署内容',
    visit: { sign: keepsChoices },
    mutates: true,
    // Without choices it answers those kept before, on whatever device; with a proof of will it goes on as `sign`, and
    // with a flow too as `signWithProcess` (checklist C67).
    input: z.object({
      signId: id,
      positionArray: z.array(ChosenPlace).max(300).optional(),
      authToken: z.string().max(100).optional(),
      flowId: id.optional(),
      reason: reason.optional(),
      amount: amount.nullish(),
      reading,
    }),
    output: z.object({
      positionArray: z.array(ChosenPlace),
      /** Of what was signed or applied for. */
      status: z.enum([...wireRowStatuses, ...approvalLifecycle.states]).optional(),
      approveId: id.optional(),
    }),
    refuses: [...noOne, ...signingRefusals, ...applyingRefusals],
  },
  signWithProcess: {
    summary: '提交用印审批，通过后自动用印',
    visit: { office: namesIt },
    mutates: true,
    input: z.object({
      signId: id,
      authToken: z.string().max(100),
      flowId: id,
      /** Why the seal is to be used. */
      reason,
      /** Of the contract, in 分, for flows that go by it. */
      amount: amount.nullish(),
      reading,
      positionArray: z.array(ChosenPlace).max(300),
    }),
    output: z.object({ approveId: id, status: z.enum(approvalLifecycle.states) }),
    refuses: [...noOne, ...signingRefusals, ...applyingRefusals],
  },
  checkSealPermission: {
    summary: '印章使用权限',
    visit: { sign: namesIt },
    // Without a seal, of those that the viewer's places take.
    input: z.object({ signId: id, sealId: id.optional() }),
    output: z.object({ sealPermission: z.enum(['direct', 'needApproval', 'none']), message: z.string() }),
    refuses: [...noOne, 'seal/not-found'],
  },
  sign: {
    summary: '签署',
    visit: { sign: namesIt },
    mutates: true,
    input: signing,
    output: z.object({ status: z.enum(wireRowStatuses) }),
    refuses: [...noOne, ...signingRefusals],
  },
  getResultFileType: {
    summary: '结果文件类型',
    scope: 'read',
    input: z.object({ taskId: id }),
    output: z.object({ resultFileType: z.enum(['pdf', 'zip']) }),
    refuses: ['contract/not-found'],
  },
  downloadFinishedPdf: {
    path: '/api/common/v1/tool/downloadFinishedPdf',
    summary: '下载已完成的合同',
    scope: 'download',
    kind: 'blob',
    input: signIdOnly,
    refuses: [...noOne, 'contract/not-downloadable'],
  },
  contractPosition: {
    method: 'GET',
    path: '/contract/position',
    summary: '某一签署方的签署位置',
    scope: 'read',
    input: z.object({
      contractId: id,
      signingBody: z.enum(['person', 'company']),
      companyId: z.string().optional(),
      _t: z.string().optional(),
    }),
    output: z.object({ positionArray: z.array(Position) }),
    refuses: ['contract/not-found'],
  },
})

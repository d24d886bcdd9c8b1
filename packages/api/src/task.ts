import { willKinds } from '@moqi/domain/contract/will-kind'
import { z } from 'zod'
import { defineCalls } from './call.ts'
import { empty, File, flag, id, nothing, paging, Position, reason, Signer, TaskRow, time } from './shapes.ts'

const noOne = ['contract/not-found', 'contract/other-space'] as const
const signIdOnly = z.object({ signId: id })
const withReason = z.object({ signId: id, reason: reason.optional() })
const version = z.int().min(0)

export const DraftSigner = z.object({
  signerNo: z.int().min(1).max(50),
  signOrder: z.int().min(1).max(255),
  signType: flag,
  signerName: z.string().trim().max(60),
  phone: z.string().trim().max(20),
  companyName: z.string().trim().max(120).nullable().default(null),
  willAuthType: z.enum(willKinds).default('any'),
  /** For this signer's eyes only. */
  privateMessage: z.string().max(400).nullish(),
  /** Whether everything must have been read before it may be signed (domain.md row 17). */
  forcedReading: z.boolean().default(false),
})
export type DraftSigner = z.infer<typeof DraftSigner>

/** A copy recipient: told when the contract is sent, or when it is finished. */
export const CcRecipient = z.object({
  name: z.string().trim().max(60),
  phone: z.string().trim().max(20),
  when: z.enum(['send', 'finish']).default('send'),
})
export type CcRecipient = z.infer<typeof CcRecipient>

/** What the wizard saves in its first two steps. Without `signId` a new draft is made. */
export const Draft = z.object({
  signId: id.nullish(),
  version: version.optional(),
  taskName: z.string().max(200),
  taskNo: z.string().trim().max(50).nullish(),
  remark: z.string().max(1000).nullish(),
  signExpireTime: time.nullish(),
  contractEndTime: time.nullish(),
  signOrderType: z.enum(['order', 'disorder']).default('order'),
  fileIdArray: z.array(id).max(10),
  /** What the files are called here, in the order of `fileIdArray`; null as they were uploaded. */
  fileNameArray: z.array(z.string().max(200).nullable()).max(10).default([]),
  attachmentArray: z
    .array(z.object({ fileId: id, fileName: z.string().max(200).nullish() }))
    .max(10)
    .default([]),
  signerArray: z.array(DraftSigner).max(50),
  ccArray: z.array(CcRecipient).max(50).default([]),
  /** When it is sent, its other parties become contacts of the launcher. */
  saveContacts: flag.default(1),
})
export type Draft = z.infer<typeof Draft>

/** Whose contracts: the person's own in the space, or, for its administrators, all of the company (checklist I9). */
const scope = z.enum(['own', 'company']).default('own')

export const TaskFilter = z.object({
  scope,
  status: z.string().max(30).default('all'),
  keyword: z.string().trim().max(100).optional(),
  initiatorName: z.string().trim().max(100).optional(),
  signerName: z.string().trim().max(100).optional(),
  taskType: z.enum(['normal', 'relieve']).optional(),
  createTimeStart: time.optional(),
  createTimeEnd: time.optional(),
  signExpireTimeStart: time.optional(),
  signExpireTimeEnd: time.optional(),
  finishTimeStart: time.optional(),
  finishTimeEnd: time.optional(),
  ...paging,
})
export type TaskFilter = z.infer<typeof TaskFilter>

const DraftInfo = z.object({
  signId: id,
  taskId: id,
  version,
  status: z.string(),
  taskName: z.string(),
  taskNo: z.string(),
  remark: z.string().nullable(),
  signExpireTime: time.nullable(),
  contractEndTime: time.nullable(),
  signOrderType: z.enum(['order', 'disorder']),
  fileArray: z.array(File),
  attachmentArray: z.array(File),
  signerArray: z.array(Signer.extend({ privateMessage: z.string().nullable(), forcedReading: z.boolean() })),
  ccArray: z.array(CcRecipient),
  positionArray: z.array(Position),
  saveContacts: flag,
})
export type DraftInfo = z.infer<typeof DraftInfo>

const LogEntry = z.object({
  time,
  who: z.string(),
  verb: z.string(),
  label: z.string(),
  detail: z.string().nullable(),
})

const SignDetail = TaskRow.extend({
  remark: z.string().nullable(),
  signOrderType: z.enum(['order', 'disorder']),
  contractEndTime: time.nullable(),
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
  forcedReading: z.boolean(),
  readingDone: z.boolean(),
  /** What this entry's party must do. */
  positionArray: z.array(Position),
  logArray: z.array(LogEntry),
  closeReason: z.string().nullable(),
  detailOperationArray: z.array(z.string()),
  relieveSignId: id.nullable(),
  originSignId: id.nullable(),
})
export type SignDetail = z.infer<typeof SignDetail>

/** Checklist C47–C54, C59–C62, C72, C81, C88, C24: a contract's life as its parties see it. */
export const task = defineCalls({
  recentTasks: {
    path: '/api/common/v1/task/recently',
    summary: '近期合同',
    input: empty,
    output: z.object({ taskInfoArray: z.array(TaskRow) }),
  },
  listTasks: {
    path: '/api/common/v1/task/list',
    summary: '合同列表',
    input: TaskFilter,
    output: z.object({
      taskInfoArray: z.array(TaskRow),
      nextCursor: z.string().nullable(),
      total: z.int().optional(),
    }),
    refuses: ['request/invalid', 'space/owner-only'],
  },
  getStatusTotal: {
    path: '/api/common/v1/task/getStatusTotal',
    summary: '合同计数',
    input: z.object({ scope }),
    output: z.record(z.string(), z.int()),
    refuses: ['space/owner-only'],
  },
  saveDraft: {
    path: '/api/common/v1/task/saveDraft',
    summary: '保存草稿',
    right: 'launch',
    mutates: true,
    input: Draft,
    output: z.object({ signId: id, taskId: id, version }),
    refuses: [
      ...noOne,
      'space/not-authenticated',
      'contract/stale-draft',
      'contract/illegal-move',
      'contract/initiator-only',
      'field/invalid',
      'file/not-found',
    ],
  },
  getDraftInfo: {
    path: '/api/common/v1/task/getDraftInfo',
    summary: '读取草稿',
    input: signIdOnly,
    output: DraftInfo,
    refuses: [...noOne, 'contract/initiator-only', 'contract/illegal-move'],
  },
  saveLocation: {
    path: '/api/common/v1/task/saveLocation',
    summary: '保存签署位置（完整时进入待发送）',
    right: 'launch',
    mutates: true,
    input: z.object({ signId: id, version, positionArray: z.array(Position).max(300) }),
    output: z.object({ version, status: z.string() }),
    refuses: [...noOne, 'contract/stale-draft', 'contract/illegal-move', 'contract/initiator-only', 'field/invalid'],
  },
  sendTask: {
    path: '/api/common/v1/task/updateTaskStatus2Send',
    summary: '发送合同',
    right: 'launch',
    mutates: true,
    input: signIdOnly,
    output: z.object({ status: z.string() }),
    refuses: [
      ...noOne,
      'space/not-authenticated',
      'contract/incomplete',
      'contract/quota',
      'contract/changed',
      'contract/illegal-move',
      'contract/initiator-only',
      'file/damaged',
      'file/certified',
      'field/invalid',
    ],
  },
  deleteTask: {
    path: '/api/common/v1/task/updateTaskStatus2Delete',
    summary: '删除合同',
    mutates: true,
    input: signIdOnly,
    output: nothing,
    refuses: [...noOne, 'contract/illegal-move', 'contract/initiator-only', 'contract/changed'],
  },
  rejectTask: {
    path: '/api/common/v1/task/updateTaskStatus2Reject',
    summary: '拒签',
    mutates: true,
    input: withReason,
    output: nothing,
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
    mutates: true,
    input: withReason,
    output: nothing,
    refuses: [...noOne, 'contract/initiator-only', 'contract/illegal-move', 'contract/changed', 'field/invalid'],
  },
  signBeforeCheck: {
    path: '/api/common/v1/task/signBeforeCheck',
    summary: '签署前检查',
    input: signIdOnly,
    output: z.object({ signBeforeCheck: flag, signBeforeCheckInfo: z.string() }),
    refuses: ['contract/not-found'],
  },
  getSignDetailInfo: {
    path: '/api/common/v1/task/getSignDetailInfo',
    summary: '合同详情',
    input: z.object({ signId: id, signType: flag.optional() }),
    output: SignDetail,
    refuses: noOne,
  },
  finishReading: {
    path: '/api/common/v1/task/finishReading',
    summary: '已阅读全文',
    mutates: true,
    input: signIdOnly,
    output: nothing,
    refuses: [...noOne, 'contract/not-signable'],
  },
  sign: {
    path: '/api/common/v1/task/sign',
    summary: '签署',
    mutates: true,
    input: z.object({
      signId: id,
      authToken: z.string().max(100),
      positionArray: z
        .array(
          z.object({
            positionId: id,
            sealId: id.optional(),
            handwriteBase64: z.string().max(720_000).optional(),
            value: z.string().max(500).optional(),
          }),
        )
        .max(300),
    }),
    output: z.object({ status: z.string() }),
    refuses: [
      ...noOne,
      'contract/not-signable',
      'contract/illegal-move',
      'contract/changed',
      'contract/document-changed',
      'will-auth/required',
      'seal/not-found',
      'field/invalid',
    ],
  },
  getResultFileType: {
    path: '/api/common/v1/task/getResultFileType',
    summary: '结果文件类型',
    input: z.object({ taskId: id }),
    output: z.object({ resultFileType: z.enum(['pdf', 'zip']) }),
    refuses: ['contract/not-found'],
  },
  downloadFinishedPdf: {
    path: '/api/common/v1/tool/downloadFinishedPdf',
    summary: '下载已完成的合同',
    kind: 'blob',
    input: signIdOnly,
    output: z.unknown(),
    refuses: [...noOne, 'contract/not-downloadable'],
  },
  contractPosition: {
    method: 'GET',
    path: '/contract/position',
    summary: '某一签署方的签署位置',
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

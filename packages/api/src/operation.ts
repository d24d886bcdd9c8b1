import { draftLimits } from '@moqi/domain/contract/draft-limits'
import { z } from 'zod'
import { callsUnder } from './call.ts'
import { id, phone, Position, reason, SentPosition, time } from './shapes.ts'
import { TaskFilter } from './task.ts'
import { namesIt } from './visit-rules.ts'

const noOne = ['contract/not-found', 'contract/other-space'] as const
const initiatorsOwn = [...noOne, 'contract/initiator-only', 'contract/illegal-move', 'contract/changed'] as const
const signIdOnly = z.object({ signId: id })
const signerNo = z.int().min(1).max(99)
const several = (most: number) => z.object({ signIds: z.array(id).min(1).max(most) })

/** Somebody in the own company; the phone is masked, `colleagueId` names them. */
const Colleague = z.object({ colleagueId: id, name: z.string(), phone: z.string() })
/** Somebody of the company whom a contract may be handed to. */
export type Colleague = z.infer<typeof Colleague>

/** What several rows in one call answer (checklist C0.9). */
export const BatchAnswer = z.object({
  successNumber: z.int(),
  failArray: z.array(z.object({ signId: id, taskName: z.string(), message: z.string() })),
})
/** What became of each of several contracts, by its `signId`. */
export type BatchAnswer = z.infer<typeof BatchAnswer>

const DownloadAnswer = z.object({
  downloadId: id,
  state: z.enum(['running', 'done', 'failed']),
  /** Percent. */
  progress: z.int().min(0).max(100),
  /** Answers the archive with the bearer header; null until it is done. */
  fileUrl: z.string().nullable(),
})
/** How a download stands: being packed, or ready under its id. */
export type DownloadAnswer = z.infer<typeof DownloadAnswer>

/** Checklist C25, C26, C55, C58, C90: what is done with contracts after they were made. */
export const operation = callsUnder('/api/common/v1/task')({
  urgeTask: {
    path: '/api/common/v1/task/urge',
    summary: '催签',
    scope: 'manage',
    mutates: true,
    input: z.object({ signId: id, signerNo: signerNo.optional() }),
    output: z.object({ urgedArray: z.array(z.string()) }),
    refuses: [...initiatorsOwn, 'field/invalid'],
  },
  delayTask: {
    path: '/api/common/v1/task/delay',
    summary: '延期',
    scope: 'manage',
    mutates: true,
    input: z.object({ signId: id, signExpireTime: time }),
    output: z.object({ signExpireTime: time }),
    refuses: [...initiatorsOwn, 'field/invalid'],
  },
  listColleagues: {
    summary: '可转交的同事',
    visit: { assign: namesIt },
    input: signIdOnly,
    output: z.object({ colleagueArray: z.array(Colleague) }),
    refuses: [...noOne, 'contract/illegal-move', 'field/invalid'],
  },
  transferTask: {
    path: '/api/common/v1/task/transfer',
    summary: '转交给同企业同事',
    visit: { assign: namesIt },
    mutates: true,
    input: z.object({ signId: id, phone: phone.optional(), colleagueId: id.optional(), reason: reason.optional() }),
    output: z.object({ signerName: z.string() }),
    refuses: [...noOne, 'contract/illegal-move', 'contract/changed', 'field/invalid'],
  },
  correctPhone: {
    summary: '更正签署方手机号',
    scope: 'manage',
    mutates: true,
    input: z.object({ signId: id, signerNo, phone }),
    refuses: [...initiatorsOwn, 'field/invalid'],
  },
  replaceParty: {
    summary: '更换尚未签署的签署方',
    scope: 'manage',
    mutates: true,
    input: z.object({ signId: id, signerNo, name: z.string(), phone, companyName: z.string().optional() }),
    refuses: [...initiatorsOwn, 'field/invalid'],
  },
  listPlaces: {
    summary: '全部签署位置',
    scope: 'read',
    input: signIdOnly,
    output: z.object({ positionArray: z.array(Position) }),
    refuses: [...noOne, 'contract/initiator-only', 'contract/illegal-move'],
  },
  addParty: {
    summary: '添加签署方',
    scope: 'manage',
    mutates: true,
    input: z.object({
      signId: id,
      name: z.string(),
      phone,
      /** Of a company that signs; a person without. */
      companyName: z.string().optional(),
      /** Where it signs; the numbers of parties and positions in it are given anew. */
      positionArray: z.array(SentPosition).min(1).max(draftLimits.areas),
    }),
    refuses: [...initiatorsOwn, 'field/invalid', 'file/not-found', 'file/damaged', 'file/certified'],
    limit: { count: 20, seconds: 60 },
  },
  removeParty: {
    summary: '移除签署方',
    scope: 'manage',
    mutates: true,
    input: z.object({ signId: id, signerNo }),
    refuses: [...initiatorsOwn, 'field/invalid', 'file/damaged', 'file/certified'],
    limit: { count: 20, seconds: 60 },
  },
  relaunchTask: {
    path: '/api/common/v1/task/relaunch',
    summary: '重新发起',
    scope: 'launch',
    right: 'launch',
    mutates: true,
    input: signIdOnly,
    output: z.object({ signId: id }),
    refuses: [...initiatorsOwn, 'space/not-authenticated'],
  },
  hideTask: {
    path: '/api/common/v1/task/hide',
    summary: '移入回收站',
    mutates: true,
    input: signIdOnly,
    refuses: [...noOne, 'contract/illegal-move'],
  },
  restoreTask: {
    path: '/api/common/v1/task/restore',
    summary: '从回收站恢复',
    mutates: true,
    input: signIdOnly,
    refuses: [...noOne, 'contract/illegal-move'],
  },
  removeTask: {
    path: '/api/common/v1/task/remove',
    summary: '彻底删除',
    mutates: true,
    input: signIdOnly,
    refuses: [...noOne, 'contract/illegal-move'],
  },
  sendTasks: {
    path: '/api/common/v1/task/updateBatchTaskStatus2Send',
    summary: '批量发送',
    right: 'launch',
    mutates: true,
    input: several(50),
    output: BatchAnswer,
    refuses: ['space/not-authenticated'],
    limit: { count: 20, seconds: 60 },
  },
  recallTasks: {
    summary: '批量撤回',
    scope: 'manage',
    mutates: true,
    input: several(50).extend({ reason: reason.optional() }),
    output: BatchAnswer,
    refuses: ['field/invalid'],
    limit: { count: 20, seconds: 60 },
  },
  urgeTasks: {
    summary: '批量催签',
    scope: 'manage',
    mutates: true,
    input: several(50),
    output: BatchAnswer,
    refuses: [],
    limit: { count: 20, seconds: 60 },
  },
  downloadFinishedTasks: {
    path: '/api/common/v1/tool/downloadFinishedTasks',
    summary: '批量下载',
    kind: 'blob',
    input: several(50),
    refuses: [...noOne, 'contract/not-downloadable', 'file/too-large'],
    limit: { count: 20, seconds: 60 },
  },
  downloadFinishedTasksAfter: {
    path: '/api/common/v1/tool/downloadFinishedTasksAfter',
    summary: '后台批量下载：开始，或以 downloadId 查询进度',
    scope: 'download',
    mutates: true,
    input: z.union([several(1000), z.object({ downloadId: id })]),
    output: DownloadAnswer,
    refuses: [...noOne, 'contract/not-downloadable', 'file/too-large', 'file/not-found'],
  },
  downloadArchive: {
    method: 'GET',
    path: '/api/common/v1/tool/downloadArchive',
    summary: '取后台打包的文件',
    scope: 'download',
    kind: 'blob',
    input: z.object({ downloadId: id }),
    refuses: ['file/not-found'],
  },
  exportTaskExcel: {
    summary: '导出Excel',
    kind: 'blob',
    input: TaskFilter,
    refuses: ['request/invalid', 'field/invalid', 'space/owner-only'],
    limit: { count: 20, seconds: 60 },
  },
})

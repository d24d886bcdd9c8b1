import { voidedAtOnce } from '@moqi/domain/contract/batch-void'
import { voidReasons } from '@moqi/domain/contract/void-terms'
import { z } from 'zod'
import { callsUnder } from './call.ts'
import { BatchAnswer } from './operation.ts'
import { File, id, Signer, time } from './shapes.ts'
import { wireRowStatuses } from './wire/contract.ts'

const noOne = ['contract/not-found', 'contract/other-space'] as const
const initiatorsOwn = [...noOne, 'contract/initiator-only', 'contract/illegal-move'] as const
const signIdOnly = z.object({ signId: id })
const version = z.int().min(0)

/** What the parties agree on (domain 5.5), under the names of checklist C65. */
const Terms = {
  relieveReason: z.enum(voidReasons),
  relieveRemark: z.string().max(1000),
  feeSettlement: z.string().max(2000),
  retainedTerms: z.string().max(2000),
  otherTerms: z.string().max(2000),
}

const RelieveInfo = z.object({
  signId: id,
  taskId: id,
  taskNo: z.string(),
  status: z.enum(wireRowStatuses),
  originSignId: id.nullable(),
  originTaskName: z.string(),
  originTaskNo: z.string(),
  originFinishTime: time.nullable(),
  /** Of the original, as they stand. */
  fileArray: z.array(File),
  /** Of the agreement, in its order of signing. */
  signerArray: z.array(Signer),
  /** Parties whose operator the viewer may replace, each by one of `colleagueArray`. */
  replaceableArray: z.array(z.int()),
  /** Others of the viewer's company who could sign for it; the phone is masked. */
  colleagueArray: z.array(z.object({ colleagueId: id, name: z.string(), phone: z.string() })),
  ...Terms,
  signExpireTime: time.nullable(),
  version,
})
/** A void agreement as its form and its readers see it. */
export type RelieveInfo = z.infer<typeof RelieveInfo>

/** Checklist C23, C65, C66, C82: a finished contract voided by an agreement of all its parties. */
export const voiding = callsUnder('/api/common/v1/task')({
  voidTask: {
    path: '/api/common/v1/task/updateTaskStatus2Void',
    summary: '作废合同：生成或取回作废协议草稿',
    right: 'launch',
    mutates: true,
    input: signIdOnly,
    output: z.object({ signId: id, taskId: id }),
    refuses: [...initiatorsOwn, 'space/not-authenticated'],
  },
  voidTasks: {
    summary: '批量作废：每份合同生成作废协议并发送给各方',
    right: 'launch',
    mutates: true,
    input: z.object({ signIds: z.array(id).min(1).max(voidedAtOnce), ...Terms, signExpireTime: time }),
    output: BatchAnswer,
    refuses: ['space/not-authenticated', 'field/invalid'],
    limit: { count: 20, seconds: 60 },
  },
  getRelieveInfo: {
    summary: '作废协议内容',
    input: signIdOnly,
    output: RelieveInfo,
    refuses: noOne,
  },
  saveTaskRelieve: {
    summary: '保存作废协议',
    right: 'launch',
    mutates: true,
    input: z.object({
      signId: id,
      version,
      ...Terms,
      signExpireTime: time,
      /** Parties of the own company whose operator becomes a colleague. */
      signerArray: z
        .array(z.object({ signerNo: z.int().min(1).max(99), colleagueId: id }))
        .max(50)
        .default([]),
    }),
    output: z.object({ signId: id, version, status: z.enum(wireRowStatuses) }),
    refuses: [...initiatorsOwn, 'contract/stale-draft', 'field/invalid'],
  },
  downloadVoidedCopy: {
    path: '/api/common/v1/tool/downloadVoidedCopy',
    summary: '下载加盖“已作废”的合同副本（PDF，不含数字签名）',
    kind: 'blob',
    input: signIdOnly,
    refuses: [...noOne, 'contract/not-downloadable', 'file/too-complex'],
    limit: { count: 20, seconds: 60 },
  },
  getSignFileImgArrayRelieve: {
    path: '/api/common/v1/tool/getSignFileImgArrayRelieve',
    summary: '原合同与作废协议的页面图片',
    input: signIdOnly,
    output: z.object({
      /** Files of the original, then of the agreement; pages in mm as displayed. */
      fileImgArray: z.array(
        z.object({
          fileId: id,
          fileName: z.string(),
          imgArray: z.array(z.object({ page: z.int(), imgUrl: z.string(), width: z.number(), height: z.number() })),
        }),
      ),
    }),
    refuses: noOne,
  },
})

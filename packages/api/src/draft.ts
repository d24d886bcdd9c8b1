import { signKinds } from '@moqi/domain/contract/sign-kind'
import { willKinds } from '@moqi/domain/contract/will-kind'
import { z } from 'zod'
import { callsUnder } from './call.ts'
import { amount } from './flow.ts'
import { wireRowStatuses } from './wire/contract.ts'
import { namesIt } from './visit-rules.ts'
import { File, flag, id, isSo, Position, SentPosition, Signer, time } from './shapes.ts'

const noOne = ['contract/not-found', 'contract/other-space'] as const
const signIdOnly = z.object({ signId: id })
const version = z.int().min(0)

/** A paper that a party is asked for (附件要求), as the page sends it. */
const PaperDemand = z.object({
  name: z.string().max(60),
  note: z.string().max(200).nullable().default(null),
  required: isSo.default(true),
})
const ShownDemand = z.object({ name: z.string(), note: z.string().nullable(), required: flag })

/** A party of a draft as the page sends it; what is missing is asked for at sending. */
export const DraftSigner = z.object({
  signerNo: z.int().min(1).max(50),
  signOrder: z.int().min(1).max(255),
  signType: flag,
  signerName: z.string().trim().max(60),
  phone: z.string().trim().max(20),
  companyName: z.string().trim().max(120).nullable().default(null),
  /** Of the company: whoever signs for it must act in the space that has it. */
  creditCode: z.string().trim().max(40).nullish(),
  /** Of the person, who must be real-named with it; kept as a hash, and answered as a mask, which keeps it. */
  idNumber: z.string().trim().max(40).nullish(),
  signKind: z.enum(signKinds).default('any'),
  willAuthType: z.enum(willKinds).default('any'),
  /** For this signer's eyes only. */
  privateMessage: z.string().max(400).nullish(),
  /** Whether everything must have been read before it may be signed (domain.md row 17). */
  forcedReading: isSo.default(false),
  /** What it must or may hand in before it signs. */
  paperDemandArray: z.array(PaperDemand).max(20).default([]),
})
export type DraftSigner = z.infer<typeof DraftSigner>

/**
 * A copy recipient: told when the contract is sent, or when it is finished; as a company's member where one is named.
 */
export const CcRecipient = z.object({
  name: z.string().trim().max(60),
  phone: z.string().trim().max(20),
  companyName: z.string().trim().max(120).nullable().default(null),
  when: z.enum(['send', 'finish']).default('send'),
})
export type CcRecipient = z.infer<typeof CcRecipient>

/** A file of a draft, as C59 answers it; called as it was uploaded without a name. */
const DraftFile = z.object({ fileId: id, fileName: z.string().max(200).nullish() })

const SentDraft = z.object({
  signId: id.nullish(),
  version: version.optional(),
  taskName: z.string().max(200),
  taskNo: z.string().trim().max(50).nullish(),
  remark: z.string().max(1000).nullish(),
  signExpireTime: time.nullish(),
  contractEndTime: time.nullish(),
  /** What it is about, in 分. */
  contractAmount: amount.nullish(),
  signOrderType: z.enum(['order', 'disorder']).default('order'),
  fileArray: z.array(DraftFile).max(10).optional(),
  /** In place of `fileArray`. */
  fileIdArray: z.array(id).max(10).optional(),
  /** What the files are called here, in the order of `fileIdArray`; null as they were uploaded. */
  fileNameArray: z.array(z.string().max(200).nullable()).max(10).default([]),
  attachmentArray: z.array(DraftFile).max(10).default([]),
  signerArray: z.array(DraftSigner).max(50),
  ccArray: z.array(CcRecipient).max(50).default([]),
  /** When it is sent, its other parties become contacts of the launcher. */
  saveContacts: flag.default(1),
  /** Left out, what was placed stays; a draft with all it needs waits for `saveLocation` all the same. */
  positionArray: z.array(SentPosition).max(300).optional(),
})

/** What the wizard saves in its first two steps. Without `signId` a new draft is made. */
export const Draft = SentDraft.refine(({ fileArray, fileIdArray }) => fileArray ?? fileIdArray, {
  path: ['fileArray'],
}).transform(({ fileArray, fileIdArray = [], fileNameArray, ...draft }) => ({
  ...draft,
  fileArray: fileArray ?? fileIdArray.map((fileId, index) => ({ fileId, fileName: fileNameArray[index] })),
}))
export type Draft = z.infer<typeof Draft>

const DraftInfo = z.object({
  signId: id,
  taskId: id,
  version,
  status: z.enum(wireRowStatuses),
  taskName: z.string(),
  taskNo: z.string(),
  remark: z.string().nullable(),
  signExpireTime: time.nullable(),
  contractEndTime: time.nullable(),
  contractAmount: amount.nullable(),
  signOrderType: z.enum(['order', 'disorder']),
  fileArray: z.array(File),
  attachmentArray: z.array(File),
  signerArray: z.array(
    Signer.extend({
      privateMessage: z.string().nullable(),
      forcedReading: flag,
      paperDemandArray: z.array(ShownDemand),
      creditCode: z.string().nullable(),
      idNumber: z.string().nullable(),
      signKind: z.enum(signKinds),
    }),
  ),
  ccArray: z.array(CcRecipient),
  positionArray: z.array(Position),
  saveContacts: flag,
})
/** A whole draft as the launching page reads it. */
export type DraftInfo = z.infer<typeof DraftInfo>

/** Checklist C50, C59, C60, C88: a contract before it is sent, and its sending. */
export const draft = callsUnder('/api/common/v1/task')({
  saveDraft: {
    summary: '保存草稿',
    visit: { launch: namesIt },
    scope: 'launch',
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
    summary: '读取草稿',
    visit: { place: namesIt },
    scope: 'launch',
    input: signIdOnly,
    output: DraftInfo,
    refuses: [...noOne, 'contract/initiator-only', 'contract/illegal-move'],
  },
  saveLocation: {
    summary: '保存签署位置（完整时进入待发送）',
    visit: { place: namesIt },
    scope: 'launch',
    right: 'launch',
    mutates: true,
    input: z.object({ signId: id, version, positionArray: z.array(SentPosition).max(300) }),
    output: z.object({ version, status: z.enum(wireRowStatuses) }),
    refuses: [...noOne, 'contract/stale-draft', 'contract/illegal-move', 'contract/initiator-only', 'field/invalid'],
  },
  sendTask: {
    path: '/api/common/v1/task/updateTaskStatus2Send',
    summary: '发送合同',
    visit: { place: namesIt },
    scope: 'launch',
    right: 'launch',
    mutates: true,
    input: signIdOnly,
    output: z.object({ status: z.enum(wireRowStatuses) }),
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
})

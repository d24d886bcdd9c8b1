import { z } from 'zod'
import { callsUnder } from './call.ts'
import { File, flag, id, time } from './shapes.ts'
import { namesIt } from './visit-rules.ts'

const noOne = ['contract/not-found', 'contract/other-space'] as const
const demandNo = z.int().min(1).max(20)

const HandedPaper = File.extend({ handInTime: time })
/** A file that a party has handed in, and when. */
export type HandedPaper = z.infer<typeof HandedPaper>

const AskedPaper = z.object({
  signerNo: z.int(),
  demandNo,
  name: z.string(),
  note: z.string().nullable(),
  required: flag,
  fileArray: z.array(HandedPaper),
})
/** What one party was asked for, with what it has handed in. */
export type AskedPaper = z.infer<typeof AskedPaper>

/** What parties are asked to hand in before they sign (附件要求): the initiator's and the party's own to see. */
export const paper = callsUnder('/api/common/v1/task')({
  listPapers: {
    summary: '附件要求与签署方提交的附件（发起人看全部，签署方看自己的，其他人为空）',
    visit: { sign: namesIt },
    input: z.object({ signId: id }),
    output: z.object({
      paperArray: z.array(AskedPaper),
      /** Whether the viewer may hand in and take back now. */
      open: flag,
    }),
    refuses: noOne,
  },
  handInPaper: {
    summary: '提交一个附件（先以 usage=paper 上传）',
    visit: { sign: namesIt },
    mutates: true,
    input: z.object({ signId: id, demandNo, fileId: id }),
    output: z.object({}),
    refuses: [
      ...noOne,
      'contract/not-signable',
      'contract/illegal-move',
      'contract/changed',
      'file/not-found',
      'file/too-many',
      'field/invalid',
    ],
  },
  takeBackPaper: {
    summary: '撤下已提交的附件（签署前）',
    visit: { sign: namesIt },
    mutates: true,
    input: z.object({ signId: id, fileId: id }),
    output: z.object({}),
    refuses: [...noOne, 'contract/not-signable', 'contract/illegal-move', 'contract/changed', 'file/not-found'],
  },
})

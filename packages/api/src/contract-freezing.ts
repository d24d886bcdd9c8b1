import { z } from 'zod'
import { callsUnder } from './call.ts'
import { flag, id, reason, time } from './shapes.ts'

const number = z.int()
const cursor = z.string().max(200).optional()

/** Of which flagged contracts of a space: those found within these times, of one launcher or of all. */
const Range = z.object({ tenantId: id, launcherId: id.optional(), beginTime: time, endTime: time })

const FlaggedSpace = z.object({
  tenantId: id,
  spaceName: z.string(),
  /** Contracts that were flagged so far, for a loan, for a blank amount, or for both. */
  flaggedNumber: number,
  loanNumber: number,
  blankNumber: number,
  lastTime: time,
  /** The space as a whole is frozen. */
  isFrozen: flag,
})
/** A space whose contracts were flagged, in numbers. */
export type FlaggedSpace = z.infer<typeof FlaggedSpace>

const ContractFreezing = z.object({
  freezingId: id,
  tenantId: id,
  spaceName: z.string(),
  /** Which contracts, in words. */
  what: z.string(),
  contractNumber: number,
  reason: z.string(),
  freezeTime: time,
  operatorName: z.string(),
  /** Null while it holds. */
  thawed: z.object({ time, reason: z.string(), operatorName: z.string() }).nullable(),
})
/** Contracts that were frozen together. */
export type ContractFreezing = z.infer<typeof ContractFreezing>

const done = z.object({
  /** 0: it waits for a second operator. */
  isDone: flag,
  contractNumber: number,
})

/** What operators see of flagged contracts, which is numbers, and how they stop them together (ADR 0074). */
export const contractFreezing = callsUnder('/operator/api', { access: 'operator' })({
  listFlaggedSpaces: {
    summary: '有风险提示合同的空间与数量（最近有的在前），不含合同名称与内容',
    input: z.object({ cursor }),
    output: z.object({ spaceArray: z.array(FlaggedSpace), nextCursor: z.string().nullable() }),
    refuses: ['request/invalid'],
  },
  listFlaggedLaunchers: {
    summary: '所查看空间中，有风险提示的签署中合同由谁发起、各多少份',
    look: 'contracts',
    input: z.object({ tenantId: id }),
    output: z.object({
      launcherArray: z.array(z.object({ launcherId: id, launcherName: z.string(), contractNumber: number })),
    }),
    refuses: ['look/required'],
  },
  weighContractFreeze: {
    summary: '冻结合同之前：将影响多少份，是否须第二人',
    input: Range,
    output: z.object({ contractNumber: number, needsSecond: flag }),
    refuses: ['field/invalid'],
  },
  freezeContracts: {
    summary: '冻结一个空间有风险提示的签署中合同：不能签署，查看、下载与证据照常；须两人的，等待第二人',
    input: Range.extend({ reason }),
    output: done,
    refuses: ['field/invalid', 'freezing/none', 'proposal/pending'],
  },
  thawContracts: {
    summary: '解除一次合同冻结；须两人的，等待第二人',
    input: z.object({ freezingId: id, reason }),
    output: done,
    refuses: ['field/invalid', 'freezing/not-found', 'freezing/changed', 'proposal/pending'],
  },
  listContractFreezings: {
    summary: '合同冻结的记录（最近的在前）',
    input: z.object({ cursor }),
    output: z.object({ freezingArray: z.array(ContractFreezing), nextCursor: z.string().nullable() }),
    refuses: ['request/invalid'],
  },
})

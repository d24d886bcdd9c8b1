import { z } from 'zod'
import { callsUnder } from './call.ts'
import { reason, time } from './shapes.ts'

const word = z.string().max(100)
const versionNo = z.int().min(0)

const PolicyWords = z.object({
  /** A contract is of a loan where one stands so often, with none of the harmless words near it. */
  loanWordArray: z.array(z.object({ word, times: z.int(), harmlessArray: z.array(word).max(100) })).max(500),
  /** What stands before an amount, which may be left blank. */
  amountWordArray: z.array(word).max(500),
})
/** By what contracts are flagged. */
export type PolicyWords = z.infer<typeof PolicyWords>

/** By what the platform flags contracts of loans and blank amounts: kept by its operators, version by version. */
export const lendingPolicy = callsUnder('/operator/api', { access: 'operator' })({
  getLendingPolicy: {
    summary: '合同风险提示所依据的词语与修改记录（最近的在前）；版本0为系统自带',
    output: PolicyWords.extend({
      versionNo,
      changeArray: z.array(z.object({ versionNo, operatorName: z.string(), time, reason: z.string() })),
    }),
  },
  saveLendingPolicy: {
    summary: '修改词语，此后发送的合同按新的词语检查',
    input: PolicyWords.extend({
      /** The version that was changed. */
      versionNo,
      reason,
    }),
    output: z.object({ versionNo }),
    refuses: ['field/invalid', 'lending/changed'],
  },
})

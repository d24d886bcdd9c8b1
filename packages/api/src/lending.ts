import { keysOf } from '@moqi/domain/keys-of'
import { flagKinds } from '@moqi/domain/lending/lending-policy'
import { z } from 'zod'
import { callsUnder } from './call.ts'
import { flag, id } from './shapes.ts'
import { noOne } from './task.ts'
import { namesIt } from './visit-rules.ts'

const flagKind = z.enum(keysOf(flagKinds))

const ContractFlags = z.object({
  flagArray: z.array(
    z.object({
      flagKind,
      label: z.string(),
      /** Where the contract says so: the words that were found, in their sentence. */
      findingArray: z.array(z.object({ before: z.string(), match: z.string(), after: z.string() })),
    }),
  ),
  /** Who sends it and who signs it; `isAuthenticated` by the platform, under this very name. */
  partyArray: z.array(z.object({ partyName: z.string(), isInitiator: flag, isOwn: flag, isAuthenticated: flag })),
  /** Whether the viewer has said to know of all that. */
  isKnown: flag,
})
/** What a contract is flagged for, and who stands in it. */
export type ContractFlags = z.infer<typeof ContractFlags>

/** What the platform warns a contract's signers of: a loan, and amounts that are left blank (ADR 0074). */
export const lending = callsUnder('/api/common/v1/task')({
  getContractFlags: {
    summary: '合同的风险提示：涉及借贷、金额空白的语句，以及各方的实名情况',
    visit: { sign: namesIt },
    input: z.object({ signId: id }),
    output: ContractFlags,
    refuses: noOne,
  },
  knowContractFlags: {
    summary: '签署方确认已知悉风险提示，确认后才能签署',
    visit: { sign: namesIt },
    mutates: true,
    input: z.object({ signId: id }),
    refuses: [...noOne, 'contract/not-signable'],
  },
})

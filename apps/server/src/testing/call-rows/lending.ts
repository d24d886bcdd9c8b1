import type { contractFreezing } from '@moqi/api/contract-freezing'
import type { lending } from '@moqi/api/lending'
import type { lendingPolicy } from '@moqi/api/lending-policy'
import { bySignId, type CallRows, justReads, reads, stale } from '../call-row.ts'
import { ownSignId } from '../contract-scene.ts'
import { flaggedContract } from '../lending-scene.ts'
import { logged } from '../repeat-effects.ts'

/** Of the calls in `packages/api/src/lending.ts`. */
export const lendingRows: CallRows<typeof lending> = {
  getContractFlags: { ...bySignId, again: reads },
  knowContractFlags: {
    ...bySignId,
    sendsNothing: true,
    again: async (stage) => {
      const { server, launcher, wang } = stage
      const { taskId } = await flaggedContract(server, launcher, wang)
      return {
        who: wang,
        input: { signId: await ownSignId(server, wang, taskId) },
        count: logged(stage, taskId, 'knowFlags'),
      }
    },
  },
}

const words = { loanWordArray: [{ word: '借条', times: 1, harmlessArray: [] }], amountWordArray: ['金额'] }

/** Of the calls in `packages/api/src/lending-policy.ts`. */
export const lendingPolicyRows: CallRows<typeof lendingPolicy> = {
  getLendingPolicy: justReads,
  saveLendingPolicy: { inputs: () => [{ ...words, versionNo: 0, reason: '减少误报' }], again: stale },
}

const tenantId = '00000000-0000-7000-8000-000000000001'
const range = { tenantId, beginTime: 1_795_000_000_000, endTime: 1_795_086_400_000 } as const
const reason = '涉嫌违法放贷'
/** Why no key is needed. */
const turned = 'is refused by the contracts once they are frozen, or no longer'

/** Of the calls in `packages/api/src/contract-freezing.ts`. */
export const contractFreezingRows: CallRows<typeof contractFreezing> = {
  listFlaggedSpaces: justReads,
  listFlaggedLaunchers: { inputs: () => [{ tenantId }], again: reads },
  weighContractFreeze: { inputs: () => [range], again: reads },
  freezeContracts: { inputs: () => [{ ...range, reason }], again: turned },
  thawContracts: { inputs: () => [{ freezingId: tenantId, reason }], again: turned },
  listContractFreezings: justReads,
}

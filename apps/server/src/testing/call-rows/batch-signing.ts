import type { batchSigning } from '@moqi/api/batch-signing'
import { type CallRows, reads } from '../call-row.ts'
import { choices, ownSignId, proveWill, sent } from '../contract-scene.ts'
import { alone, logged } from '../repeat-effects.ts'

/** Of the calls in `packages/api/src/batch-signing.ts`. Each contract is refused by itself, in the answer. */
export const batchSigningRows: CallRows<typeof batchSigning> = {
  getBatchSignSealInfo: { inputs: ({ signId }) => [{ signIds: [signId] }], again: reads },
  signBatchProcessPosition: {
    inputs: ({ signId, sealId }) => [
      { signArray: [{ signId, positionArray: [{ positionId: 's1', sealId }] }], authToken: 'x' },
    ],
    again: async (stage) => {
      const { taskId } = await sent(stage.server, stage.launcher, alone)
      const signId = await ownSignId(stage.server, stage.wang, taskId)
      const authToken = await proveWill(stage.server, stage.wang, signId)
      const positionArray = await choices(stage.server, stage.wang, signId)
      return {
        who: stage.wang,
        input: { signArray: [{ signId, positionArray }], authToken },
        count: logged(stage, taskId, 'sign'),
      }
    },
    sendsNothing: true,
  },
}

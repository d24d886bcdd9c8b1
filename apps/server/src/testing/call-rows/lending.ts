import type { lending } from '@moqi/api/lending'
import { bySignId, type CallRows, reads } from '../call-row.ts'
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

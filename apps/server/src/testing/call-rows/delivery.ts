import type { delivery } from '@moqi/api/delivery'
import { bySignId, contract, reads, type CallRows } from '../call-row.ts'
import { logged } from '../repeat-effects.ts'
import { personSigner, sent } from '../contract-scene.ts'

/** Of the calls in `packages/api/src/delivery.ts`. */
export const deliveryRows: CallRows<typeof delivery> = {
  listDeliveries: { ...bySignId, again: reads },
  copyPartyLink: {
    inputs: ({ signId }) => [{ signId, signerNo: 1 }],
    refused: contract,
    again: async (stage) => {
      const { signId, taskId } = await sent(stage.server, stage.launcher, [personSigner(1, '赵一一', '13900000811')])
      return { who: stage.launcher, input: { signId, signerNo: 1 }, count: logged(stage, taskId, 'copyLink') }
    },
    sendsNothing: true,
  },
  resendDelivery: {
    inputs: ({ signId }) => [{ signId, messageId: signId }],
    refused: contract,
    again: 'what has just been sent again waits, and is not sent twice',
    sendsNothing: true,
  },
}

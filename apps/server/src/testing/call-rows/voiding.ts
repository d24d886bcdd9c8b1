import { dayMs } from '@moqi/domain/time/civil-date'
import type { voiding } from '@moqi/api/voiding'
import { bySignId, contract, logsTaking, reads, stale, type CallRows } from '../call-row.ts'
import { sent, signNow } from '../contract-scene.ts'
import { alone, contracts, since } from '../repeat-effects.ts'
import { writtenAgreement } from '../void-scene.ts'

/** Of the calls in `packages/api/src/voiding.ts`. */
export const voidingRows: CallRows<typeof voiding> = {
  voidTask: {
    ...bySignId,
    again: async (stage) => {
      const { signId, taskId } = await sent(stage.server, stage.launcher, alone)
      await signNow(stage.server, stage.wang, taskId)
      return { who: stage.launcher, input: { signId }, count: await since(contracts(stage)) }
    },
  },
  voidTasks: {
    inputs: ({ signId }) => [{ signIds: [signId], ...writtenAgreement(Date.UTC(2026, 10, 25)) }],
    again: async (stage) => {
      const { signId, taskId } = await sent(stage.server, stage.launcher, alone)
      await signNow(stage.server, stage.wang, taskId)
      const terms = writtenAgreement(stage.server.deps.now() + 7 * dayMs)
      return { who: stage.launcher, input: { signIds: [signId], ...terms }, count: await since(contracts(stage)) }
    },
  },
  downloadVoidedCopy: { ...bySignId, again: logsTaking },
  getRelieveInfo: { ...bySignId, again: reads },
  saveTaskRelieve: {
    inputs: ({ signId }) => [{ signId, version: 1, ...writtenAgreement(Date.UTC(2026, 10, 25)) }],
    refused: contract,
    again: stale,
  },
  getSignFileImgArrayRelieve: { ...bySignId, again: reads },
}

import type { draft } from '@moqi/api/draft'
import { bySignId, contract, reads, type CallRows } from '../call-row.ts'
import { alone, since, ledger, contracts } from '../repeat-effects.ts'
import { prepared } from '../contract-scene.ts'

/** Of the calls in `packages/api/src/draft.ts`. */
export const draftRows: CallRows<typeof draft> = {
  saveDraft: {
    inputs: ({ signId }) => [{ signId, version: 1, taskName: '他人合同', fileIdArray: [], signerArray: [] }],
    refused: contract,
    again: async (stage) => ({
      who: stage.launcher,
      input: { taskName: '一份草稿', fileIdArray: [], signerArray: alone },
      count: await since(contracts(stage)),
    }),
  },
  getDraftInfo: { ...bySignId, again: reads },
  saveLocation: {
    inputs: ({ signId }) => [{ signId, version: 1, positionArray: [] }],
    refused: contract,
    again: async (stage) => {
      const { signId } = await prepared(stage.server, stage.launcher, alone)
      const { data } = await stage.server.call('getDraftInfo', { signId }, stage.launcher)
      const version = async () =>
        (await stage.server.call('getDraftInfo', { signId }, stage.launcher)).data.version - data.version
      return {
        who: stage.launcher,
        input: { signId, version: data.version, positionArray: data.positionArray },
        count: version,
      }
    },
  },
  sendTask: {
    ...bySignId,
    again: async (stage) => {
      const { signId } = await prepared(stage.server, stage.launcher, alone)
      return { who: stage.launcher, input: { signId }, count: await since(ledger(stage, 'send')) }
    },
  },
}

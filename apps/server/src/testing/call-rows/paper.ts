import type { paper } from '@moqi/api/paper'
import { bySignId, contract, reads, type CallRows } from '../call-row.ts'
import { handedIn, paperFile, withDemands } from '../paper-scene.ts'
import { logged } from '../repeat-effects.ts'

/** Of the calls in `packages/api/src/paper.ts`. */
export const paperRows: CallRows<typeof paper> = {
  listPapers: { ...bySignId, again: reads },
  handInPaper: {
    inputs: ({ signId, fileId }) => [{ signId, demandNo: 1, fileId }],
    refused: contract,
    again: async (stage) => {
      const { signId, taskId } = await withDemands(stage.server, stage.launcher, stage.wang)
      const fileId = await paperFile(stage.server, stage.wang)
      return { who: stage.wang, input: { signId, demandNo: 1, fileId }, count: logged(stage, taskId, 'handIn') }
    },
    sendsNothing: true,
  },
  takeBackPaper: {
    inputs: ({ signId, fileId }) => [{ signId, fileId }],
    refused: contract,
    again: async (stage) => {
      const { signId, taskId } = await withDemands(stage.server, stage.launcher, stage.wang)
      const fileId = await handedIn(stage.server, stage.wang, { signId, demandNo: 1 })
      return { who: stage.wang, input: { signId, fileId }, count: logged(stage, taskId, 'takeBack') }
    },
    sendsNothing: true,
  },
}

import type { flow } from '@moqi/api/flow'
import { askedOwner } from '../approval-scene.ts'
import { contract, justReads, reads, setsState, stale, type CallRows, type Ids } from '../call-row.ts'
import { since } from '../repeat-effects.ts'

const unknown = 'flow/not-found'
const byFlowId = { inputs: ({ flowId }: Ids) => [{ flowId }], refused: unknown } as const

/** Of the calls in `packages/api/src/flow.ts`. */
export const flowRows: CallRows<typeof flow> = {
  listCompanyFlow: justReads,
  getCompanyFlow: { ...byFlowId, again: reads },
  saveFlow: {
    inputs: ({ flowId, memberId }) => [
      { flowId, version: 1, flowName: '采购用印', nodeArray: [{ nodeMode: 'any', memberIdArray: [memberId] }] },
    ],
    refused: unknown,
    again: async ({ server, launcher }) => {
      const { nodes } = await askedOwner(server, launcher)
      return {
        who: launcher,
        input: { flowName: '采购用印', nodeArray: nodes },
        count: await since(async () => (await server.call('listCompanyFlow', {}, launcher)).data.flowArray.length),
      }
    },
  },
  switchFlow: {
    inputs: ({ flowId }) => [{ flowId, version: 1, flowStatus: 'disabled' }],
    refused: unknown,
    again: setsState,
  },
  deleteFlow: { inputs: ({ flowId }) => [{ flowId, version: 1 }], refused: unknown, again: stale },
  tryFlow: { inputs: ({ sealId }) => [{ sealId }], refused: 'seal/not-found', again: reads },
  tryFlowOnTask: { inputs: ({ flowId, signId }) => [{ flowId, signId }], refused: contract, again: reads },
  listApprover: justReads,
  listFlow: { inputs: ({ signId, sealId }) => [{ signId, sealId }], refused: contract, again: reads },
  getFlow: { ...byFlowId, colleagueMay: true, again: reads },
}

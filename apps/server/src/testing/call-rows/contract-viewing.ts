import type { contractViewing } from '@moqi/api/contract-viewing'
import { bySignId, contract, justReads, reads, type CallRows } from '../call-row.ts'

/** Of the calls in `packages/api/src/contract-viewing.ts`. */
export const contractViewingRows: CallRows<typeof contractViewing> = {
  getHandlers: { inputs: ({ taskId }) => [{ taskIdArray: [taskId] }], refused: contract, again: reads },
  listHandlerDepartment: justReads,
  openCompanyContract: {
    inputs: ({ signId }) => [{ signId, reason: '核对付款条件' }],
    refused: contract,
    again: 'notes one look; that it notes no second is told in the tests of viewings',
  },
  listContractViewings: { ...bySignId, again: reads },
}

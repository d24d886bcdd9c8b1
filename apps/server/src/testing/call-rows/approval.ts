import type { approval } from '@moqi/api/approval'
import { justReads, reads, setsState, type CallRows, type Ids } from '../call-row.ts'

const unknown = 'approval/not-found'
const byApproveId = { inputs: ({ approveId }: Ids) => [{ approveId }], refused: unknown } as const

/** Of the calls in `packages/api/src/approval.ts`. */
export const approvalRows: CallRows<typeof approval> = {
  approve: {
    inputs: ({ approveId }) => [{ approveId, authToken: 'x' }],
    refused: unknown,
    again: 'spends the proof of will, which works once',
    sendsNothing: true,
  },
  delegateApprove: {
    inputs: ({ approveId, memberId }) => [{ approveId, memberId }],
    refused: unknown,
    again: 'a part is handed over once: again, it is somebody else’s',
    sendsNothing: true,
  },
  retryApprove: { ...byApproveId, again: setsState, sendsNothing: true },
  listApprove: justReads,
  getApproveInfo: { ...byApproveId, again: reads },
  sendApprove: {
    inputs: ({ approveId, flowId }) => [{ approveId, flowId, reason: '已补充附件' }],
    refused: unknown,
    again: setsState,
    sendsNothing: true,
  },
  recallApprove: { ...byApproveId, again: setsState, sendsNothing: true },
  returnApprove: {
    inputs: ({ approveId }) => [{ approveId, reason: '金额有误' }],
    refused: unknown,
    again: setsState,
    sendsNothing: true,
  },
}

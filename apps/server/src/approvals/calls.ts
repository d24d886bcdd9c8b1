import type { Table } from '@moqi/api/table'
import { Refusal } from '@moqi/domain/refusal'
import type { Handlers } from '#src/platform/handlers.ts'

async function noApproval(): Promise<never> {
  throw new Refusal('approval/not-found')
}
async function noFlow(): Promise<never> {
  throw new Refusal('flow/not-found')
}

/** The calls of this folder with the functions that answer them. */
export const approvalCalls = {
  approve: noApproval,
  checkSealPermission: async () => ({ sealPermission: 'none', message: '' }),
  delegateApprove: noApproval,
  deleteFlow: noFlow,
  getApproveInfo: noApproval,
  getCompanyFlow: noFlow,
  getFlow: noFlow,
  listApprove: async () => ({ approveArray: [], nextCursor: null, pendingNumber: 0 }),
  listApprover: async () => ({ approverArray: [] }),
  listCompanyFlow: async () => ({ flowArray: [] }),
  listFlow: async () => ({ flowArray: [] }),
  recallApprove: noApproval,
  retryApprove: noApproval,
  returnApprove: noApproval,
  saveFlow: noFlow,
  sendApprove: noApproval,
  signWithProcess: noFlow,
  switchFlow: noFlow,
  tryFlow: async () => ({ flowArray: [] }),
} satisfies Partial<Handlers<Table>>

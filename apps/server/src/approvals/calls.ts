import type { Table } from '@moqi/api/table'
import type { Handlers } from '#src/platform/handlers.ts'
import { signWithProcess } from './apply-for-seal.ts'
import { approve, recallApprove, retryApprove, returnApprove } from './decide-application.ts'
import { delegateApprove } from './delegate-approval.ts'
import { deleteFlow, saveFlow, switchFlow } from './edit-flow.ts'
import { getApproveInfo } from './get-application.ts'
import { listApprove } from './list-applications.ts'
import { getCompanyFlow, getFlow, listApprover, listCompanyFlow } from './read-flows.ts'
import { sendApprove } from './resubmit-application.ts'
import { checkSealPermission, listFlow } from './seal-permission.ts'
import { tryFlow } from './try-flow.ts'
import { tryFlowOnTask } from './try-flow-on-task.ts'
import { urgeApprove } from './urge-approvers.ts'

/** The calls of this folder with the functions that answer them. */
export const approvalCalls = {
  approve,
  checkSealPermission,
  delegateApprove,
  deleteFlow,
  getApproveInfo,
  getCompanyFlow,
  getFlow,
  listApprove,
  listApprover,
  listCompanyFlow,
  listFlow,
  recallApprove,
  retryApprove,
  returnApprove,
  saveFlow,
  sendApprove,
  signWithProcess,
  switchFlow,
  tryFlow,
  tryFlowOnTask,
  urgeApprove,
} satisfies Partial<Handlers<Table>>

import type { Table } from '@moqi/api/table'
import type { Handlers } from '#src/platform/handlers.ts'
import { beginOperatorEnrolment, endOperatorEnrolment } from './enrol.ts'
import { operatorSelf } from './operator-self.ts'
import { signInOperator } from './sign-in-operator.ts'
import { signOutOperator } from './sign-out-operator.ts'
import { confirmTransfer, endTransferReturn, listTransfers, refuseTransfer, transferVoucher } from './transfers.ts'

/** The calls of this folder with the functions that answer them. */
export const operatorCalls = {
  beginOperatorEnrolment,
  confirmTransfer,
  endOperatorEnrolment,
  endTransferReturn,
  listTransfers,
  operatorSelf,
  refuseTransfer,
  signInOperator,
  signOutOperator,
  transferVoucher,
} satisfies Partial<Handlers<Table>>

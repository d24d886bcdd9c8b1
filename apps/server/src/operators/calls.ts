import type { Table } from '@moqi/api/table'
import type { Handlers } from '#src/platform/handlers.ts'
import { beginOperatorEnrolment, endOperatorEnrolment } from './enrol.ts'
import { deliverInvoice, listAwaitedInvoices, refuseInvoice } from './invoices.ts'
import { operatorSelf } from './operator-self.ts'
import { signInOperator } from './sign-in-operator.ts'
import { signOutOperator } from './sign-out-operator.ts'
import { confirmTransfer, endTransferReturn, listTransfers, refuseTransfer, transferVoucher } from './transfers.ts'

/** The calls of this folder with the functions that answer them. */
export const operatorCalls = {
  beginOperatorEnrolment,
  confirmTransfer,
  deliverInvoice,
  endOperatorEnrolment,
  endTransferReturn,
  listAwaitedInvoices,
  listTransfers,
  operatorSelf,
  refuseInvoice,
  refuseTransfer,
  signInOperator,
  signOutOperator,
  transferVoucher,
} satisfies Partial<Handlers<Table>>

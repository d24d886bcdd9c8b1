import type { Table } from '@moqi/api/table'
import type { Handlers } from '#src/platform/handlers.ts'
import { beginOperatorEnrolment, endOperatorEnrolment } from './enrol.ts'
import { deliverInvoice, listAwaitedInvoices, refuseInvoice } from './invoices.ts'
import { listDroppedJobs, listJobs, weighJobs } from './list-jobs.ts'
import { listOperatorLog } from './list-operator-log.ts'
import { findOrders } from './find-orders.ts'
import { getSoldOrder } from './get-sold-order.ts'
import { listGateways } from './list-gateways.ts'
import { dropJobs, retryJobs } from './move-jobs.ts'
import { systemHealth } from './system-health.ts'
import { testGateway } from './test-gateway.ts'
import { operatorSelf } from './operator-self.ts'
import { listSealReviews, passSealReview, refuseSealReview, sealReviewPicture } from './seal-reviews.ts'
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
  findOrders,
  getSoldOrder,
  dropJobs,
  listAwaitedInvoices,
  listDroppedJobs,
  listGateways,
  listJobs,
  listOperatorLog,
  listSealReviews,
  listTransfers,
  operatorSelf,
  passSealReview,
  refuseInvoice,
  refuseSealReview,
  refuseTransfer,
  sealReviewPicture,
  signInOperator,
  signOutOperator,
  retryJobs,
  systemHealth,
  testGateway,
  transferVoucher,
  weighJobs,
} satisfies Partial<Handlers<Table>>

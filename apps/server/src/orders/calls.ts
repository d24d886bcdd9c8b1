import type { Table } from '@moqi/api/table'
import type { Handlers } from '#src/platform/handlers.ts'
import { exportLedger, listLedger } from './list-ledger.ts'
import { listPacks } from './list-packs.ts'
import { getCashierBill, payCashierBill } from './cashier.ts'
import { cancelOrder, createOrder, setPayWay } from './create-order.ts'
import { getOrder, listOrders } from './get-order.ts'
import { listOffers } from './list-offers.ts'
import { openCashier, queryOrder } from './pay-online.ts'
import { requestRefund } from './request-refund.ts'
import { submitVoucher } from './submit-voucher.ts'

/** The calls of this folder with the functions that answer them. */
export const orderCalls = {
  cancelOrder,
  createOrder,
  exportLedger,
  getCashierBill,
  getOrder,
  listOffers,
  listLedger,
  listOrders,
  listPacks,
  openCashier,
  payCashierBill,
  queryOrder,
  requestRefund,
  setPayWay,
  submitVoucher,
} satisfies Partial<Handlers<Table>>

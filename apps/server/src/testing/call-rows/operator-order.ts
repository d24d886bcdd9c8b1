import type { operatorOrder } from '@moqi/api/operator-order'
import { type CallRows, justReads } from '../call-row.ts'

/** Of the calls in `packages/api/src/operator-order.ts`. */
export const operatorOrderRows: CallRows<typeof operatorOrder> = {
  findOrders: justReads,
  getSoldOrder: { inputs: ({ orderId }) => [{ orderId }], again: 'answers what is there; each looking is on record' },
}

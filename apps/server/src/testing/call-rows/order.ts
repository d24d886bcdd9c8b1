import type { order } from '@moqi/api/order'
import { justReads, reads, setsState, type CallRows, type Ids, type Stage } from '../call-row.ts'
import { atCashier, bought, linesOf, offered, ordered, slipOf } from '../order-scene.ts'

const byOrder = { inputs: ({ orderId }: Ids) => [{ orderId }], refused: 'order/not-found' } as const
const byPayment = { inputs: ({ paymentNo }: Ids) => [{ paymentNo }], refused: 'payment/not-found' } as const

/** How often the log of an order says that. */
const lines =
  ({ server, launcher }: Stage, orderId: string, verb: string) =>
  () =>
    linesOf(server, launcher, orderId, verb)

/** Of the calls in `packages/api/src/order.ts`. */
export const orderRows: CallRows<typeof order> = {
  listOffers: justReads,
  listOrders: justReads,
  getOrder: { ...byOrder, again: reads },
  queryOrder: { ...byOrder, again: 'asks the cashier; an order is credited once' },
  getCashierBill: { ...byPayment, again: reads },
  createOrder: {
    inputs: () => [{ offerId: offered.offerId, quantity: 1, fen: offered.fen + 1 }],
    again: async ({ server, launcher }) => {
      const input = { offerId: offered.offerId, quantity: 3, fen: offered.fen * 3 }
      const count = async () => {
        const { data } = await server.call('listOrders', {}, launcher)
        return data.orderArray.filter(({ quantity }) => quantity === 3).length
      }
      return { who: launcher, input, count }
    },
  },
  setPayWay: {
    inputs: ({ orderId }) => [{ orderId, payWay: 'transfer' }],
    refused: 'order/not-found',
    again: setsState,
  },
  openCashier: {
    inputs: ({ orderId }) => [{ orderId, channel: 'demo', form: 'page' }],
    refused: 'order/not-found',
    again: async ({ server, launcher }) => {
      const orderId = await ordered(server, launcher)
      const count = async () => {
        const rows = await server.deps.db.directory((db) =>
          db.selectFrom('payment').where('order_id', '=', orderId).select('payment_no').execute(),
        )
        return rows.length
      }
      return { who: launcher, input: { orderId, channel: 'demo', form: 'page' }, count }
    },
  },
  payCashierBill: {
    inputs: ({ paymentNo }) => [{ paymentNo, outcome: 'refused' }],
    refused: 'payment/not-found',
    again: async (stage) => {
      const orderId = await ordered(stage.server, stage.launcher)
      const paymentNo = await atCashier(stage.server, stage.launcher, orderId)
      const paid = async () => {
        await stage.server.call('queryOrder', { orderId }, stage.launcher)
        return linesOf(stage.server, stage.launcher, orderId, 'credit')
      }
      return { who: stage.launcher, input: { paymentNo, outcome: 'paid' }, count: paid }
    },
  },
  submitVoucher: {
    inputs: ({ orderId, fileId }) => [{ orderId, fileId }],
    refused: 'order/not-found',
    again: async (stage) => {
      const orderId = await ordered(stage.server, stage.launcher, { payWay: 'transfer' })
      const fileId = await slipOf(stage.server, stage.launcher)
      return { who: stage.launcher, input: { orderId, fileId }, count: lines(stage, orderId, 'submitVoucher') }
    },
  },
  requestRefund: {
    inputs: ({ orderId }) => [{ orderId, reason: '买错了套餐' }],
    refused: 'order/not-found',
    again: async (stage) => {
      const orderId = await bought(stage.server, stage.launcher)
      const input = { orderId, reason: '买错了套餐' }
      return { who: stage.launcher, input, count: lines(stage, orderId, 'requestRefund') }
    },
  },
  cancelOrder: {
    ...byOrder,
    again: async (stage) => {
      const orderId = await ordered(stage.server, stage.launcher)
      return { who: stage.launcher, input: { orderId }, count: lines(stage, orderId, 'cancel') }
    },
  },
}

import type { invoice } from '@moqi/api/invoice'
import type { operatorInvoice } from '@moqi/api/operator-invoice'
import { justReads, reads, setsState, type CallRows, type Ids } from '../call-row.ts'
import {
  askedInvoice,
  invoiceLines,
  ownTitle,
  refusedTitle,
  savedTitle,
  untilInvoice,
  wishFor,
} from '../invoice-scene.ts'
import { bought } from '../order-scene.ts'

const noTitle = 'invoice-title/not-found'
const noInvoice = 'invoice/not-found'
const byTitle = { inputs: ({ titleId }: Ids) => [{ titleId }], refused: noTitle } as const
const byInvoice = { inputs: ({ invoiceId }: Ids) => [{ invoiceId }], refused: noInvoice } as const
const normal = { invoiceType: 'normal', email: 'a@b.cn' } as const
/** Why no key is needed. */
const decided = 'is refused by the invoice once it is decided'

/** Of the calls in `packages/api/src/invoice.ts`. */
export const invoiceRows: CallRows<typeof invoice> = {
  listInvoiceTitles: justReads,
  listInvoiceableOrders: justReads,
  listInvoices: justReads,
  getInvoice: { ...byInvoice, again: reads },
  downloadInvoice: { ...byInvoice, again: reads },
  saveInvoiceTitle: {
    inputs: ({ titleId }) => [{ ...ownTitle, titleId }],
    refused: noTitle,
    again: async ({ server, launcher }) => {
      const input = { ...ownTitle, titleName: '杭州云启一次性抬头有限公司' }
      const count = async () => {
        const { data } = await server.call('listInvoiceTitles', {}, launcher)
        return data.titleArray.filter(({ titleName }) => titleName === input.titleName).length
      }
      return { who: launcher, input, count }
    },
  },
  setDefaultInvoiceTitle: { ...byTitle, again: setsState },
  removeInvoiceTitle: { ...byTitle, again: setsState },
  askInvoice: {
    inputs: ({ titleId, orderId }) => [wishFor([orderId], titleId)],
    refused: noTitle,
    again: async ({ server, launcher }) => {
      const orderId = await bought(server, launcher)
      const input = wishFor([orderId], await savedTitle(server, launcher))
      const count = async () => {
        const rows = await server.deps.db.read(launcher.tenantId, (db) =>
          db.selectFrom('invoice_order').where('order_id', '=', orderId).select('invoice_id').execute(),
        )
        return rows.length
      }
      return { who: launcher, input, count }
    },
  },
  askInvoiceAgain: {
    inputs: ({ invoiceId, titleId }) => [{ invoiceId, titleId, ...normal }],
    refused: noTitle,
    again: async ({ server, launcher }) => {
      const refused = await savedTitle(server, launcher, refusedTitle)
      const invoiceId = await askedInvoice(server, launcher, [await bought(server, launcher)], refused)
      await untilInvoice(server, launcher, invoiceId, 'failed')
      const input = { invoiceId, titleId: await savedTitle(server, launcher), ...normal }
      const count = async () => (await invoiceLines(server, launcher, invoiceId, 'apply')) - 1
      return { who: launcher, input, count }
    },
  },
  withdrawInvoice: { ...byInvoice, again: 'ends what it names: again, there is nothing to withdraw' },
  reverseInvoice: {
    inputs: ({ invoiceId }) => [{ invoiceId, reason: '抬头有误' }],
    refused: noInvoice,
    again: async ({ server, launcher }) => {
      const orders = [await bought(server, launcher)]
      const invoiceId = await askedInvoice(server, launcher, orders, await savedTitle(server, launcher))
      await untilInvoice(server, launcher, invoiceId, 'issued')
      const count = () => invoiceLines(server, launcher, invoiceId, 'askReversal')
      return { who: launcher, input: { invoiceId, reason: '抬头有误' }, count }
    },
  },
}

/** Of the calls in `packages/api/src/operator-invoice.ts`; no session of a space opens them. */
export const operatorInvoiceRows: CallRows<typeof operatorInvoice> = {
  listAwaitedInvoices: justReads,
  deliverInvoice: { inputs: ({ invoiceId }) => [{ invoiceId, letter: 'blue', number: '12345678' }], again: decided },
  refuseInvoice: { inputs: ({ invoiceId }) => [{ invoiceId, letter: 'blue', reason: '税号有误' }], again: decided },
}

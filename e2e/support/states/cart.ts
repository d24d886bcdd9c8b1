import { inTurn, type PageState, reads } from './page-state.ts'
import type { StateWorld } from './state-world.ts'

const one = { route: '/cart/order', who: 'jing' } as const
const waiting = ({ orderId }: StateWorld) => `/cart/order?orderId=${orderId}`

const screens = [
  { width: 1440, height: 900, touch: false },
  { width: 390, height: 844, touch: true },
]

/** Buying packs. */
export const cart: readonly PageState[] = [
  { name: 'cart', route: '/cart/cart', who: 'jing', go: '/cart/cart' },
  { name: 'cart-person', route: '/cart/cart', who: 'wang', go: '/cart/cart', screens },
  { ...one, name: 'order', go: waiting },
  {
    ...one,
    name: 'order-done',
    go: ({ boughtId }) => `/cart/order?orderId=${boughtId}`,
    screens,
  },
  {
    name: 'cashier',
    route: '/cart/cashier',
    who: 'jing',
    go: ({ paymentNo }) => `/cart/cashier?paymentNo=${paymentNo}`,
  },
  {
    name: 'cart-success',
    route: '/cart/success',
    who: 'jing',
    go: ({ boughtId }) => `/cart/success?orderId=${boughtId}`,
  },
  { name: 'bill', route: '/user/bill', who: 'jing', go: '/user/bill', screens },
  { name: 'bill-ledger', route: '/user/bill', who: 'jing', go: '/user/bill?tab=ledger' },
  { name: 'bill-orders', route: '/user/bill', who: 'jing', go: '/user/bill?tab=orders', screens },
  { name: 'bill-invoices', route: '/user/bill', who: 'jing', go: '/user/bill?tab=invoices', screens },
  { name: 'invoice-ask', route: '/user/bill/invoice', who: 'jing', go: '/user/bill/invoice' },
  {
    name: 'invoice-again',
    route: '/user/bill/invoice',
    who: 'jing',
    go: ({ failedInvoiceId }) => `/user/bill/invoice?invoiceId=${failedInvoiceId}&again=1`,
    screens,
  },
  {
    name: 'invoice-title',
    route: '/user/bill/invoice',
    who: 'jing',
    go: '/user/bill/invoice',
    act: inTurn((page) => page.getByRole('button', { name: '新增抬头' }).click(), reads('以下四项开专用发票时必填')),
    screens,
  },
  {
    name: 'invoice',
    route: '/user/bill/invoice',
    who: 'jing',
    go: ({ invoiceId }) => `/user/bill/invoice?invoiceId=${invoiceId}`,
  },
  {
    ...one,
    name: 'order-transfer',
    go: waiting,
    act: inTurn((page) => page.getByText('对公转账').first().click(), reads('汇款到以下账户')),
  },
]

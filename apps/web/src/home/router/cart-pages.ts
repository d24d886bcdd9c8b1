import type { Route } from '../../router/route.ts'
import { page } from '../../router/chunk.ts'

const loads = async () => (await import('./apart-loads.ts')).apartLoads

/** Buying packs, with the header (checklist R37). */
export const cartPages: Route[] = [
  {
    path: '/cart/cart',
    handle: { title: '购买套餐' },
    lazy: page(
      async () => (await loads()).cartPage(),
      (m) => m.CartPage,
    ),
  },
  {
    path: '/cart/order',
    handle: { title: '订单' },
    lazy: page(
      async () => (await loads()).orderPage(),
      (m) => m.OrderPage,
    ),
  },
  {
    path: '/cart/success',
    handle: { title: '支付成功' },
    lazy: page(
      async () => (await loads()).successPage(),
      (m) => m.SuccessPage,
    ),
  },
]

/** The embedded cashier, a room of its own. */
export const cashierPages: Route[] = [
  {
    path: '/cart/cashier',
    handle: { title: '演示收银台' },
    lazy: page(
      async () => (await loads()).cashierPage(),
      (m) => m.CashierPage,
    ),
  },
]

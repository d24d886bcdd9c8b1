import type { Route } from '../../router/route.ts'
import { page } from '../../router/chunk.ts'

/** Buying packs, with the header (checklist R37). */
export const cartPages: Route[] = [
  {
    path: '/cart/cart',
    handle: { title: '购买套餐' },
    lazy: page(
      () => import('../cart/cart-page.tsx'),
      (m) => m.CartPage,
    ),
  },
  {
    path: '/cart/order',
    handle: { title: '订单' },
    lazy: page(
      () => import('../cart/order-page.tsx'),
      (m) => m.OrderPage,
    ),
  },
  {
    path: '/cart/success',
    handle: { title: '支付成功' },
    lazy: page(
      () => import('../cart/success-page.tsx'),
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
      () => import('../cart/cashier-page.tsx'),
      (m) => m.CashierPage,
    ),
  },
]

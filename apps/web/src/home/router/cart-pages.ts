import type { Route } from '../../router/route.ts'
import { apart } from './apart.ts'

/** Buying packs, with the header (checklist R37). */
export const cartPages: Route[] = [
  {
    path: '/cart/cart',
    handle: { title: '购买套餐' },
    lazy: apart('cartPage'),
  },
  {
    path: '/cart/order',
    handle: { title: '订单' },
    lazy: apart('orderPage'),
  },
  {
    path: '/cart/success',
    handle: { title: '支付成功' },
    lazy: apart('successPage'),
  },
]

/** The embedded cashier, a room of its own. */
export const cashierPages: Route[] = [
  {
    path: '/cart/cashier',
    handle: { title: '演示收银台' },
    lazy: apart('cashierPage'),
  },
]

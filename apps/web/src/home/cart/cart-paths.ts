import { ownPath } from '../../client/own-path.ts'

/** Query keys of what buying shows. */
export const cartKeys = {
  offers: ['orders', 'offers'],
  order: (orderId: string) => ['orders', 'one', orderId],
  /** Apart from what is read again whenever an order changes. */
  code: (orderId: string, channel: string) => ['pay-code', orderId, channel],
  asking: (orderId: string) => ['pay-asking', orderId],
  bill: (paymentNo: string) => ['orders', 'bill', paymentNo],
} as const

const withBack = (path: string, back: string | null) =>
  back === null ? path : `${path}${path.includes('?') ? '&' : '?'}back=${encodeURIComponent(back)}`

/** Where one was before buying, as the present address carries it; null for nowhere of our own. */
export const readBack = (params: URLSearchParams): string | null => ownPath(params.get('back'))

/** The page of packs. */
export const cartPath = (back: string | null) => withBack('/cart/cart', back)

/** The page of one order. */
export const orderPath = (orderId: string, back: string | null) => withBack(`/cart/order?orderId=${orderId}`, back)

/** The page that says what has been credited. */
export const successPath = (orderId: string, back: string | null) => withBack(`/cart/success?orderId=${orderId}`, back)

/** A cashier's own address with the way back; one of somebody else's stays as it is. */
export const cashierPath = (url: string, back: string | null) => withBack(url, back)

/** The page of one order. */
export const orderPath = (orderId: string): string => `/cart/order?orderId=${orderId}`

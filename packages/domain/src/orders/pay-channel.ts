/** Through whom money for an order comes at once: 微信支付, 支付宝, or the embedded cashier, behind which no money stands. */
export const payChannels = ['wechat', 'alipay', 'demo'] as const
/** One of them. */
export type PayChannel = (typeof payChannels)[number]

/**
 * What a payer is given of a bill: a code that a telephone reads from this screen, a page of the cashier's for a
 * computer, or one for the telephone in hand.
 */
export const payForms = ['qr', 'page', 'phone'] as const
/** One of them. */
export type PayForm = (typeof payForms)[number]

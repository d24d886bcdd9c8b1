import type { PayChannel, PayForm } from '@moqi/domain/orders/pay-channel'
import type { Config } from '#src/platform/config.ts'

/**
 * What is to be paid: `paymentNo` names it for ever, `fen` in 分, `title` is what the payer reads. It can be paid until
 * `expiresAt`; `payerAddress` is where the payer asks from, `backUrl` where the payer comes back to.
 */
export type Bill = {
  paymentNo: string
  orderNo: string
  title: string
  fen: number
  form: PayForm
  expiresAt: number
  payerAddress: string
  backUrl: string
}

/** Where a bill is paid: at an address, or by reading a code of this text. */
export type Till = { url: string } | { qr: string }

/** That somebody has paid: to whom, for which bill, how much; `transactionNo` is the cashier's own name of it. */
export type PaymentNotice = {
  merchantId: string
  paymentNo: string
  transactionNo: string
  fen: number
  paidAt: number
}

/** A callback as it came: what is signed are its bytes. */
export type Callback = { headers: Readonly<Record<string, string | string[] | undefined>>; body: string }

/** What has become of money that is to go back; `fault` as a person reads it. */
export type GivenBack = 'returned' | 'underWay' | { fault: string }

/** Takes money for orders and gives it back. It is asked outside transactions, and may be out of reach. */
export type PaymentGateway = {
  channel: PayChannel
  /** What pages call it. */
  label: string
  /** What pages say beside it where no real money is taken; null: it is. */
  trial: string | null
  forms: readonly PayForm[]
  /** To whom every notice must say that was paid. */
  merchantId: string
  /** Why nobody can pay at present, as a person reads it; null when one can. */
  closed: string | null
  /** Makes the bill known, however often it is asked, and answers where it is paid. */
  open: (bill: Bill) => Promise<Till>
  /** What has been paid on a bill; null while nothing has. Throws `payment/forged` for what is said of another. */
  ask: (paymentNo: string) => Promise<PaymentNotice | null>
  /** Has a bill paid no more; one that is paid, closed or unknown stays as it is. */
  close: (paymentNo: string) => Promise<void>
  /** Reads a callback; null for one that tells of no payment. Throws `payment/forged` for one it did not sign. */
  read: (callback: Callback) => Promise<PaymentNotice | null>
  /** Gives a bill's money back once, however often it is asked. */
  giveBack: (bill: { paymentNo: string; fen: number }) => Promise<GivenBack>
}

/** Where a channel's cashier calls back. */
export const noticePath = (channel: string): `/${string}` => `/api/common/v1/order/noticePayment/${channel}`

/** The same as the cashier is told it. */
export const noticeUrl = ({ publicUrl }: Pick<Config, 'publicUrl'>, channel: PayChannel): string =>
  `${publicUrl.replace(/\/+$/, '')}${noticePath(channel)}`

/** The cashier that takes the money of a channel; undefined of a channel that is not set up, or of transfers. */
export const cashierOf = (cashiers: readonly PaymentGateway[], channel: string): PaymentGateway | undefined =>
  cashiers.find((cashier) => cashier.channel === channel)

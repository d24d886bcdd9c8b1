/** What is to be paid: `paymentNo` names it for ever, `fen` in 分, `title` is what the payer reads. */
export type Bill = { paymentNo: string; orderNo: string; title: string; fen: number }

/** That somebody has paid: to whom, for which bill, how much; `transactionNo` is the cashier's own name of it. */
export type PaymentNotice = {
  merchantId: string
  paymentNo: string
  transactionNo: string
  fen: number
  paidAt: number
}

/** Takes money for orders and gives it back. It is asked outside transactions, and may be out of reach. */
export type PaymentGateway = {
  channel: string
  /** What pages call it. */
  label: string
  /** To whom every notice must say that was paid. */
  merchantId: string
  /** Why nobody can pay at present, as a person reads it; null when one can. */
  closed: string | null
  /** Makes the bill known, however often it is asked, and answers the path of the page to pay it on. */
  open: (bill: Bill) => Promise<string>
  /** What has been paid on a bill; null while nothing has. */
  ask: (paymentNo: string) => Promise<PaymentNotice | null>
  /** Reads a callback. Throws `payment/forged` for one that the cashier did not sign. */
  read: (callback: Readonly<Record<string, unknown>>) => PaymentNotice
  /** Gives a bill's money back once. Answers null when it has, else the reason. */
  giveBack: (bill: { paymentNo: string; fen: number }) => Promise<string | null>
}

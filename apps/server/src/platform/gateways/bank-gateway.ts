import { keepInOutbox, type Outbox } from './outbox.ts'

/** Sends small amounts to companies' accounts, so that whoever tells the amount holds the account (对公打款). */
export type BankGateway = {
  /** Why no company can be authenticated at present, as a person reads it; null when one can. */
  closed: string | null
  /**
   * Pays `fen` 分 once for a `paymentId`, however often it is asked. Answers null when it is on its way, else the
   * reason a person reads: the bank knows no such account. Throws while the bank is out of reach.
   */
  pay: (payment: Payment) => Promise<string | null>
}
/** What is to be paid, in 分, to whose account; `paymentId` names it for ever. */
export type Payment = { paymentId: string; companyName: string; bankName: string; bankAccount: string; fen: number }

/**
 * Moves no money: what the account's holder would see is kept where `/demo/` shows it. Where that does not exist it is
 * closed, for nobody would be paid.
 */
export const outboxBank = (deps: Outbox): BankGateway => ({
  closed: deps.config.demo ? null : '平台暂未开通企业认证，请联系客服',
  async pay({ paymentId, companyName, bankName, bankAccount, fen }) {
    const amount = (fen / 100).toFixed(2)
    const body = `${companyName}在${bankName}的账户${bankAccount}收到${deps.config.brand}认证款${amount}元`
    await keepInOutbox(deps, {
      id: paymentId,
      channel: 'bank',
      recipient: bankAccount,
      scene: 'payment',
      subject: null,
      body,
    })
    return null
  },
})

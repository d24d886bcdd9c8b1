import type { CompanyWay } from '@moqi/domain/identity/company-way'
import { reverseFen } from '@moqi/domain/identity/reverse-payment'
import type { IdentityTrial } from './identity/identity-gateway.ts'
import { keepInOutbox, type Outbox } from './outbox.ts'

/**
 * Sends small amounts to companies' accounts, so that whoever tells the amount holds the account (对公打款), and tells
 * what has arrived on the platform's own (反向打款).
 */
export type BankGateway = {
  /** Why no company can be paid at present, as a person reads it; null when one can. */
  closed: string | null
  /**
   * Pays `fen` 分 once for a `paymentId`, however often it is asked. Answers null when it is on its way, else the
   * reason a person reads: the bank knows no such account. Throws while the bank is out of reach.
   */
  pay: (payment: Payment) => Promise<string | null>
  /** Where companies pay to; null where no account of the platform's is watched. */
  account: ReceivingAccount | null
  /**
   * What has arrived on that account and may be for an authentication, in any order, again each time it is asked.
   * Throws while the bank is out of reach.
   */
  arrived: (asked: AskedPayment) => Promise<readonly Arrived[]>
  /** Credit codes that an embedded bank has pay otherwise than all others; of a real one there are none. */
  trials: readonly IdentityTrial<CompanyWay>[]
}
/** What is to be paid, in 分, to whose account; `paymentId` names it for ever. */
export type Payment = { paymentId: string; companyName: string; bankName: string; bankAccount: string; fen: number }
/** An account as a transfer names it; `code` is the bank's in the clearing (联行号). */
export type ReceivingAccount = { name: string; account: string; bank: string; code: string }
/** For which authentication a payment is looked for, since when (ms); who is to pay it, and its remark. */
export type AskedPayment = { authId: string; companyName: string; creditCode: string; remark: string; since: number }
/** A payment on the statement, in 分, at a time in ms; `transactionNo` is the bank's own name of it for ever. */
export type Arrived = { transactionNo: string; payer: string; fen: number; remark: string; at: number }

type Paying = Partial<Pick<Arrived, 'payer' | 'fen' | 'remark'>>
/** Who pays otherwise than asked for; null where nobody ever does. */
const otherwise: Readonly<Record<string, { outcome: string; pays: Paying | null }>> = {
  '91110101MA0000003E': { outcome: '约10秒后收到个人账户“张三”的付款，付款户名不一致', pays: { payer: '张三' } },
  '91110101MA0000004H': { outcome: '约10秒后收到0.10元，金额不一致', pays: { fen: 10 } },
  '91110101MA0000005L': { outcome: '约10秒后收到没有附言的付款', pays: { remark: '' } },
  '91110101MA0000006P': { outcome: '一直没有收到付款', pays: null },
}

/**
 * Moves no money: what the account's holder would see is kept where `/demo/` shows it, and every company pays what
 * it is asked for but for the trials (docs/identity-sandbox.md). Where `/demo/` does not exist it is closed:
 * nobody would be paid, and nobody could pay.
 */
export const outboxBank = (deps: Outbox): BankGateway => ({
  closed: deps.config.demo ? null : '平台暂未开通对公打款认证，请改用法定代表人授权书或人工审核',
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
  account: deps.config.demo
    ? {
        name: '演示收款户（请勿汇款）',
        account: '0000 0000 0000 0000 000',
        bank: '演示银行营业部',
        code: '000000000000',
      }
    : null,
  async arrived({ authId, companyName, creditCode, remark }) {
    const { pays } = otherwise[creditCode] ?? { pays: {} }
    if (pays === null) return []
    const asked = { transactionNo: `YS${authId}`, payer: companyName, fen: reverseFen, remark, at: deps.now() }
    return [{ ...asked, ...pays }]
  },
  trials: Object.entries(otherwise).map(([input, { outcome }]) => ({ input, outcome, authWay: 'reverse' })),
})

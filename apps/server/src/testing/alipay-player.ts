import { createSign, createVerify, type KeyObject, randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Callback } from '#src/platform/gateways/payment/payment-gateway.ts'
import { alipayMerchant, type MerchantKeys } from './cashier-keys.ts'
import { type CashierLies, playHttp } from './cashier-player.ts'

type Params = Record<string, string>
/** A bill in the player's books; nobody has looked at it while it is `UNSEEN`, which Alipay calls no trade. */
type Trade = { no: string; amount: string; status: string; paid: string | null; refunded: boolean }

/** How a notice is made untrue: in what it says before it is signed, or behind that. */
export type AlipayLie = { said?: Params; forged?: Params; by?: 'stranger' }

/** Alipay's gateway over HTTP for tests, by its published protocol, with its books. */
export type AlipayPlayer = {
  url: string
  trades: Map<string, Trade>
  /** Methods, in order. */
  asked: string[]
  lies: CashierLies
  /** Whether a refund is done at once; else when it is asked for once more. */
  refundsAs: (how: 'atOnce' | 'later' | 'refused') => void
  /** Opens a page of Alipay's as a browser does; answers whether the address is signed by the merchant. */
  visit: (address: string) => boolean
  /** Pays a bill. */
  pay: (paymentNo: string) => void
  callback: (paymentNo: string, lie?: AlipayLie) => Callback
  close: () => Promise<void>
}

const signedText = (params: Params, leftOut: readonly string[]) =>
  Object.entries(params)
    .filter(([name, value]) => value !== '' && !leftOut.includes(name))
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map((pair) => pair.join('='))
    .join('&')

const sign = (key: KeyObject, text: string) => createSign('RSA-SHA256').update(text).sign(key, 'base64')

const ok = (json: object) => ({ code: '10000', msg: 'Success', ...json })
const fault = (sub_code: string, sub_msg: string) => ({ code: '40004', msg: 'Business Failed', sub_code, sub_msg })
const unknown = fault('ACQ.TRADE_NOT_EXIST', '交易不存在')

/** Starts one on loopback. */
export async function playAlipay(keys: MerchantKeys): Promise<AlipayPlayer> {
  const trades: AlipayPlayer['trades'] = new Map()
  const asked: string[] = []
  let refundsBegin = 'atOnce'

  /** Worked out here by itself, as the document on RSA2 says. */
  function isSigned(params: Params): boolean {
    if (params.app_id !== alipayMerchant.appId || params.sign_type !== 'RSA2' || params.charset !== 'utf-8')
      return false
    const text = signedText(params, ['sign'])
    return createVerify('RSA-SHA256')
      .update(text)
      .verify(keys.merchantPublic, params.sign ?? '', 'base64')
  }

  const methods: Record<string, (content: Params) => object> = {
    'alipay.trade.precreate': ({ out_trade_no = '', ...content }) => {
      make(out_trade_no, content)
      return ok({ out_trade_no, qr_code: `https://qr.alipay.com/bax${out_trade_no.slice(-9)}` })
    },
    'alipay.trade.query': ({ out_trade_no = '' }) => {
      const trade = trades.get(out_trade_no)
      if (!trade || trade.status === 'UNSEEN') return unknown
      const { paid, status, amount } = trade
      const told = { out_trade_no, trade_no: paid ?? 'none', trade_status: status, total_amount: amount }
      return ok({ ...told, send_pay_date: '2026-11-28 10:00:00', ...lies.said })
    },
    'alipay.trade.close': ({ out_trade_no = '' }) => {
      const trade = trades.get(out_trade_no)
      if (!trade || trade.status === 'UNSEEN') return unknown
      if (trade.paid) return fault('ACQ.TRADE_STATUS_ERROR', '交易状态不合法')
      trade.status = 'TRADE_CLOSED'
      return ok({ out_trade_no })
    },
    'alipay.trade.refund': ({ out_trade_no = '', refund_amount, out_request_no }) => {
      const trade = trades.get(out_trade_no)
      if (!trade?.paid || !out_request_no) return unknown
      if (refundsBegin === 'refused') return fault('ACQ.SELLER_BALANCE_NOT_ENOUGH', '卖家余额不足')
      if (refund_amount !== trade.amount) return fault('ACQ.REFUND_AMT_NOT_EQUAL_TOTAL', '退款金额不符')
      const isFirst = !trade.refunded
      trade.refunded = true
      return ok({ out_trade_no, fund_change: isFirst && refundsBegin === 'atOnce' ? 'Y' : 'N' })
    },
    'alipay.trade.fastpay.refund.query': ({ out_trade_no = '' }) => {
      const isDone = refundsBegin === 'atOnce'
      refundsBegin = 'atOnce'
      return ok({ out_trade_no, ...(isDone && { refund_status: 'REFUND_SUCCESS' }) })
    },
  }

  function make(no: string, { total_amount = '', subject, time_expire }: Params): void {
    if (!/^\d+\.\d\d$/.test(total_amount) || !subject || !time_expire) throw new Error('a bill that is not whole')
    const known = trades.get(no)
    if (known && known.amount !== total_amount) throw new Error('another amount for a known bill')
    trades.set(no, known ?? { no, amount: total_amount, status: 'UNSEEN', paid: null, refunded: false })
  }

  function answer(_request: IncomingMessage, response: ServerResponse, body: string): void {
    const params = Object.fromEntries(new URLSearchParams(body))
    const method = params.method ?? ''
    asked.push(method)
    const known = methods[method]
    const node = `${method.replaceAll('.', '_')}_response`
    const end = (text: string) => response.writeHead(200, { 'content-type': 'text/html;charset=utf-8' }).end(text)
    if (!known || !isSigned(params))
      return void end(
        `{"${node}":${JSON.stringify({ code: '40002', msg: 'Invalid Arguments', sub_code: 'isv.invalid-signature' })}}`,
      )
    const part = JSON.stringify(known(JSON.parse(params.biz_content ?? '{}'))).replaceAll('/', String.raw`\/`)
    const signature = lies.unsigned ? '' : sign(lies.by === 'stranger' ? keys.stranger : keys.platformKey, part)
    end(`{"${node}":${part},"sign":"${signature}"}`)
  }

  const { url, lies, close } = await playHttp(answer)
  return {
    url: `${url}/gateway.do`,
    trades,
    asked,
    lies,
    refundsAs(how) {
      refundsBegin = how
    },
    visit(address) {
      const params = Object.fromEntries(new URL(address).searchParams)
      if (!isSigned(params) || !params.notify_url || !params.return_url) return false
      const { out_trade_no = '', ...content } = JSON.parse(params.biz_content ?? '{}')
      make(out_trade_no, content)
      return true
    },
    pay(paymentNo) {
      const trade = trades.get(paymentNo)
      if (!trade || trade.status === 'TRADE_CLOSED') throw new Error(`${paymentNo} cannot be paid`)
      Object.assign(trade, { status: 'TRADE_SUCCESS', paid: `20261128${randomBytes(10).toString('hex')}` })
    },
    callback(paymentNo, { said = {}, forged = {}, by } = {}) {
      const trade = trades.get(paymentNo)
      if (!trade) throw new Error(`${paymentNo} is unknown`)
      const params: Params = {
        app_id: alipayMerchant.appId,
        seller_id: alipayMerchant.sellerId,
        charset: 'utf-8',
        version: '1.0',
        notify_id: randomBytes(17).toString('hex'),
        notify_time: '2026-11-28 10:00:02',
        notify_type: 'trade_status_sync',
        out_trade_no: paymentNo,
        trade_no: trade.paid ?? 'none',
        trade_status: trade.status,
        total_amount: trade.amount,
        subject: '企业100份（订单DD20261128）',
        gmt_payment: '2026-11-28 10:00:00',
        ...said,
      }
      const text = signedText(params, ['sign', 'sign_type'])
      const signature = sign(by === 'stranger' ? keys.stranger : keys.platformKey, text)
      const body = new URLSearchParams({ ...params, sign_type: 'RSA2', sign: signature, ...forged }).toString()
      return { headers: { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' }, body }
    },
    close,
  }
}

import { randomBytes } from 'node:crypto'
import { wechatMerchant } from './cashier-keys.ts'

type Json = Record<string, unknown>
/** A status and what is said with it. */
export type WechatAnswer = [status: number, json: object | null]
/** A bill in the player's books, with the words it was asked for in. */
type Bill = { no: string; total: number; state: 'NOTPAY' | 'SUCCESS' | 'CLOSED'; paid: string | null; asked: Json }
type RefundsAs = 'SUCCESS' | 'PROCESSING' | 'CLOSED' | 'ABNORMAL' | 'NOT_ENOUGH'

/** What WeChat Pay has made out, been paid and given back, and how it answers about it. */
export type WechatBooks = {
  bills: Map<string, Bill>
  refunds: Map<string, { fen: number; status: string }>
  /** What refunds begin as; PROCESSING ends as `SUCCESS` when it is asked for again. */
  refundsAs: (status: RefundsAs) => void
  /** Pays a bill as somebody with a telephone does. */
  pay: (paymentNo: string) => void
  /** A payment as it is told. */
  told: (paymentNo: string) => Json & { amount: { total: number } }
  /** Answers a request; `over` is put over what is told of a payment. */
  answer: (what: string, sent: Json, over: Json) => WechatAnswer
}

/** How it says no. */
export const wechatRefusal = (status: number, code: string, message = '请求被拒绝'): WechatAnswer => [
  status,
  { code, message },
]

/** Opens empty ones. */
export function wechatBooks(): WechatBooks {
  const bills: WechatBooks['bills'] = new Map()
  const refunds: WechatBooks['refunds'] = new Map()
  let refundsBegin: RefundsAs = 'SUCCESS'

  function madeOut(kind: string, sent: Json): WechatAnswer {
    if (!isWhole(kind, sent)) return wechatRefusal(400, 'PARAM_ERROR')
    const no = String(sent.out_trade_no)
    const known = bills.get(no)
    if (known && JSON.stringify(known.asked) !== JSON.stringify(sent)) return wechatRefusal(400, 'INVALID_REQUEST')
    const total = Number(Object(sent.amount).total)
    bills.set(no, known ?? { no, total, state: 'NOTPAY', paid: null, asked: sent })
    if (kind === 'native') return [200, { code_url: `weixin://wxpay/bizpayurl?pr=${no.slice(-9)}` }]
    return [200, { h5_url: `https://wx.tenpay.com/cgi-bin/mmpayweb-bin/checkmweb?prepay_id=wx${no}&package=1` }]
  }

  function closed(no: string, { mchid }: Json): WechatAnswer {
    const bill = bills.get(no)
    if (!bill || mchid !== wechatMerchant.mchid) return wechatRefusal(404, 'ORDER_NOT_EXIST')
    if (bill.state === 'SUCCESS') return wechatRefusal(400, 'ORDER_PAID')
    bill.state = 'CLOSED'
    return [204, null]
  }

  function refunded({ out_trade_no, out_refund_no, amount }: Json): WechatAnswer {
    const bill = bills.get(String(out_trade_no))
    const { refund, total, currency } = Object(amount)
    if (bill?.state !== 'SUCCESS') return wechatRefusal(404, 'RESOURCE_NOT_EXISTS')
    if (total !== bill.total || refund > total || currency !== 'CNY') return wechatRefusal(400, 'PARAM_ERROR')
    if (refundsBegin === 'NOT_ENOUGH') return wechatRefusal(403, 'NOT_ENOUGH', '基本账户余额不足，请充值后重新发起')
    const no = String(out_refund_no)
    const known = refunds.get(no)
    if (known?.status === 'PROCESSING') known.status = 'SUCCESS'
    const made = known ?? { fen: Number(refund), status: refundsBegin }
    refunds.set(no, made)
    const told = { refund_id: `R${no}`, out_refund_no: no, out_trade_no, status: made.status }
    return [200, { ...told, amount: { refund: made.fen } }]
  }

  return {
    bills,
    refunds,
    refundsAs(status) {
      refundsBegin = status
    },
    pay(paymentNo) {
      const bill = bills.get(paymentNo)
      if (bill?.state !== 'NOTPAY') throw new Error(`${paymentNo} cannot be paid`)
      Object.assign(bill, { state: 'SUCCESS', paid: `4200${randomBytes(10).toString('hex')}` })
    },
    told(paymentNo) {
      const bill = bills.get(paymentNo)
      if (!bill) throw new Error(`${paymentNo} is unknown`)
      return toldOf(bill)
    },
    answer(what, sent, over) {
      const [, path = '', no = ''] = /^(.*?)(FK\w+)?(?:\/close|\?mchid=\d+)?$/.exec(what) ?? []
      const kind = path.split('/').at(-1) ?? ''
      if (path === `POST /v3/pay/transactions/${kind}`) return madeOut(kind, sent)
      if (what === 'POST /v3/refund/domestic/refunds') return refunded(sent)
      if (what.endsWith('/close')) return closed(no, sent)
      const bill = what.endsWith(`?mchid=${wechatMerchant.mchid}`) ? bills.get(no) : undefined
      return bill ? [200, { ...toldOf(bill), ...over }] : wechatRefusal(404, 'ORDER_NOT_EXIST')
    },
  }
}

function isWhole(kind: string, { appid, mchid, amount, scene_info, ...sent }: Json): boolean {
  const texts = [sent.out_trade_no, sent.notify_url, sent.time_expire, sent.description]
  const isOurs = appid === wechatMerchant.appid && mchid === wechatMerchant.mchid
  return isOurs && texts.every((text) => typeof text === 'string') && !!amount && (kind === 'native' || !!scene_info)
}

const toldOf = ({ no, state, paid, total }: Bill) => ({
  appid: wechatMerchant.appid,
  mchid: wechatMerchant.mchid,
  out_trade_no: no,
  trade_state: state,
  ...(paid && { transaction_id: paid, success_time: '2026-11-28T10:00:00+08:00' }),
  amount: { total, payer_total: total, currency: 'CNY' },
})

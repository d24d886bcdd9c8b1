import { Refusal } from '@moqi/domain/refusal'
import { formatDate, parseTime } from '@moqi/domain/time/format-date'
import { z } from 'zod'
import type { Deps } from '#src/platform/deps.ts'
import { readJson, shaped } from '#src/platform/gateways/gateway-answer.ts'
import { GatewayFault } from '#src/platform/gateways/gateway-fault.ts'
import { type Bill, type Callback, noticeUrl, type PaymentGateway, type PaymentNotice } from '../payment-gateway.ts'
import { decryptResource, Encrypted } from './wechat-signature.ts'
import { type WechatAnswer, wechatRequests } from './wechat-requests.ts'
import type { WechatSettings } from './wechat-settings.ts'

const Native = z.object({ code_url: z.string().regex(/^weixin:\/\//) })
const H5 = z.object({ h5_url: z.url({ protocol: /^https$/ }) })
/** A payment as WeChat Pay tells it, asked or by itself; an unpaid one has less. */
const Transaction = z.object({
  appid: z.string(),
  mchid: z.string(),
  out_trade_no: z.string(),
  trade_state: z.string(),
  transaction_id: z.string().optional(),
  success_time: z.string().optional(),
  amount: z.object({ total: z.int(), currency: z.string() }).optional(),
})
const Refund = z.object({
  out_trade_no: z.string(),
  status: z.enum(['SUCCESS', 'CLOSED', 'PROCESSING', 'ABNORMAL']),
  amount: z.object({ refund: z.int() }),
})
const Notice = z.object({ event_type: z.string(), resource: Encrypted })

/** What WeChat Pay's own words for a refund mean to who waits for it. */
const refundFaults = {
  CLOSED: '微信支付已关闭这笔退款，请联系客服',
  ABNORMAL: '退款入账异常（付款账户可能已注销），请联系客服',
} as const

/** WeChat Pay, APIv3: Native, whose code is read by a telephone, and H5 for a browser on one. */
export function wechatPay(
  settings: WechatSettings,
  { now, random, config }: Pick<Deps, 'now' | 'random' | 'config'>,
): PaymentGateway {
  const { mchid, appid, trial } = settings
  const { ask, isGenuine } = wechatRequests(settings, { now, random })

  /** What was paid; null while nothing was. Throws `payment/forged` for what is not of this merchant and app. */
  function noticeOf(told: unknown): PaymentNotice | null {
    const parsed = Transaction.safeParse(told)
    if (!parsed.success) throw new Refusal('payment/forged')
    const { out_trade_no, trade_state, transaction_id, success_time, amount } = parsed.data
    if (parsed.data.mchid !== mchid || parsed.data.appid !== appid) throw new Refusal('payment/forged')
    if (trade_state !== 'SUCCESS') return null
    if (!transaction_id || amount?.currency !== 'CNY') throw new Refusal('payment/forged')
    return {
      merchantId: mchid,
      paymentNo: out_trade_no,
      transactionNo: transaction_id,
      fen: amount.total,
      paidAt: parseTime(success_time) ?? now(),
    }
  }

  return {
    channel: 'wechat',
    label: trial ? '微信支付（测试环境）' : '微信支付',
    trial: trial ? '连接的是微信支付的测试环境，不会真实扣款。' : null,
    forms: ['qr', 'phone'],
    merchantId: mchid,
    closed: null,
    async open(bill) {
      const asked = { ...billOf(settings, bill), notify_url: noticeUrl(config, 'wechat') }
      if (bill.form === 'qr') {
        const { code_url } = shaped(Native, taken(await ask('/v3/pay/transactions/native', asked)))
        return { qr: code_url }
      }
      const scene_info = { payer_client_ip: bill.payerAddress.replace(/^::ffff:/, ''), h5_info: { type: 'Wap' } }
      const { h5_url } = shaped(H5, taken(await ask('/v3/pay/transactions/h5', { ...asked, scene_info })))
      const url = new URL(h5_url)
      url.searchParams.set('redirect_url', bill.backUrl)
      return { url: url.href }
    },
    async ask(paymentNo) {
      const answer = await ask(`${billPath(paymentNo)}?mchid=${mchid}`)
      if (isUnknown(answer)) return null
      const notice = noticeOf(taken(answer))
      if (notice && notice.paymentNo !== paymentNo) throw new Refusal('payment/forged')
      return notice
    },
    async close(paymentNo) {
      const { status, code, message } = await ask(`${billPath(paymentNo)}/close`, { mchid })
      // Whether it is paid is asked next; whether it is closed or unknown makes no difference.
      if (status >= 400 && status !== 404 && !/ORDER|TRADE/.test(code))
        throw new GatewayFault(`${code} ${message}`, false)
    },
    async read(callback) {
      const { event_type, resource } = await heard(callback)
      return event_type === 'TRANSACTION.SUCCESS' ? noticeOf(opened(resource)) : null
    },
    async giveBack({ paymentNo, fen }) {
      const amount = { refund: fen, total: fen, currency: 'CNY' }
      // One bill goes back once and whole, so that its own number names the refund, however often it is asked for.
      const asked = { out_trade_no: paymentNo, out_refund_no: paymentNo, amount }
      const answer = await ask('/v3/refund/domestic/refunds', asked)
      if (answer.status >= 400) return { fault: `微信支付未受理退款：${answer.message || answer.code}` }
      const refund = shaped(Refund, answer.json)
      if (refund.out_trade_no !== paymentNo || refund.amount.refund !== fen)
        throw new GatewayFault('another refund than was asked for', false)
      if (refund.status === 'SUCCESS') return 'returned'
      return refund.status === 'PROCESSING' ? 'underWay' : { fault: refundFaults[refund.status] }
    },
  }

  async function heard({ headers, body }: Callback): Promise<z.infer<typeof Notice>> {
    const named = (name: string) => String(headers[`wechatpay-${name}`] ?? '')
    const signed = { timestamp: named('timestamp'), nonce: named('nonce'), signature: named('signature'), body }
    if (!(await isGenuine(named('serial'), signed))) throw new Refusal('payment/forged')
    return shaped(Notice, readJson(body))
  }

  function opened(resource: z.infer<typeof Encrypted>): unknown {
    try {
      return JSON.parse(decryptResource(settings.v3Key, resource))
    } catch {
      throw new Refusal('payment/forged')
    }
  }
}

const billPath = (paymentNo: string) => `/v3/pay/transactions/out-trade-no/${paymentNo}`

const billOf = ({ mchid, appid }: WechatSettings, { paymentNo, orderNo, title, fen, expiresAt }: Bill) => ({
  appid,
  mchid,
  description: `${title}（订单${orderNo}）`.slice(0, 127),
  out_trade_no: paymentNo,
  time_expire: formatDate(expiresAt, '{y}-{m}-{d}T{h}:{i}:{s}+08:00'),
  amount: { total: fen, currency: 'CNY' },
})

const isUnknown = ({ status, code }: WechatAnswer) => status === 404 && /^(ORDER_?NOT_?EXIST|ORDERNOTEXIST)$/.test(code)

/** What was answered. Throws a `GatewayFault` for a refusal, which asking again changes nothing of. */
function taken({ status, json, code, message }: WechatAnswer): unknown {
  if (status >= 400) throw new GatewayFault(`${code} ${message}`, false)
  return json
}

import type { PayForm } from '@moqi/domain/orders/pay-channel'
import { fenOf } from '@moqi/domain/orders/yuan-text'
import { Refusal } from '@moqi/domain/refusal'
import { formatDate, parseTime } from '@moqi/domain/time/format-date'
import { z } from 'zod'
import type { Deps } from '#src/platform/deps.ts'
import { shaped } from '#src/platform/gateways/gateway-answer.ts'
import { GatewayFault } from '#src/platform/gateways/gateway-fault.ts'
import { type Bill, noticeUrl, type PaymentGateway, type PaymentNotice } from '../payment-gateway.ts'
import { alipayPage, type AlipayAnswer, askAlipay } from './alipay-requests.ts'
import { isNoticeSigned } from './alipay-signature.ts'
import type { AlipaySettings } from './alipay-settings.ts'

/** An amount in 元 as Alipay writes it, in 分. */
const Amount = z
  .string()
  .regex(/^\d{1,9}\.\d{2}$/)
  .transform((text) => fenOf(text) ?? Number.NaN)
/** A payment as Alipay tells it, asked or by itself. */
const Trade = z.object({
  out_trade_no: z.string(),
  trade_no: z.string(),
  trade_status: z.string(),
  total_amount: Amount,
})
const Told = Trade.extend({ app_id: z.string(), seller_id: z.string(), gmt_payment: z.string().optional() })
const Found = Trade.extend({ send_pay_date: z.string().optional() })
const Code = z.object({ out_trade_no: z.string(), qr_code: z.url({ protocol: /^https$/ }) })
const Refunded = z.object({ out_trade_no: z.string(), fund_change: z.enum(['Y', 'N']) })
const RefundState = z.object({ refund_status: z.string().optional() })

const paidStates = ['TRADE_SUCCESS', 'TRADE_FINISHED']
const unknownTrade = 'ACQ.TRADE_NOT_EXIST'

const pages: Readonly<Record<Exclude<PayForm, 'qr'>, { method: string; product: string }>> = {
  page: { method: 'alipay.trade.page.pay', product: 'FAST_INSTANT_TRADE_PAY' },
  phone: { method: 'alipay.trade.wap.pay', product: 'QUICK_WAP_WAY' },
}

/** Alipay by RSA2: a code that a telephone reads, its page for computers, and its page for telephones. */
export function alipay(settings: AlipaySettings, { now, config }: Pick<Deps, 'now' | 'config'>): PaymentGateway {
  const { appId, sellerId, alipayKey, trial } = settings
  const ask = (method: string, content: object, ways = {}) => askAlipay(settings, now(), method, content, ways)

  const paid = (trade: z.infer<typeof Trade>, at: string | undefined): PaymentNotice | null =>
    paidStates.includes(trade.trade_status)
      ? {
          merchantId: sellerId,
          paymentNo: trade.out_trade_no,
          transactionNo: trade.trade_no,
          fen: trade.total_amount,
          paidAt: parseTime(at) ?? now(),
        }
      : null

  return {
    channel: 'alipay',
    label: trial ? '支付宝（测试环境）' : '支付宝',
    trial: trial ? '连接的是支付宝的测试环境，不会真实扣款。' : null,
    forms: ['qr', 'page', 'phone'],
    merchantId: sellerId,
    closed: null,
    async open(bill) {
      const notifyUrl = noticeUrl(config, 'alipay')
      if (bill.form === 'qr') {
        const answer = await ask('alipay.trade.precreate', contentOf(bill), { notifyUrl })
        const code = shaped(Code, taken(answer))
        if (code.out_trade_no !== bill.paymentNo) throw new GatewayFault('the code of another bill', false)
        return { qr: code.qr_code }
      }
      const { method, product } = pages[bill.form]
      const content = { ...contentOf(bill), product_code: product }
      return { url: alipayPage(settings, now(), method, content, { notifyUrl, returnUrl: bill.backUrl }) }
    },
    async ask(paymentNo) {
      const answer = await ask('alipay.trade.query', { out_trade_no: paymentNo })
      if (answer.reason === unknownTrade) return null
      const found = shaped(Found, taken(answer))
      if (found.out_trade_no !== paymentNo) throw new Refusal('payment/forged')
      return paid(found, found.send_pay_date)
    },
    async close(paymentNo) {
      const { code, reason, message } = await ask('alipay.trade.close', { out_trade_no: paymentNo })
      // Whether it is paid is asked next; whether it is closed or unknown makes no difference.
      if (code !== '10000' && !reason.startsWith('ACQ.')) throw new GatewayFault(`${code} ${reason} ${message}`, false)
    },
    async read({ body }) {
      const params = Object.fromEntries(new URLSearchParams(body))
      if (params.charset?.toLowerCase() !== 'utf-8' || params.sign_type !== 'RSA2') throw new Refusal('payment/forged')
      if (!isNoticeSigned(alipayKey, params)) throw new Refusal('payment/forged')
      const told = Told.safeParse(params)
      if (!told.success) throw new Refusal('payment/forged')
      const { app_id, seller_id, gmt_payment } = told.data
      if (app_id !== appId || seller_id !== sellerId) throw new Refusal('payment/forged')
      return paid(told.data, gmt_payment)
    },
    async giveBack({ paymentNo, fen }) {
      // One bill goes back once and whole, so that its own number names the refund, however often it is asked for.
      const request = { out_trade_no: paymentNo, out_request_no: paymentNo }
      const answer = await ask('alipay.trade.refund', { ...request, refund_amount: amountOf(fen) })
      if (answer.code !== '10000') return { fault: `支付宝未受理退款：${answer.message || answer.reason}` }
      const refund = shaped(Refunded, answer.json)
      if (refund.out_trade_no !== paymentNo) throw new GatewayFault('the refund of another bill', false)
      if (refund.fund_change === 'Y') return 'returned'
      // A repeat moves nothing: whether the first did is asked.
      const state = await ask('alipay.trade.fastpay.refund.query', request)
      return shaped(RefundState, taken(state)).refund_status === 'REFUND_SUCCESS' ? 'returned' : 'underWay'
    },
  }
}

const amountOf = (fen: number) => `${Math.floor(fen / 100)}.${String(fen % 100).padStart(2, '0')}`

const contentOf = ({ paymentNo, orderNo, title, fen, expiresAt }: Bill) => ({
  out_trade_no: paymentNo,
  total_amount: amountOf(fen),
  // Characters that it does not take in a title.
  subject: `${title}（订单${orderNo}）`.replaceAll(/[/=&]/g, ' ').slice(0, 256),
  time_expire: formatDate(expiresAt, '{y}-{m}-{d} {h}:{i}:{s}'),
})

/** What was answered. Throws a `GatewayFault` for a refusal, which asking again changes nothing of. */
function taken({ json, code, reason, message }: AlipayAnswer): unknown {
  if (code !== '10000') throw new GatewayFault(`${code} ${reason} ${message}`, false)
  return json
}

import { randomBytes, X509Certificate } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Callback } from '#src/platform/gateways/payment/payment-gateway.ts'
import { type MerchantKeys, wechatPublicKeyId } from './cashier-keys.ts'
import { type CashierLies, playHttp } from './cashier-player.ts'
import { type WechatBooks, wechatBooks, wechatRefusal } from './wechat-books.ts'
import { encrypted, isMerchants, signedHeaders, type WechatSigner } from './wechat-speech.ts'

/** How a callback is made untrue: in what it says, or in how it is signed. */
export type WechatLie = {
  said?: Record<string, unknown>
  amount?: number
  currency?: string
  event?: string
  /** s */
  timestamp?: number
  by?: WechatSigner
  v3Key?: Buffer
}

/** WeChat Pay over HTTP for tests, by its published APIv3, with its books. */
export type WechatPlayer = Pick<WechatBooks, 'bills' | 'refunds' | 'refundsAs' | 'pay'> & {
  url: string
  /** Methods and paths, in order. */
  asked: string[]
  lies: CashierLies
  /** What it calls back with about a bill. */
  callback: (paymentNo: string, lie?: WechatLie) => Callback
  close: () => Promise<void>
}

/** Starts one on loopback. It signs answers by its public key where it is asked to, else by its certificate. */
export async function playWechat(keys: MerchantKeys, now: () => number = Date.now): Promise<WechatPlayer> {
  const asked: string[] = []
  const books = wechatBooks()
  const seconds = () => Math.floor(now() / 1000)

  function answer(request: IncomingMessage, response: ServerResponse, body: string): void {
    const what = `${request.method} ${request.url}`
    asked.push(what)
    const [status, json] = isMerchants(keys, now(), request, body) ? said(what, body) : wechatRefusal(401, 'SIGN_ERROR')
    const text = json === null ? '' : JSON.stringify(json)
    const by = request.headers['wechatpay-serial'] === wechatPublicKeyId ? 'publicKey' : 'certificate'
    const headers = lies.unsigned ? {} : signedHeaders(keys, lies.by ?? by, text, seconds())
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(text)
  }

  function said(what: string, body: string) {
    if (what === 'GET /v3/certificates') return certificates(keys)
    return books.answer(what, body === '' ? {} : JSON.parse(body), lies.said)
  }

  const { url, lies, close } = await playHttp(answer)
  return {
    url,
    bills: books.bills,
    refunds: books.refunds,
    refundsAs: books.refundsAs,
    pay: books.pay,
    asked,
    lies,
    callback(
      paymentNo,
      { said: over = {}, amount, currency = 'CNY', event, timestamp, by = 'certificate', v3Key } = {},
    ) {
      const told = books.told(paymentNo)
      const total = amount ?? told.amount.total
      const text = JSON.stringify({ ...told, amount: { total, payer_total: total, currency }, ...over })
      const body = JSON.stringify({
        id: randomBytes(16).toString('hex'),
        create_time: '2026-11-28T10:00:01+08:00',
        resource_type: 'encrypt-resource',
        event_type: event ?? 'TRANSACTION.SUCCESS',
        summary: '支付成功',
        resource: { original_type: 'transaction', ...encrypted(text, 'transaction', v3Key) },
      })
      const headers = signedHeaders(keys, by, body, timestamp ?? seconds())
      return { headers: { 'content-type': 'application/json', ...headers }, body }
    },
    close,
  }
}

function certificates({ certificate }: MerchantKeys): [number, object] {
  const { serialNumber } = new X509Certificate(certificate)
  const encrypt_certificate = encrypted(certificate, 'certificate')
  return [200, { data: [{ serial_no: serialNumber, encrypt_certificate }] }]
}

import { formatDate } from '@moqi/domain/time/format-date'
import { z } from 'zod'
import { rawAnswer, readJson, shaped } from '#src/platform/gateways/gateway-answer.ts'
import { GatewayFault } from '#src/platform/gateways/gateway-fault.ts'
import { alipaySignature, isTextSigned, objectIn, type Params } from './alipay-signature.ts'
import type { AlipaySettings } from './alipay-settings.ts'

/** What Alipay answered and signed: `code` 10000 where it did as it was asked, `reason` its own word where not. */
export type AlipayAnswer = { json: unknown; code: string; reason: string; message: string }

const Answer = z.looseObject({
  code: z.string(),
  msg: z.string().default(''),
  sub_code: z.string().default(''),
  sub_msg: z.string().default(''),
})
const Signature = z.object({ sign: z.string().optional() })

/** Asking again helps when they are busy; what they say is wrong with us stays. */
const isPassing = (code: string, reason: string) => code === '20000' || /^(aop\.|isp\.|ACQ\.SYSTEM_ERROR)/.test(reason)

/** What goes with the payer instead of an answer to us. */
type Ways = { notifyUrl: string; returnUrl: string }

/** A request of one method with its signature; `content` is what it is about. */
function requestParams(
  { appId, key }: AlipaySettings,
  now: number,
  { method, content, ways }: { method: string; content: object; ways: Partial<Ways> },
): Params {
  const params = {
    app_id: appId,
    method,
    format: 'JSON',
    charset: 'utf-8',
    sign_type: 'RSA2',
    timestamp: formatDate(now, '{y}-{m}-{d} {h}:{i}:{s}'),
    version: '1.0',
    ...(ways.notifyUrl && { notify_url: ways.notifyUrl }),
    ...(ways.returnUrl && { return_url: ways.returnUrl }),
    biz_content: JSON.stringify(content),
  }
  return { ...params, sign: alipaySignature(key, params) }
}

/** The address of a page of Alipay's, which a payer opens: the request itself, signed. */
export const alipayPage = (settings: AlipaySettings, now: number, method: string, content: object, ways: Ways) =>
  `${settings.url}?${new URLSearchParams(requestParams(settings, now, { method, content, ways })).toString()}`

/** Asks Alipay. Throws a `GatewayFault` for an answer that it has not signed, and where asking again may help. */
export async function askAlipay(
  settings: AlipaySettings,
  now: number,
  method: string,
  content: object,
  ways: Partial<Ways> = {},
): Promise<AlipayAnswer> {
  const body = new URLSearchParams(requestParams(settings, now, { method, content, ways })).toString()
  const headers = { 'content-type': 'application/x-www-form-urlencoded;charset=utf-8' }
  const { status, text } = await rawAnswer(`${settings.url}?charset=utf-8`, { headers, body })
  if (status !== 200) throw new GatewayFault(`status ${status}`, true)
  const { sign = '' } = shaped(Signature, readJson(text))
  const part = objectIn(text, `${method.replaceAll('.', '_')}_response`) ?? objectIn(text, 'error_response')
  if (part === null) throw new GatewayFault('an answer without its part', true)
  const json = readJson(part)
  const { code, sub_code: reason, msg, sub_msg } = shaped(Answer, json)
  const message = sub_msg || msg
  if (isPassing(code, reason)) throw new GatewayFault(`${code} ${reason} ${message}`, true)
  // Whom it does not know it refuses without a signature.
  if (!isTextSigned(settings.alipayKey, part, sign)) {
    const isRefused = sign === '' && code !== '10000'
    throw new GatewayFault(isRefused ? `${code} ${reason} ${message}` : 'an answer not signed', !isRefused)
  }
  return { json, code, reason, message }
}

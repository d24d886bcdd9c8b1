import { randomUUID } from 'node:crypto'
import { hash } from 'node:crypto'
import { z } from 'zod'
import { gatewayAnswer } from '../gateway-answer.ts'
import { GatewayFault } from '../gateway-fault.ts'
import { aliyunAuthorization, canonicalQuery } from './aliyun-signature.ts'
import { carrierValues } from './carrier-form.ts'
import type { SmsGateway } from './sms-gateway.ts'
import type { SmsSettings } from './sms-settings.ts'

const Answer = z.object({ Code: z.string(), Message: z.string().default(''), BizId: z.string().nullish() })

/** Asking again helps when they are busy or broken; `isv.` faults are ours and stay (SendSms error codes). */
const passing = (status: number, code: string) => status >= 500 || /^(Throttling|ServiceUnavailable|isp\.)/.test(code)

/** Alibaba Cloud SMS (Dysmsapi 2017-05-25, SendSms): parameters by the template's names. */
export function aliyunSms(settings: SmsSettings, now: () => number): SmsGateway {
  const url = new URL(settings.url ?? 'https://dysmsapi.aliyuncs.com')
  return {
    name: 'aliyun',
    async send({ messageId, phone, message }) {
      const query = {
        PhoneNumbers: phone,
        SignName: settings.signature,
        TemplateCode: settings.templates[message.template],
        TemplateParam: JSON.stringify(carrierValues(message, 'aliyun', settings.site)),
        OutId: messageId,
      }
      const headers = {
        'x-acs-action': 'SendSms',
        'x-acs-version': '2017-05-25',
        'x-acs-date': new Date(now()).toISOString().replace(/\.\d+Z$/, 'Z'),
        'x-acs-signature-nonce': randomUUID(),
        'x-acs-content-sha256': hash('sha256', ''),
      }
      const authorization = aliyunAuthorization(settings.key, { host: url.host, query, headers, body: '' })
      const asked = { headers: { ...headers, authorization }, body: '' }
      const { status, json } = await gatewayAnswer(`${url.origin}/?${canonicalQuery(query)}`, asked)
      const answer = Answer.safeParse(json)
      if (!answer.success) throw new GatewayFault(`status ${status} without a code`, true)
      const { Code: code, Message: text, BizId: reference } = answer.data
      if (code !== 'OK') throw new GatewayFault(`${code} ${text}`, passing(status, code))
      return reference ?? null
    },
  }
}

import { formatDate } from '@moqi/domain/time/format-date'
import { z } from 'zod'
import { aliyunAsker } from '../cloud/ask-aliyun.ts'
import { GatewayFault } from '../gateway-fault.ts'
import { carrierValues } from './carrier-form.ts'
import type { SmsGateway } from './sms-gateway.ts'
import type { SmsSettings } from './sms-settings.ts'

const Answer = z.object({
  Code: z.string(),
  Message: z.string().default(''),
  BizId: z.string().nullish(),
  SmsSendDetailDTOs: z
    .object({ SmsSendDetailDTO: z.array(z.object({ SendStatus: z.number(), ErrCode: z.string().default('') })) })
    .optional(),
})
/** Of QuerySendDetails; 1 waits for the receipt. */
const sendStatus = { failed: 2, delivered: 3 } as const

/** Asking again helps when they are busy or broken; `isv.` faults are ours and stay (SendSms error codes). */
const passing = (status: number, code: string) => status >= 500 || /^(Throttling|ServiceUnavailable|isp\.)/.test(code)

/** Alibaba Cloud SMS (Dysmsapi 2017-05-25, SendSms and QuerySendDetails): parameters by the template's names. */
export function aliyunSms(settings: SmsSettings, now: () => number): SmsGateway {
  const url = new URL(settings.url ?? 'https://dysmsapi.aliyuncs.com')
  const asker = aliyunAsker({ key: settings.key, url, version: '2017-05-25' }, now)
  const ask = async (action: string, query: Record<string, string>) => {
    const { status, json } = await asker(action, { query })
    const answer = Answer.safeParse(json)
    if (!answer.success) throw new GatewayFault(`status ${status} without a code`, true)
    const { Code: code, Message: text } = answer.data
    if (code !== 'OK') throw new GatewayFault(`${code} ${text}`, passing(status, code))
    return answer.data
  }
  return {
    name: 'aliyun',
    async send({ messageId, phone, message }) {
      const { BizId: reference } = await ask('SendSms', {
        PhoneNumbers: phone,
        SignName: settings.signature,
        TemplateCode: settings.templates[message.template],
        TemplateParam: JSON.stringify(carrierValues(message, 'aliyun', settings.site)),
        OutId: messageId,
      })
      return reference ?? null
    },
    async receipt({ phone, reference, takenAt }) {
      const SendDate = formatDate(takenAt, '{y}{m}{d}')
      const query = { PhoneNumber: phone, BizId: reference, SendDate, PageSize: '1', CurrentPage: '1' }
      const [detail] = (await ask('QuerySendDetails', query)).SmsSendDetailDTOs?.SmsSendDetailDTO ?? []
      if (detail?.SendStatus === sendStatus.delivered) return { state: 'delivered' }
      return detail?.SendStatus === sendStatus.failed ? { state: 'failed', fault: detail.ErrCode } : null
    },
  }
}

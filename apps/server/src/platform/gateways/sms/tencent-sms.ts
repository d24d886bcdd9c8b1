import { z } from 'zod'
import { tencentAsker } from '../cloud/ask-tencent.ts'
import { GatewayFault } from '../gateway-fault.ts'
import { carrierValues } from './carrier-form.ts'
import type { SmsGateway } from './sms-gateway.ts'
import type { SmsSettings } from './sms-settings.ts'

const fault = z.object({ Code: z.string(), Message: z.string().default('') })
const Answer = z.object({
  Response: z.object({
    Error: fault.optional(),
    SendStatusSet: z.array(fault.extend({ SerialNo: z.string().default('') })).optional(),
    PullSmsSendStatusSet: z
      .array(z.object({ SerialNo: z.string(), ReportStatus: z.string(), Description: z.string().default('') }))
      .optional(),
  }),
})

const passing = (code: string) => /^(InternalError|RequestLimitExceeded|ResourceUnavailable)/.test(code)

/**
 * Tencent Cloud SMS (2021-01-11, SendSms and PullSmsSendStatusByPhoneNumber): parameters by their place in the
 * template.
 */
export function tencentSms(settings: SmsSettings, now: () => number): SmsGateway {
  const url = new URL(settings.url ?? 'https://sms.tencentcloudapi.com')
  const { key, region } = settings
  const asker = tencentAsker({ key, url, service: 'sms', version: '2021-01-11', region }, now)
  const ask = async (action: string, parameters: object) => {
    const { status, json } = await asker(action, { ...parameters, SmsSdkAppId: settings.appId })
    const answer = Answer.safeParse(json)
    if (!answer.success) throw new GatewayFault(`status ${status} in an unknown form`, true)
    const { Error: refused } = answer.data.Response
    if (refused) throw new GatewayFault(`${refused.Code} ${refused.Message}`, passing(refused.Code))
    return answer.data.Response
  }
  return {
    name: 'tencent',
    async send({ messageId, phone, message }) {
      const { SendStatusSet: sent } = await ask('SendSms', {
        PhoneNumberSet: [`+86${phone}`],
        SignName: settings.signature,
        TemplateId: settings.templates[message.template],
        TemplateParamSet: Object.values(carrierValues(message, 'tencent', settings.site)),
        SessionContext: messageId,
      })
      const [result] = sent ?? []
      if (!result) throw new GatewayFault('an answer without a result', true)
      if (result.Code !== 'Ok') throw new GatewayFault(`${result.Code} ${result.Message}`, passing(result.Code))
      return result.SerialNo || null
    },
    async receipt({ phone, reference, takenAt }) {
      const { PullSmsSendStatusSet: statuses } = await ask('PullSmsSendStatusByPhoneNumber', {
        BeginTime: Math.floor(takenAt / 1000) - 60,
        Offset: 0,
        Limit: 100,
        PhoneNumber: `+86${phone}`,
      })
      const found = statuses?.find(({ SerialNo }) => SerialNo === reference)
      if (!found) return null
      return found.ReportStatus === 'SUCCESS'
        ? { state: 'delivered' }
        : { state: 'failed', fault: found.Description || found.ReportStatus }
    },
  }
}

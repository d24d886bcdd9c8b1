import { z } from 'zod'
import { GatewayFault } from '../gateway-fault.ts'
import type { FaceGateway, FaceOutcome } from './face-gateway.ts'

const Answer = z.object({
  Response: z.object({
    Error: z.object({ Code: z.string(), Message: z.string().default('') }).optional(),
    Url: z.string().optional(),
    BizToken: z.string().optional(),
    Text: z.object({ ErrCode: z.union([z.number(), z.string()]).transform(String).nullish() }).nullish(),
  }),
})

/** The published codes of 微信H5 and browser H5: not finished, over, and what a repeat may mend. */
const unfinished = '17'
const over = '15'
const busy: ReadonlySet<string> = new Set(['4', '8', '10', '12', '13', '1001', '1006', '1007', '2001', '2017'])
const differs = '与身份证照片比对不一致，请由本人刷脸'
const unseen = '没有看清五官，请到亮处、正对屏幕重试'
const unknown = '没有可比对的证件照片，请改用其他认证方式'
const reasons: Readonly<Record<string, string>> = {
  16: '本次刷脸已达重试上限，请重新认证',
  1002: '未能确认是真人操作，请本人到光线明亮处重试',
  1008: '网络不稳定，请换个网络重试',
  2002: '姓名有误，请核对',
  2003: '身份证号有误，请核对',
  2004: unseen,
  2005: '未查询到该身份证号',
  2006: '姓名与身份证号不一致',
  2007: unknown,
  2008: unknown,
  2009: unknown,
  2010: unseen,
  2011: differs,
  2012: '画面中有多张人脸，请保持只有本人',
  2013: unseen,
  2014: unseen,
  2015: differs,
  2016: differs,
}

const isPassing = (code: string) =>
  /^(InternalError|RequestLimitExceeded|ResourceUnavailable|FailedOperation)/.test(code)

type Ask = (action: string, parameters: object) => Promise<{ status: number; json: unknown }>

/**
 * Tencent Cloud FaceID 2018-03-01 by a page (DetectAuth, GetDetectInfoEnhanced) under the rule its console gives. Of
 * the result the text alone is asked for (`InfoType` 1): no picture, no video.
 */
export function tencentFace(ask: Ask, rule: string): FaceGateway {
  const asked = async (action: string, parameters: object) => {
    const { status, json } = await ask(action, { RuleId: rule, ...parameters })
    const answer = Answer.safeParse(json)
    if (!answer.success) throw new GatewayFault(`status ${status} in an unknown form`, true)
    return answer.data.Response
  }
  return {
    async begin({ realName, idNumber, returnUrl }) {
      const {
        Error: fault,
        Url: address,
        BizToken: gatewayId,
      } = await asked('DetectAuth', { Name: realName, IdCard: idNumber, RedirectUrl: returnUrl })
      if (fault) throw new GatewayFault(`${fault.Code} ${fault.Message}`, isPassing(fault.Code))
      if (!address || !gatewayId) throw new GatewayFault('an answer without an address', true)
      return { is: 'begun', gatewayId, address }
    },
    async outcome(gatewayId): Promise<FaceOutcome> {
      const { Error: fault, Text } = await asked('GetDetectInfoEnhanced', { BizToken: gatewayId, InfoType: '1' })
      if (fault && /^InvalidParameterValue\.BizToken(Expired|Illegal)$/.test(fault.Code)) return { is: 'expired' }
      if (fault) throw new GatewayFault(`${fault.Code} ${fault.Message}`, isPassing(fault.Code))
      return outcomeOf(Text?.ErrCode ?? unfinished)
    },
  }
}

function outcomeOf(code: string): FaceOutcome {
  if (code === '0') return { is: 'passed' }
  if (code === unfinished) return { is: 'running' }
  if (code === over) return { is: 'expired' }
  if (busy.has(code)) throw new GatewayFault(`GetDetectInfoEnhanced ${code}`, true)
  return { is: 'failed', reason: reasons[code] ?? '刷脸未通过，请由本人重试' }
}

import { z } from 'zod'
import type { AliyunQuestion } from '../cloud/ask-aliyun.ts'
import { GatewayFault } from '../gateway-fault.ts'
import type { FaceGateway, FaceOutcome } from './face-gateway.ts'
import { malformed } from './factor-reasons.ts'

const text = z.union([z.string(), z.number()]).transform(String)
const Answer = z.object({
  Code: text,
  Message: z.string().default(''),
  ResultObject: z
    .object({
      CertifyId: z.string().nullish(),
      CertifyUrl: z.string().nullish(),
      Passed: z.string().nullish(),
      SubCode: text.nullish(),
    })
    .nullish(),
})

/** Of what was asked, by the published list of codes; any other but 200 is ours. */
const refused: Readonly<Record<string, string>> = {
  401: malformed,
  414: '当前设备不支持刷脸，请换一部手机',
  416: '当前系统版本不支持刷脸，请升级或换一部手机',
  417: '无法核对您的照片，请改用其他认证方式',
  418: '今日刷脸次数过多，请明日再试或改用其他认证方式',
}
/** Not finished, or nobody has begun it. */
const running: ReadonlySet<string> = new Set(['403', '424'])
/** 无效的CertifyId: its half hour is over. */
const gone = '406'
const held = '427'

const reasons: Readonly<Record<string, string>> = {
  201: '姓名与身份证号不一致',
  202: '未查询到该身份证号',
  203: '没有可比对的证件照片，请改用其他认证方式',
  204: '与身份证照片比对不一致，请由本人刷脸',
  205: '未能确认是真人操作，请本人到光线明亮处重试',
  206: '核验机构未通过本次刷脸，请改用其他认证方式',
  207: '与身份证照片比对不一致，请由本人刷脸',
}

/** As the vendor's script in a browser tells it of a page. */
const metaInfo = (ua: string) => JSON.stringify({ bioMetaInfo: '4.1.0:2916352,0', deviceType: 'h5', ua })

type Ask = (action: string, question: AliyunQuestion) => Promise<{ status: number; json: unknown }>

/**
 * Alibaba Cloud's 金融级实人认证 by a page (Cloudauth 2019-03-07, InitFaceVerify with ID_PRO, DescribeFaceVerify) in the
 * scene its console gives. What is told of pictures is not read.
 */
export function aliyunFace(ask: Ask, scene: string): FaceGateway {
  const asked = async (action: string, form: Record<string, string>) => {
    const { status, json } = await ask(action, { form: { SceneId: scene, ...form } })
    const answer = Answer.safeParse(json)
    if (!answer.success) throw new GatewayFault(`status ${status} in an unknown form`, true)
    return { ...answer.data, status }
  }
  return {
    async begin({ authId, realName, idNumber, returnUrl, userAgent }) {
      const answer = await asked('InitFaceVerify', {
        OuterOrderNo: authId.replaceAll('-', ''),
        ProductCode: 'ID_PRO',
        CertType: 'IDENTITY_CARD',
        CertName: realName,
        CertNo: idNumber,
        ReturnUrl: returnUrl,
        MetaInfo: metaInfo(userAgent),
      })
      const reason = refused[answer.Code]
      if (reason !== undefined) return { is: 'refused', reason }
      if (answer.Code !== '200') throw faultOf(answer)
      const { CertifyId: gatewayId, CertifyUrl: address } = answer.ResultObject ?? {}
      if (!gatewayId || !address) throw new GatewayFault('an answer without an address', true)
      return { is: 'begun', gatewayId, address }
    },
    async outcome(gatewayId): Promise<FaceOutcome> {
      const answer = await asked('DescribeFaceVerify', { CertifyId: gatewayId })
      if (running.has(answer.Code)) return { is: 'running' }
      if (answer.Code === gone) return { is: 'expired' }
      if (answer.Code === held) return { is: 'failed', reason: reasons[206] ?? '' }
      if (answer.Code !== '200') throw faultOf(answer)
      const { Passed: passed, SubCode: code } = answer.ResultObject ?? {}
      if (passed === 'T') return { is: 'passed' }
      if (passed === 'F') return { is: 'failed', reason: reasons[code ?? ''] ?? '刷脸未通过，请由本人重试' }
      throw new GatewayFault('an answer without a result', true)
    },
  }
}

const faultOf = ({ Code, Message, status }: { Code: string; Message: string; status: number }) =>
  new GatewayFault(
    `${Code} ${Message}`,
    status >= 500 || Code === '500' || /^(Throttling|ServiceUnavailable|InternalError)/.test(Code),
  )

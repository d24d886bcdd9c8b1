import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { type AliyunQuestion, aliyunAsker } from '../cloud/ask-aliyun.ts'
import { GatewayFault } from '../gateway-fault.ts'
import { aliyunFace } from './aliyun-face.ts'
import { companiesByPapers, malformed, reasonsOf } from './factor-reasons.ts'
import type { CompanyFactors, IdentityGateway, IdentityVerdict, PersonFactors } from './identity-gateway.ts'
import type { IdentitySettings } from './identity-settings.ts'

const text = z.union([z.string(), z.number()]).transform(String)
const Answer = z.object({
  Code: text,
  Message: z.string().default(''),
  ResultObject: z.object({ BizCode: text }).nullish(),
  Result: z.object({ BizCode: text, ReasonDetail: z.string().nullish(), Status: text.nullish() }).nullish(),
})

/** What was compared: it fits, it does not, or nothing is known of it. */
const outcome = { fits: '1', differs: '2', missing: '3' } as const
/** Of the one who asked and of what was asked; any other code but 200 is ours. */
const codes = { fine: '200', malformed: '401' } as const
const busy: ReadonlySet<string> = new Set(['402', '403', '500'])
const isPassing = (status: number, code: string) =>
  status >= 500 || busy.has(code) || /^(Throttling|ServiceUnavailable|InternalError)/.test(code)

/** 经营状态: in operation, moved elsewhere, or something that is not told. */
const living: ReadonlySet<string> = new Set(['1', '2', '0'])
const endings: Readonly<Record<string, string>> = {
  3: '企业已注销',
  4: '企业已被吊销营业执照',
  5: '企业登记已被撤销',
  6: '企业已停业',
}
const differences: readonly (readonly [string, string])[] = [
  ['LicenseNoFlag', '统一社会信用代码与登记信息不一致'],
  ['EntNameFlag', '企业名称与登记信息不一致'],
  ['LegalPersonNameFlag', '法定代表人姓名与登记信息不一致'],
  ['LegalPersonCertNoFlag', '法定代表人身份证号与登记信息不一致'],
]

/**
 * Alibaba Cloud ID Verification: persons by Cloudauth 2019-03-07 (Id2MetaVerify, Mobile3MetaSimpleVerify,
 * BankMetaVerify), companies by Cloudauth 2022-11-25 (EntElementVerify). It answers at once: nothing is ever pending.
 */
export function aliyunIdentity(settings: IdentitySettings, now: () => number): IdentityGateway {
  const url = new URL(settings.url ?? 'https://cloudauth.aliyuncs.com')
  const of = (version: string) => {
    const asker = aliyunAsker({ key: settings.key, url, version }, now)
    return async (action: string, question: AliyunQuestion) => {
      const { status, json } = await asker(action, question)
      const answer = Answer.safeParse(json)
      if (!answer.success) throw new GatewayFault(`status ${status} in an unknown form`, true)
      const { Code: code, Message: message } = answer.data
      if (code !== codes.fine && code !== codes.malformed)
        throw new GatewayFault(`${code} ${message}`, isPassing(status, code))
      return { ...answer.data, isMalformed: code === codes.malformed }
    }
  }
  const askPerson = of('2019-03-07')
  const askCompany = of('2022-11-25')
  return {
    async checkPerson(person): Promise<IdentityVerdict> {
      const [action, form] = personQuestion(person)
      const { isMalformed, ResultObject: result } = await askPerson(action, { form })
      if (isMalformed) return { is: 'failed', reason: malformed }
      const { differs, missing } = reasonsOf(person)
      if (result?.BizCode === outcome.fits) return { is: 'passed' }
      if (result?.BizCode === outcome.differs) return { is: 'failed', reason: differs }
      if (result?.BizCode === outcome.missing) return { is: 'failed', reason: missing }
      throw new GatewayFault('an answer without a result', true)
    },
    personVerdict: async () => ({ is: 'failed', reason: '核验未完成，请重新认证' }),
    async checkCompany(company) {
      if (settings.scene === null) return companiesByPapers
      const { isMalformed, Result: result } = await askCompany('EntElementVerify', {
        form: companyQuestion(company, settings.scene),
      })
      return isMalformed ? malformed : companyReason(result)
    },
    trials: { person: [], face: [], company: [] },
    face:
      settings.face === null
        ? null
        : aliyunFace(aliyunAsker({ key: settings.key, url, version: '2019-03-07' }, now), settings.face),
  }
}

/** Why a company is not what it says to be; null when it is, and lives. */
function companyReason(result: z.output<typeof Answer>['Result']): string | null {
  const { BizCode: code, Status: status = null, ReasonDetail: detail } = result ?? {}
  if (code === outcome.fits) return living.has(status ?? '0') ? null : (endings[status ?? ''] ?? '企业不在营业状态')
  if (code === outcome.differs)
    return differences.find(([flag]) => detail?.includes(flag))?.[1] ?? '企业信息与登记信息不一致'
  if (code === outcome.missing) return '未查询到该企业的登记信息'
  throw new GatewayFault('an answer without a result', true)
}

function personQuestion({ realName, idNumber, phone, bankCard }: PersonFactors): [string, Record<string, string>] {
  const person = { ParamType: 'normal', UserName: realName, IdentifyNum: idNumber }
  if (bankCard !== undefined) {
    const card = { BankCard: bankCard, Mobile: phone ?? '' }
    return ['BankMetaVerify', { ...person, ...card, VerifyMode: 'VERIFY_BANK_CARD', ProductType: 'BANK_CARD_4_META' }]
  }
  if (phone !== undefined) return ['Mobile3MetaSimpleVerify', { ...person, Mobile: phone }]
  return ['Id2MetaVerify', person]
}

/** Our own names of a question and of who asks it say nothing of anybody. */
const companyQuestion = ({ companyName, creditCode, legalName, legalIdNumber }: CompanyFactors, scene: string) => ({
  SceneCode: scene,
  MerchantBizId: randomUUID().replaceAll('-', ''),
  MerchantUserId: randomUUID().replaceAll('-', ''),
  UserAuthorization: '1',
  InfoVerifyType: legalIdNumber === undefined ? 'ENT_3META' : 'ENT_4META',
  EntName: companyName,
  LicenseNo: creditCode,
  LegalPersonName: legalName,
  ...(legalIdNumber !== undefined && { LegalPersonCertNo: legalIdNumber }),
})

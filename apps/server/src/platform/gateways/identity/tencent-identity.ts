import { z } from 'zod'
import { tencentAsker } from '../cloud/ask-tencent.ts'
import { GatewayFault } from '../gateway-fault.ts'
import { tencentFace } from './tencent-face.ts'
import { companiesByPapers, malformed, reasonsOf } from './factor-reasons.ts'
import type { IdentityGateway, IdentityVerdict, PersonFactors } from './identity-gateway.ts'
import type { IdentitySettings } from './identity-settings.ts'

const Answer = z.object({
  Response: z.object({
    Error: z.object({ Code: z.string(), Message: z.string().default('') }).optional(),
    Result: z.union([z.string(), z.number()]).transform(String).optional(),
  }),
})

const isPassing = (code: string) =>
  /^(InternalError|RequestLimitExceeded|ResourceUnavailable|FailedOperation)/.test(code)

/** What the results of an action mean beside `0`, which fits; any other says that nothing is confirmed. */
type Meaning = {
  differs: string
  missing: string
  malformed: readonly string[]
  busy: readonly string[]
  spent: string
}
const meanings = {
  IdCardVerification: { differs: '-1', missing: '-5', malformed: ['-2', '-3'], busy: ['-4', '-6'], spent: '-7' },
  PhoneVerification: { differs: '-4', missing: '-9', malformed: ['-6', '-7', '-8'], busy: ['-11'], spent: '-12' },
  BankCard4EVerification: {
    differs: '-1',
    missing: '-10',
    malformed: ['-2', '-3', '-4', '-5'],
    busy: ['-18'],
    spent: '',
  },
} as const satisfies Record<string, Meaning>
const spent = '该身份证今日核验次数已达上限，请明日再试'

/** Why a card itself will not do. */
const cards: Readonly<Record<string, string>> = {
  '-6': '银行卡的持卡人与姓名、身份证号不一致',
  '-7': '该银行卡未开通无卡支付，请换一张银行卡',
  '-9': '银行卡号有误，请核对',
  '-13': '该银行卡已挂失',
  '-14': '该银行卡已过期',
}

/**
 * Tencent Cloud FaceID 2018-03-01 (IdCardVerification, PhoneVerification, BankCard4EVerification). It answers at once,
 * and knows nothing of companies.
 */
export function tencentIdentity(settings: IdentitySettings, now: () => number): IdentityGateway {
  const url = new URL(settings.url ?? 'https://faceid.tencentcloudapi.com')
  const asker = tencentAsker({ key: settings.key, url, service: 'faceid', version: '2018-03-01' }, now)
  return {
    async checkPerson(person): Promise<IdentityVerdict> {
      const [action, parameters] = personQuestion(person)
      const { status, json } = await asker(action, parameters)
      const answer = Answer.safeParse(json)
      if (!answer.success) throw new GatewayFault(`status ${status} in an unknown form`, true)
      const { Error: refused, Result: result } = answer.data.Response
      if (refused) throw new GatewayFault(`${refused.Code} ${refused.Message}`, isPassing(refused.Code))
      if (result === undefined) throw new GatewayFault('an answer without a result', true)
      return verdictOf(person, action, result)
    },
    personVerdict: async () => ({ is: 'failed', reason: '核验未完成，请重新认证' }),
    checkCompany: async () => companiesByPapers,
    trials: { person: [], face: [], company: [] },
    face: settings.face === null ? null : tencentFace(asker, settings.face),
  }
}

function verdictOf(person: PersonFactors, action: keyof typeof meanings, result: string): IdentityVerdict {
  if (result === '0') return { is: 'passed' }
  const meaning: Meaning = meanings[action]
  if (meaning.busy.includes(result)) throw new GatewayFault(`${action} ${result}`, true)
  const { differs, missing } = reasonsOf(person)
  if (meaning.malformed.includes(result)) return { is: 'failed', reason: malformed }
  if (result === meaning.spent) return { is: 'failed', reason: spent }
  if (result === meaning.missing) return { is: 'failed', reason: missing }
  if (action === 'BankCard4EVerification') return { is: 'failed', reason: cards[result] ?? differs }
  return { is: 'failed', reason: result === '-13' ? missing : differs }
}

function personQuestion({ realName, idNumber, phone, bankCard }: PersonFactors) {
  const person = { Name: realName, IdCard: idNumber }
  if (bankCard !== undefined)
    return ['BankCard4EVerification', { ...person, BankCard: bankCard, Phone: phone ?? '' }] as const
  if (phone !== undefined) return ['PhoneVerification', { ...person, Phone: phone }] as const
  return ['IdCardVerification', person] as const
}

import type { CompanyWay } from '@moqi/domain/identity/company-way'
import type { FactorWay } from '@moqi/domain/identity/person-factors'
import { embeddedFace, faceTrials } from './embedded-face.ts'
import type { FaceGateway } from './face-gateway.ts'

/** What is found of a person: name and number belong together, they do not, or it takes longer and is asked again. */
export type IdentityVerdict = { is: 'passed' } | { is: 'failed'; reason: string } | { is: 'pending' }

/** An input with an answer of its own, for trying what follows, and that answer in words; with which factors or way. */
export type IdentityTrial<Way> = { input: string; outcome: string; authWay?: Way }

/** Who somebody says to be; with a phone 手机三要素, with a bank card as well 银行卡四要素, else 身份证二要素. */
export type PersonFactors = { realName: string; idNumber: string; phone?: string; bankCard?: string }

/** What a company says of itself, and with an identity number who its legal representative is. */
export type CompanyFactors = { companyName: string; creditCode: string; legalName: string; legalIdNumber?: string }

/** Asks somebody who knows whether what identifies a person or a company belongs together. */
export type IdentityGateway = {
  /** Whether all of it belongs to one person, of the authentication `authId`. A `reason` is what the person reads. */
  checkPerson: (person: PersonFactors & { authId: string }) => Promise<IdentityVerdict>
  /** What has become of one that was pending. */
  personVerdict: (authId: string) => Promise<IdentityVerdict>
  /**
   * 企业三要素: name, credit code, legal representative; with that person's identity number 企业四要素. Answers null when
   * they fit, else the reason a person reads.
   */
  checkCompany: (company: CompanyFactors) => Promise<string | null>
  /** The inputs that a gateway which asks nobody answers otherwise than all others; of any other there are none. */
  trials: {
    person: readonly IdentityTrial<FactorWay>[]
    face: readonly IdentityTrial<'face'>[]
    company: readonly IdentityTrial<CompanyWay>[]
  }
  /** Compares faces; null where nobody does. */
  face: FaceGateway | null
}

const persons: Readonly<Record<string, IdentityVerdict & { outcome: string }>> = {
  '110101199003070011': { is: 'failed', reason: '姓名与身份证号不一致', outcome: '认证失败：姓名与身份证号不一致' },
  '11010119900307002X': { is: 'failed', reason: '未查询到该身份证号', outcome: '认证失败：未查询到该身份证号' },
  '110101199003070038': { is: 'failed', reason: '该身份证已注销或失效', outcome: '认证失败：该身份证已注销或失效' },
  '110101199003070046': { is: 'pending', outcome: '先为认证中，约10秒后通过' },
}

/** Phones and cards that belong to somebody else, and why. */
const phones: Readonly<Record<string, string>> = {
  '13900000404': '手机号的机主与姓名、身份证号不一致',
}
const cards: Readonly<Record<string, string>> = {
  '6222020000000000018': '银行卡的持卡人与姓名、身份证号不一致',
  '6222020000000000026': '银行预留手机号与您的手机号不一致',
  '6222020000000000034': '该银行卡已挂失或冻结',
}

const companies: Readonly<Record<string, string>> = {
  '91110101MA00000018': '法定代表人姓名与登记信息不一致',
  '91110101MA0000002B': '企业已注销或被吊销营业执照',
}

/** Identity numbers that are not the legal representative's, whatever the company. */
const legals: Readonly<Record<string, string>> = {
  '110101199003070062': '法定代表人身份证号与登记信息不一致',
}

/** What no face mends. */
const faceReasons = Object.fromEntries(
  Object.entries(persons).flatMap(([input, verdict]) => (verdict.is === 'failed' ? [[input, verdict.reason]] : [])),
)

const trialsOf = <Way extends string>(reasons: Readonly<Record<string, string>>, authWay: Way) =>
  Object.entries(reasons).map(([input, reason]) => ({ input, outcome: `认证失败：${reason}`, authWay }))

/**
 * Works offline and asks nobody: everything well-formed belongs together, but for the trials
 * (docs/identity-sandbox.md). For demonstrations and tests: the certificates of those it passes
 * say 测试证书，无法律效力.
 */
export const embeddedIdentityGateway: IdentityGateway = {
  checkPerson: async ({ idNumber, phone = '', bankCard = '' }) => {
    const reason = phones[phone] ?? cards[bankCard]
    return persons[idNumber] ?? (reason === undefined ? { is: 'passed' } : { is: 'failed', reason })
  },
  personVerdict: async () => ({ is: 'passed' }),
  checkCompany: async ({ creditCode, legalIdNumber = '' }) => companies[creditCode] ?? legals[legalIdNumber] ?? null,
  trials: {
    person: [
      ...Object.entries(persons).map(([input, { outcome }]) => ({ input, outcome })),
      ...trialsOf(phones, 'threeFactors'),
      ...trialsOf(cards, 'fourFactors'),
    ],
    face: Object.entries(faceTrials).map(([input, { words }]) => ({ input, outcome: words, authWay: 'face' })),
    company: [
      ...Object.entries(companies).map(([input, reason]) => ({ input, outcome: `认证失败：${reason}` })),
      ...trialsOf(legals, 'letter'),
    ],
  },
  face: embeddedFace(faceReasons),
}

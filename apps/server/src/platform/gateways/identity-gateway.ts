import type { FactorWay } from '@moqi/domain/identity/person-factors'

/** What is found of a person: name and number belong together, they do not, or it takes longer and is asked again. */
export type IdentityVerdict = { is: 'passed' } | { is: 'failed'; reason: string } | { is: 'pending' }

/** An input with an answer of its own, for trying what follows, and what the answer is in words; with which factors. */
export type IdentityTrial = { input: string; outcome: string; authWay?: FactorWay }

/** Who somebody says to be; with a phone 手机三要素, with a bank card as well 银行卡四要素, else 身份证二要素. */
export type PersonFactors = { realName: string; idNumber: string; phone?: string; bankCard?: string }

/** Asks somebody who knows whether what identifies a person or a company belongs together. */
export type IdentityGateway = {
  /** Whether all of it belongs to one person, of the authentication `authId`. A `reason` is what the person reads. */
  checkPerson: (person: PersonFactors & { authId: string }) => Promise<IdentityVerdict>
  /** What has become of one that was pending. */
  personVerdict: (authId: string) => Promise<IdentityVerdict>
  /** 企业三要素: name, credit code, legal representative. Answers null when they fit, else the reason a person reads. */
  checkCompany: (company: { companyName: string; creditCode: string; legalName: string }) => Promise<string | null>
  /** The inputs that a gateway which asks nobody answers otherwise than all others; of any other there are none. */
  trials: { person: readonly IdentityTrial[]; company: readonly IdentityTrial[] }
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

const trialsOf = (reasons: Readonly<Record<string, string>>, authWay: FactorWay) =>
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
  checkCompany: async ({ creditCode }) => companies[creditCode] ?? null,
  trials: {
    person: [
      ...Object.entries(persons).map(([input, { outcome }]) => ({ input, outcome })),
      ...trialsOf(phones, 'threeFactors'),
      ...trialsOf(cards, 'fourFactors'),
    ],
    company: Object.entries(companies).map(([input, reason]) => ({ input, outcome: `认证失败：${reason}` })),
  },
}

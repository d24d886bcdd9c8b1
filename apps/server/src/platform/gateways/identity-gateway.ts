/** What is found of a person: name and number belong together, they do not, or it takes longer and is asked again. */
export type IdentityVerdict = { is: 'passed' } | { is: 'failed'; reason: string } | { is: 'pending' }

/** An input with an answer of its own, for trying what follows, and what the answer is in words. */
export type IdentityTrial = { input: string; outcome: string }

/** Asks somebody who knows whether what identifies a person or a company belongs together. */
export type IdentityGateway = {
  /** 二要素, of the authentication `authId`. A `reason` is what the person reads. */
  checkPerson: (person: { authId: string; realName: string; idNumber: string }) => Promise<IdentityVerdict>
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

const companies: Readonly<Record<string, string>> = {
  '91110101MA00000018': '法定代表人姓名与登记信息不一致',
  '91110101MA0000002B': '企业已注销或被吊销营业执照',
}

/**
 * Works offline and asks nobody: everything well-formed belongs together, but for the trials. For demonstrations and
 * tests; whoever it passes signs with certificates that say 测试证书，无法律效力.
 */
export const embeddedIdentityGateway: IdentityGateway = {
  checkPerson: async ({ idNumber }) => persons[idNumber] ?? { is: 'passed' },
  personVerdict: async () => ({ is: 'passed' }),
  checkCompany: async ({ creditCode }) => companies[creditCode] ?? null,
  trials: {
    person: Object.entries(persons).map(([input, { outcome }]) => ({ input, outcome })),
    company: Object.entries(companies).map(([input, reason]) => ({ input, outcome: `认证失败：${reason}` })),
  },
}

/** Asks somebody who knows whether what identifies a person or a company belongs together. */
export type IdentityGateway = {
  /** 二要素. Answers null when they do, else the reason a person reads. */
  checkPerson: (person: { realName: string; idNumber: string }) => Promise<string | null>
  /** 企业三要素: name, credit code and legal representative. Answers as `checkPerson` does. */
  checkCompany: (company: { companyName: string; creditCode: string; legalName: string }) => Promise<string | null>
}

/**
 * Works offline and asks nobody: everything well-formed belongs together. For demonstrations and tests; whoever it
 * passes signs with certificates that say 测试证书，无法律效力.
 */
export const embeddedIdentityGateway: IdentityGateway = {
  checkPerson: async () => null,
  checkCompany: async () => null,
}

import type { PersonFactors } from './identity-gateway.ts'

/** What a person reads whom a registry does not confirm, by what was compared. */
const reasons = {
  twoFactors: { differs: '姓名与身份证号不一致', missing: '未查询到该身份证号' },
  threeFactors: {
    differs: '姓名、身份证号与手机号的机主不一致',
    missing: '未查询到该手机号的实名信息，请改用其他认证方式',
  },
  fourFactors: {
    differs: '姓名、身份证号、手机号与银行卡的持卡人不一致',
    missing: '未查询到该银行卡的信息，请换一张银行卡',
  },
} as const

/** The same, of what somebody said. */
export function reasonsOf({ phone, bankCard }: PersonFactors): (typeof reasons)[keyof typeof reasons] {
  if (bankCard !== undefined) return reasons.fourFactors
  return phone === undefined ? reasons.twoFactors : reasons.threeFactors
}

/** What is said of a name or number that cannot be anybody's. */
export const malformed = '姓名或证件号码不符合规则，请核对'

/** What is said where the platform asks no registry about companies. */
export const companiesByPapers = '本平台不支持系统核验企业，请改用人工审核'

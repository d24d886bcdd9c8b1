import type { LetterPart } from '../seals/grant-letter.ts'

/** What the letter is called by which a legal representative has the company authenticated. */
export const companyLetterTitle = '企业认证授权书'

/** What it is written of; the phone masked. */
export type CompanyLetter = {
  readonly companyName: string
  readonly creditCode: string
  readonly legalName: string
  readonly operatorName: string
  readonly operatorPhone: string
  /** The platform's name. */
  readonly brand: string
}

/** The letter in words, as it is typeset. */
export const companyLetterParts = (letter: CompanyLetter): LetterPart[] =>
  [
    `授权企业：${letter.companyName}（统一社会信用代码${letter.creditCode}）`,
    `法定代表人：${letter.legalName}`,
    `被授权人：${letter.operatorName}（手机号${letter.operatorPhone}）`,
    `本人系授权企业的法定代表人，确认授权企业委托被授权人在${letter.brand}平台办理企业实名认证，并担任授权企业在平台上的企业管理员：`,
    '一、被授权人可以提交认证所需的企业信息，代授权企业同意平台的服务协议，并以授权企业的名义申请数字证书。',
    '二、被授权人可以以授权企业的名义管理印章和成员，发起、签署电子合同，由此产生的法律后果由授权企业承担。',
    '三、本授权自本人签署之时起生效。授权企业变更企业管理员或撤销本授权的，自平台收到通知时终止，不影响此前已签署文件的效力。',
    '四、本人确认以上企业信息真实、有效，并以本人实名认证的身份签署本授权书。',
  ].map((text) => ({ kind: 'text', text }))

/** How such a letter may come to nothing, as who asked for it reads; the reason of a rejection follows. */
export const companyLetterEnds = {
  reject: '法定代表人拒绝签署授权书',
  recall: '授权书已撤回，请重新提交',
  expired: '授权书逾期未签署，请重新提交',
} as const
/** One of these ends. */
export type CompanyLetterEnd = keyof typeof companyLetterEnds

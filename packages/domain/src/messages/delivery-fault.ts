import { type SmsBudget, smsBudgets } from './sms-budget.ts'

/** How a record of an SMS says that it was not sent, for what was used up. */
export const withheldFault = (budget: SmsBudget): string => `withheld ${budget}`

const withheld: Readonly<Record<SmsBudget, string>> = {
  recipient: '该手机号今日收到的短信已达上限，未发送短信；可复制签署链接转发给对方',
  sender: '贵方今日发出的短信已达上限，未发送短信；可复制签署链接转发给对方',
}

/** Codes of carriers and mail servers, by what their beginnings mean to whoever sent the message. */
const meanings: readonly (readonly [RegExp, string])[] = [
  [/MOBILE_NUMBER_ILLEGAL|IncorrectPhoneNumber|PhoneNumberParseFail|InvalidPhoneNumber/i, '手机号不存在或格式不正确'],
  [/MOBILE_NOT_ON_SERVICE|MK:0001|EMPTY_NUMBER|UNDELIV|空号|停机/i, '手机号是空号或已停机'],
  [/BLACK|UNSUBSCRIBE|拒收|黑名单/i, '对方已拒收此类短信'],
  [/LIMIT|FREQUENCY|Exceed|流控/i, '发送过于频繁，被运营商限制'],
  [/EXPIRED|TIMEOUT|MK:0024|关机/i, '对方长时间关机或无信号'],
  [/CONTENT|KEYWORD|SHIELD|敏感/i, '内容被运营商拦截'],
  [/AMOUNT_NOT_ENOUGH|InsufficientBalance|OUT_OF_SERVICE|欠费/i, '短信余额不足，请联系平台客服'],
  [/^5[05]\d|mailbox|user unknown|recipient/i, '邮箱不存在或拒收'],
]

/** Why a message did not arrive, in words; a carrier's own code stands behind what nobody has translated. */
export function deliveryFault(fault: string): string {
  const budget = smsBudgets.find((one) => withheldFault(one) === fault)
  if (budget) return withheld[budget]
  const known = meanings.find(([pattern]) => pattern.test(fault))
  return known ? known[1] : `网关未能送达（${fault.split(' ')[0]?.slice(0, 40)}）`
}

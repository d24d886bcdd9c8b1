import { type Checked, failed, passed } from '../identity/checked.ts'

/** Why somebody reports a contract as a fraud. */
export const fraudReasons = {
  unknownInitiator: '不认识发起方',
  impersonation: '冒充他人或企业',
  tricked: '诱导签署贷款、分期或租赁',
  content: '内容与约定不符',
  other: '其他',
} as const
/** Why somebody reports a contract: a key of `fraudReasons`. */
export type FraudReason = keyof typeof fraudReasons

/** How often one person reports one contract in a day before it is enough. */
export const fraudReportsPerDay = 5

const noAmbiguous = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'

/** The number a reporter is given: `JB`, the Shanghai day as `yyyymmdd` and a letter or digit a random byte. */
export const fraudReportNo = (day: string, random: Uint8Array): string =>
  `JB${day}${[...random].map((byte) => noAmbiguous[byte % noAmbiguous.length]).join('')}`

/** What happened, in the reporter's words: at most 500 characters, at least 5 when the reason does not say it. */
export function checkFraudContent(reason: FraudReason, text: string): Checked<string> {
  const value = text.trim()
  const { length } = [...value]
  if (length > 500) return failed('举报说明不能超过500个字')
  return reason === 'other' && length < 5 ? failed('请填写举报说明(5-500字)') : passed(value)
}

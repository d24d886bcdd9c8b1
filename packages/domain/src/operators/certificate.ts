import { type Checked, failed, passed } from '../identity/checked.ts'
import { dayMs } from '../time/civil-date.ts'

/** Whose a certificate is, and where its key lies: with the platform, or in a token of its holder's. */
export const certificateKinds = { company: '企业', person: '个人', key: 'USBKey' } as const
/** A key of `certificateKinds`. */
export type CertificateKind = keyof typeof certificateKinds

/** Where a certificate stands, with what pages call it. */
export const certificateStates = { valid: '有效', ending: '即将到期', ended: '已到期', revoked: '已吊销' } as const
/** A key of `certificateStates`. */
export type CertificateState = keyof typeof certificateStates

/** For how long before its end a certificate is about to end (ms). */
export const endingMs = 30 * dayMs

/** Where a certificate stands at a time; all in ms. */
export function certificateState(
  { notAfter, revokedAt }: { notAfter: number; revokedAt: number | null },
  at: number,
): CertificateState {
  if (revokedAt !== null) return 'revoked'
  if (notAfter <= at) return 'ended'
  return notAfter <= at + endingMs ? 'ending' : 'valid'
}

/** Why a certificate is revoked (RFC 5280 §5.3.1), each with what pages call it. */
export const revocationReasons = {
  keyCompromise: '私钥泄露或疑似泄露',
  affiliationChanged: '持有人身份或名称不实、已变更',
  superseded: '已换用新证书',
  cessationOfOperation: '持有人不再使用',
  unspecified: '其他原因',
} as const
/** A key of `revocationReasons`. */
export type RevocationCode = keyof typeof revocationReasons

/** A certificate that an operator wants revoked. */
export type Revocation = { certificateId: string; serial: string; code: RevocationCode }

/** A serial number (hexadecimal) for people to compare: upper case, in groups of four. */
export const serialText = (serial: string): string => serial.toUpperCase().replaceAll(/(.{4})(?=.)/g, '$1 ')

/** A revocation as a sentence of logs and lists. */
export const revocationText = ({ serial, code }: Pick<Revocation, 'serial' | 'code'>): string =>
  `序列号${serialText(serial)}，${revocationReasons[code]}`

/** What is typed to show that a certificate was looked at: the last four digits of its serial number. */
export const lastFourOf = (serial: string): string => serial.slice(-4).toUpperCase()

/** Whether those were typed, in upper or lower case, with spaces or without. */
export function checkLastFour(serial: string, typed: string): Checked<string> {
  const value = typed.replaceAll(/\s/g, '').toUpperCase()
  return value === lastFourOf(serial) ? passed(value) : failed('与该证书序列号的后四位不一致，请核对是否选错了证书')
}

/** A revocation list is made anew whenever it is asked for; one that was made longer ago is old (ms). */
export const listAgeMs = dayMs

/** Whether a revocation list is too old to be relied upon; times in ms. */
export const isListOld = ({ madeAt, nextAt }: { madeAt: number; nextAt: number | null }, at: number): boolean =>
  at - madeAt > listAgeMs || (nextAt !== null && nextAt <= at)

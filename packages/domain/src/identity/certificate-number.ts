import type { CivilDate } from '../time/civil-date.ts'
import { type Checked, failed, shaped } from './checked.ts'
import { checkIdNumber } from './id-number.ts'

/** Kinds of identity papers (dictionary `cert_type`). */
export const certificateTypes = ['idCard', 'hkMacauPermit', 'taiwanPermit', 'residencePermit', 'passport'] as const
export type CertificateType = (typeof certificateTypes)[number]

/** What every identity paper's number is told that is not one, but for the 身份证's own form. */
export const wrongCertificateNumber = '证件号格式不正确'

// 居民身份证 and 港澳台居民居住证 share one numbering; the latter begins with 81, 82 or 83 and 0000 (domain 4.1).
function residencePermit(text: string, today: CivilDate) {
  const checked = checkIdNumber(text, today)
  return checked.ok && /^8[123]0000/.test(checked.value) ? checked : failed(wrongCertificateNumber)
}

/** The number of an identity paper of the given kind, upper-cased and without spaces; `today` bounds birth dates. */
export function checkCertificateNumber(type: CertificateType, text: string, today: CivilDate): Checked<string> {
  const value = text.replace(/\s+/g, '').toUpperCase()
  switch (type) {
    case 'idCard':
      return checkIdNumber(text, today)
    case 'residencePermit':
      return residencePermit(text, today)
    case 'hkMacauPermit':
      return shaped(value, /^[HM]\d{8}(\d{2})?$/, wrongCertificateNumber)
    case 'taiwanPermit':
      return shaped(value, /^\d{8}(\d{2})?$/, wrongCertificateNumber)
    case 'passport':
      return shaped(value, /^[A-Z0-9]{5,17}$/, wrongCertificateNumber)
  }
}

import type { CivilDate } from '../time/civil-date.ts'
import { wrongCertificateNumber } from './certificate-number.ts'
import { type Checked, failed, passed } from './checked.ts'
import { checkIdNumber } from './id-number.ts'

const never: CivilDate = { year: 9999, month: 12, day: 31 }

/** Whether an id number is one as others see it: kept, and not to be read again. */
export const isMaskedIdNumber = (text: string): boolean => /^\d\*{16}[\dX]$/.test(text)

/**
 * The id number a contract asks of a person, or the mask of the one it asks for already; `today` when it is known. The
 * message names it 证件号, as its field does (domain 2.1).
 */
export function checkPartyIdNumber(text: string, today: CivilDate = never): Checked<string> {
  if (isMaskedIdNumber(text)) return passed(text)
  const checked = checkIdNumber(text, today)
  return checked.ok ? checked : failed(wrongCertificateNumber)
}

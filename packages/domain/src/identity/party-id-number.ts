import type { CivilDate } from '../time/civil-date.ts'
import { type Checked, passed } from './checked.ts'
import { checkIdNumber } from './id-number.ts'

const never: CivilDate = { year: 9999, month: 12, day: 31 }

/** Whether an id number is one as others see it: kept, and not to be read again. */
export const isMaskedIdNumber = (text: string): boolean => /^\d\*{16}[\dX]$/.test(text)

/** The id number a contract asks of a person, or the mask of the one it asks for already; `today` when it is known. */
export const checkPartyIdNumber = (text: string, today: CivilDate = never): Checked<string> =>
  isMaskedIdNumber(text) ? passed(text) : checkIdNumber(text, today)

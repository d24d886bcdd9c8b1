import { type CivilDate, isCivilDate } from '../time/civil-date.ts'
import { type Checked, failed, passed } from './checked.ts'

const message = '身份证号格式不正确'
// GB 11643-1999 §4: weights of the first 17 digits, and the check character by the sum modulo 11.
const weights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]
const checkCharacters = '10X98765432'

const compare = (a: CivilDate, b: CivilDate) => a.year - b.year || a.month - b.month || a.day - b.day

/** The birth date of a checked id number. */
export const birthDate = (idNumber: string): CivilDate => ({
  year: Number(idNumber.slice(6, 10)),
  month: Number(idNumber.slice(10, 12)),
  day: Number(idNumber.slice(12, 14)),
})

/** Full years of age on a day of somebody born on another; negative before it. */
export function ageOn(born: CivilDate, day: CivilDate): number {
  const beforeBirthday = day.month - born.month || day.day - born.day
  return day.year - born.year - (beforeBirthday < 0 ? 1 : 0)
}

/** Full years of age of the holder of a checked id number on a day. */
export const ageAt = (idNumber: string, day: CivilDate): number => ageOn(birthDate(idNumber), day)

/** What somebody reads who is not of age. */
export const under = (minimum: number): string => `未满${minimum}周岁，暂不支持实名认证`

/** An 18-character id number (GB 11643), upper-cased; the birth date exists and is not after `today`. */
export function checkIdNumber(text: string, today: CivilDate): Checked<string> {
  const value = text.replace(/\s+/g, '').toUpperCase()
  if (!/^\d{17}[\dX]$/.test(value)) return failed(message)
  const born = birthDate(value)
  if (!isCivilDate(born) || compare(born, today) > 0) return failed(message)
  const sum = weights.reduce((total, weight, index) => total + weight * Number(value[index]), 0)
  return value[17] === checkCharacters[sum % 11] ? passed(value) : failed(message)
}

/** Passes the id number when its holder is of age (18 unless given) on `today`. */
export const checkAge = (idNumber: string, today: CivilDate, minimum = 18): Checked<string> =>
  ageAt(idNumber, today) >= minimum ? passed(idNumber) : failed(under(minimum))

/** An id number as others see it: first and last character, `1****************X`. */
export const maskIdNumber = (idNumber: string): string =>
  idNumber.length < 3
    ? '*'.repeat(idNumber.length)
    : `${idNumber[0]}${'*'.repeat(idNumber.length - 2)}${idNumber.at(-1)}`

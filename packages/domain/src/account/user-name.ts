import { type Checked, failed, passed, shaped } from '../identity/checked.ts'

/** A user name of 4–20 letters, digits and underscores that begins with a letter (domain 4.2). */
export const checkUserName = (text: string): Checked<string> =>
  shaped(text.trim(), /^[A-Za-z][A-Za-z0-9_]{3,19}$/, '账号需4-20位，以字母开头，仅支持字母、数字和下划线')

const runs = '01234567890 09876543210'

/** A signing PIN of six digits, not one digit six times, not a run, not the holder's birthday (domain 4.2). */
export function checkPin(text: string, birthday?: { year: number; month: number; day: number }): Checked<string> {
  if (!/^\d{6}$/.test(text)) return failed('签署密码为6位数字')
  const simple = failed('签署密码过于简单，请重新设置')
  if (/^(\d)\1{5}$/.test(text) || runs.includes(text)) return simple
  if (birthday === undefined) return passed(text)
  const [year, month, day] = [birthday.year, birthday.month, birthday.day].map((part) => String(part).padStart(2, '0'))
  const birthdays = [`${year?.slice(-2)}${month}${day}`, `${year}${birthday.month}${birthday.day}`, `${year}${month}`]
  return birthdays.includes(text) ? simple : passed(text)
}

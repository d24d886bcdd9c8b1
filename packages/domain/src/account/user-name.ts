import { type Checked, failed, passed, shaped } from '../identity/checked.ts'
import type { CivilDate } from '../time/civil-date.ts'

/** A user name of 4–20 letters, digits and underscores that begins with a letter (domain 4.2). */
export const checkUserName = (text: string): Checked<string> =>
  shaped(text.trim(), /^[A-Za-z][A-Za-z0-9_]{3,19}$/, '账号需4-20位，以字母开头，仅支持字母、数字和下划线')

const runs = '01234567890 09876543210'

/** What is said of a signing PIN that anybody would try first. */
export const simplePin = '签署密码过于简单，请重新设置'

/** A signing PIN of six digits, not one digit six times, not a run; `birthdayPins` are none either (domain 4.2). */
export function checkPin(text: string): Checked<string> {
  if (!/^\d{6}$/.test(text)) return failed('签署密码为6位数字')
  return /^(\d)\1{5}$/.test(text) || runs.includes(text) ? failed(simplePin) : passed(text)
}

/** The ways to write a birthday with six digits: 900105, 199015, 199001; fewer where one would be longer. */
export function birthdayPins({ year, month, day }: CivilDate): string[] {
  const [mm, dd] = [month, day].map((part) => String(part).padStart(2, '0'))
  return [`${String(year).slice(-2)}${mm}${dd}`, `${year}${month}${day}`, `${year}${mm}`].filter(
    (pin) => pin.length === 6,
  )
}

import { type Checked, failed, passed } from '../identity/checked.ts'

const minute = 60_000
const hour = 60 * minute

/** Limits of an operator's signing in and looking (times in ms). */
export const operatorLimits = {
  login: { failures: 5, lockMs: 15 * minute },
  /** However it is used, a session ends after `longestMs`. */
  session: { idleMs: 30 * minute, longestMs: 12 * hour },
  enrolment: { lifeMs: 24 * hour },
  recoveryCodes: 10,
} as const

/** An operator's name: 2–32 letters, digits, `.`, `-` and `_`, kept in lower case. */
export function checkOperatorName(text: string): Checked<string> {
  const value = text.trim().toLowerCase()
  return /^[a-z0-9][a-z0-9._-]{1,31}$/.test(value)
    ? passed(value)
    : failed('名称为2-32位小写字母、数字、点、横线或下划线，以字母或数字开头')
}

import { type Checked, failed, passed } from '../identity/checked.ts'
import { dayMs } from '../time/civil-date.ts'

/** The text for a password that is too weak (domain 7.7). */
export const passwordText = '密码需8-20位，至少包含大写字母、小写字母、数字、特殊字符中的三种'

// Lower-cased. Each of them has three kinds of characters, or would with a capital, and leads every leaked list.
const weak = new Set([
  'password1',
  'password1!',
  'password12',
  'password123',
  'password@1',
  'password@123',
  'p@ssw0rd',
  'p@ssword1',
  'passw0rd!',
  'abc12345',
  'abc123456',
  'abcd1234',
  'abcd1234!',
  'abc@1234',
  'abc123!@#',
  'admin123',
  'admin@123',
  'admin123!',
  'admin1234',
  'a1234567',
  'a12345678',
  'aa123456',
  'aa123456!',
  'aa12345678',
  'asd123456',
  'qwer1234',
  'qwer1234!',
  'qwerty123',
  'qwerty123!',
  'qwe123456',
  '1qaz2wsx',
  '1qaz@wsx',
  '1qaz!qaz',
  '1q2w3e4r',
  'zaq12wsx',
  'welcome1',
  'welcome123',
  'woaini1314',
  'woaini520',
  'test1234',
  'test@1234',
  'changeme1',
  'iloveyou1',
])

const classes = [/[A-Z]/, /[a-z]/, /\d/, /[^A-Za-z0-9]/]

/** What the password may not contain; empty strings count for nothing. */
export type PasswordOwner = { readonly userName?: string; readonly phone?: string }

/**
 * A password of 8–20 printable ASCII characters, three of the four kinds, without user name or phone and not among
 * the commonest; that it differs from the last five is for the caller, who has their hashes (domain 4.2).
 */
export function checkPassword(text: string, owner: PasswordOwner = {}): Checked<string> {
  if (!/^[\x21-\x7e]{8,20}$/.test(text)) return failed(passwordText)
  if (classes.filter((kind) => kind.test(text)).length < 3) return failed(passwordText)
  const lower = text.toLowerCase()
  const own = [owner.userName, owner.phone].filter((part) => part !== undefined && part !== '')
  if (own.some((part) => lower.includes(part?.toLowerCase() ?? ''))) return failed('密码不能包含账号或手机号')
  return weak.has(lower) ? failed('密码过于简单，请重新设置') : passed(text)
}

/** pwdRemindStr (spec §3): `ok`, or the reminder once the password is older than 90 days; both times in ms. */
export function passwordReminder(changedAt: number, now: number, lifeMs: number): string {
  return now - changedAt < lifeMs
    ? 'ok'
    : `您的密码已超过${Math.round(lifeMs / dayMs)}天未修改，为保障账号安全，请及时修改`
}

/**
 * In which period of expiry a password is: 0 while it is fresh, 1 from its first expiry on, then one more each time.
 */
export const passwordPeriod = (changedAt: number, now: number, lifeMs: number): number =>
  Math.max(0, Math.floor((now - changedAt) / lifeMs))

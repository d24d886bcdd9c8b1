import { expect, test } from 'vitest'
import { bindMailCode, mailChanged } from './code-mail.ts'
import { accountLimits } from './limits.ts'
import { lockState } from './lockout.ts'
import { checkPassword, passwordPeriod, passwordReminder, passwordText } from './password.ts'
import { birthdayPins, checkPin, checkUserName } from './user-name.ts'

const valueOf = (checked: { ok: true; value: string } | { ok: false; message: string }) =>
  checked.ok ? checked.value : checked.message

test.each([
  ['zhang_san1', true],
  [' zhang ', true],
  ['abc', false],
  ['1abc', false],
  ['a'.repeat(21), false],
  ['张三李四', false],
])('user name "%s" is allowed: %s', (text, ok) => {
  expect(checkUserName(text).ok).toBe(ok)
})

test.each([
  ['Moqi2026', 'Moqi2026'],
  ['moqi-2026', 'moqi-2026'],
  ['Moqi-qian', 'Moqi-qian'],
  ['moqi2026', passwordText],
  ['Mo-2026', passwordText],
  ['M'.repeat(19) + 'a1', passwordText],
  ['Moqi 2026', passwordText],
  ['墨契Moqi2026', passwordText],
  ['P@ssw0rd', '密码过于简单，请重新设置'],
  ['Zhangsan2026', '密码不能包含账号或手机号'],
  ['Aa13800000001', '密码不能包含账号或手机号'],
])('password "%s" gives %s', (text, outcome) => {
  expect(valueOf(checkPassword(text, { userName: 'zhangSan', phone: '13800000001' }))).toBe(outcome)
})

test('an empty phone forbids no password', () => {
  expect(checkPassword('Moqi2026', { userName: '', phone: '' }).ok).toBe(true)
})

test('the reminder comes when the password is 90 days old', () => {
  const life = accountLimits.password.lifeMs
  expect(passwordReminder(0, life - 1, life)).toBe('ok')
  expect(passwordReminder(0, life, life)).toContain('90天')
})

test.each([
  ['135790', true],
  ['123456', false],
  ['654321', false],
  ['111111', false],
  ['12345', false],
  ['12345a', false],
])('PIN %s is allowed: %s', (pin, ok) => {
  expect(checkPin(pin).ok).toBe(ok)
})

test('a birthday is a PIN in every way that six digits write it', () => {
  expect(birthdayPins({ year: 1990, month: 1, day: 5 })).toEqual(['900105', '199015', '199001'])
  expect(birthdayPins({ year: 1949, month: 12, day: 31 })).toEqual(['491231', '194912'])
})

test('the captcha is asked from the third failure, the lock comes with the fifth', () => {
  const states = [0, 1, 2, 3, 4, 5].map((failures) => lockState(failures, 1_000, 1_000))
  expect(states.map(({ captchaRequired }) => captchaRequired)).toEqual([false, false, false, true, true, true])
  expect(states.map(({ locked }) => locked)).toEqual([false, false, false, false, false, true])
  expect(states.map(({ triesLeft }) => triesLeft)).toEqual([5, 4, 3, 2, 1, 0])
})

test('a lock ends after 15 minutes to the ms and gives all tries back', () => {
  const end = 1_000 + 15 * 60_000
  expect(lockState(5, 1_000, end - 1)).toEqual({ locked: true, retryAfter: 1, captchaRequired: true, triesLeft: 0 })
  expect(lockState(5, 1_000, end)).toEqual({ locked: false, retryAfter: 0, captchaRequired: false, triesLeft: 5 })
})

test('a PIN is locked for 30 minutes', () => {
  expect(lockState(5, 0, 29 * 60_000, accountLimits.pin).locked).toBe(true)
  expect(lockState(5, 0, 30 * 60_000, accountLimits.pin).locked).toBe(false)
})

test('a mail with a code says what it is for and how long it lives', () => {
  const { subject, lines } = bindMailCode('012345', '墨契')
  expect(subject).toBe('【墨契】邮箱验证码')
  expect(lines.join('')).toContain('验证码012345，用于绑定邮箱，10分钟内有效')
})

test('the address bound before learns the new one masked', () => {
  expect(mailChanged('z***@example.cn', '墨契').lines.join('')).toContain('已更换为z***@example.cn')
})

test('a password is in the next period of expiry each time its life has passed, and in none while it is fresh', () => {
  expect([0, 89, 90, 179, 180].map((days) => passwordPeriod(1_000, 1_000 + days, 90))).toEqual([0, 0, 1, 1, 2])
  expect(passwordPeriod(1_000, 500, 90)).toBe(0)
})

import { dayMs } from '@moqi/domain/time/civil-date'
import { expect, test } from 'vitest'
import { signInRows, signingRows } from './settings-facts.ts'

const now = Date.UTC(2026, 10, 20, 2)
const own = {
  userName: null,
  phone: '138****0001',
  email: null,
  passwordSetTime: now,
  passwordExpireTime: now + 90 * dayMs,
  pinSetTime: null,
  isAuthed: 'passAuth',
  realName: '王小明',
  registerTime: now,
} as const

test.each([
  [90, '2026-11-20 修改', undefined],
  [15, '2026-11-20 修改', undefined],
  [14, '2026-11-20 修改，还有14天到期', true],
  [0.5, '2026-11-20 修改，还有1天到期', true],
  [0, '2026-11-20 修改，已到期，请尽快修改', true],
])('a password that ends in %d days says so from two weeks on', (days, text, soon) => {
  const [row] = signInRows({ ...own, passwordExpireTime: now + days * dayMs }, now)
  expect([row?.now, row?.soon, row?.word]).toEqual([text, soon, '修改'])
})

test('what is missing is offered by its word', () => {
  const [password, , mail] = signInRows({ ...own, passwordSetTime: null, passwordExpireTime: null }, now)
  expect([password?.word, mail?.word]).toEqual(['设置', '绑定'])
})

test('a PIN needs the real name first', () => {
  expect(signingRows(own).map(({ act }) => act)).toEqual(['pin', 'authenticate'])
  expect(signingRows({ ...own, isAuthed: 'notAuth', realName: null })[0]?.act).toBe('authenticate')
})

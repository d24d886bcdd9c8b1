import { afterAll, beforeAll, expect, test } from 'vitest'
import { smsTokenFor } from '#src/testing/codes.ts'
import { testServer, type TestServer } from '#src/testing/test-server.ts'

const minute = 60_000
let server: TestServer
let clock = Date.UTC(2026, 10, 20, 2)

beforeAll(async () => {
  server = await testServer({ now: () => clock })
})
afterAll(() => server.close())

let addresses = 0
const newAddress = () => `10.9.0.${(addresses += 1)}`
const login = (userName: string, password: string) =>
  server.call('loginByAccount', { userName, password }, { address: newAddress() })

/** A token for the phone; the hour that passes gives the phone its codes back. */
async function tokenFor(phone: string): Promise<string> {
  clock += 3 * 60 * minute
  return smsTokenFor(server, { phone, scene: 'reset', address: newAddress() })
}
const reset = (smsToken: string, password: string) =>
  server.call('resetPassword', { smsToken, password }, { address: newAddress() })

test('a new password opens the account, the old one and every session are dead', async () => {
  const phone = '13800000001'
  const sessions = [await server.login(phone), await server.login(phone)]
  expect((await reset(await tokenFor(phone), 'Xin-mima1')).code).toBe(200)
  for (const token of sessions)
    expect((await server.call('getUserAccountInfo', {}, { token })).data.reason).toBe('session/required')
  expect((await login(phone, 'Moqi@2026')).code).toBe(422)
  expect((await login(phone, 'Xin-mima1')).code).toBe(200)
})

test('a reset opens a locked account at once', async () => {
  const phone = '13800000002'
  const smsToken = await tokenFor(phone)
  for (let n = 0; n < 3; n++) await login(phone, 'wrong')
  await server.deps.db.directory((directory) => directory.updateTable('login_failure').set({ failures: 5 }).execute())
  expect((await login(phone, 'Moqi@2026')).code).toBe(423)
  expect((await reset(smsToken, 'Xin-mima2')).code).toBe(200)
  expect((await login(phone, 'Xin-mima2')).code).toBe(200)
})

test('a refused password leaves the token good, an accepted one uses it up', async () => {
  const phone = '13800000003'
  const smsToken = await tokenFor(phone)
  const refused = [
    ['kurz', '密码需8-20位，至少包含大写字母、小写字母、数字、特殊字符中的三种'],
    [`Aa#${phone}`, '密码不能包含账号或手机号'],
    ['Moqi@2026', '新密码不能与最近5次使用过的密码相同'],
  ] as const
  for (const [password, message] of refused) {
    const answer = await reset(smsToken, password)
    expect([answer.code, answer.data.field, answer.message]).toEqual([422, 'password', message])
  }
  expect((await reset(smsToken, 'Xin-mima3')).code).toBe(200)
  const again = await reset(smsToken, 'Xin-mima4')
  expect([again.code, again.message]).toEqual([422, '验证码错误或已失效'])
})

test('none of the last five passwords comes back, the sixth before does (domain 4.2)', async () => {
  const phone = '13800000004'
  const passwords = ['Moqi@2026', 'Er-mima-2', 'San-mima-3', 'Si-mima-4', 'Wu-mima-5']
  for (const password of passwords.slice(1)) expect((await reset(await tokenFor(phone), password)).code).toBe(200)
  const smsToken = await tokenFor(phone)
  for (const password of passwords) expect((await reset(smsToken, password)).code).toBe(422)
  expect((await reset(smsToken, 'Liu-mima-6')).code).toBe(200)
  expect((await reset(await tokenFor(phone), 'Moqi@2026')).code).toBe(200)
  const kept = await server.deps.db.directory((directory) =>
    directory
      .selectFrom('password_history as h')
      .innerJoin('account as a', 'a.account_id', 'h.account_id')
      .where('a.phone', '=', phone)
      .select('h.password_hash')
      .execute(),
  )
  expect(kept).toHaveLength(4)
  expect(kept.every(({ password_hash }) => password_hash.startsWith('keyed$argon2id$'))).toBe(true)
})

test('a token of another scene resets nothing', async () => {
  const phone = '13400000001'
  const smsToken = await smsTokenFor(server, { phone, scene: 'register', address: newAddress() })
  const { code, message } = await reset(smsToken, 'Xin-mima5')
  expect([code, message]).toEqual([422, '验证码错误或已失效'])
})

test('twenty uses of one token at once set one password', async () => {
  const phone = '13800000001'
  const smsToken = await tokenFor(phone)
  const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => reset(smsToken, `Tongshi-${n}A`)))
  expect(answers.filter(({ code }) => code === 200)).toHaveLength(1)
})

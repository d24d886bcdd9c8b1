import { afterAll, beforeAll, expect, test } from 'vitest'
import { wrongCode } from '#src/testing/codes.ts'
import { newAddress, smsLoginCode } from '#src/testing/sign-in.ts'
import { testServer, type TestServer } from '#src/testing/test-server.ts'

const hour = 3_600_000
let server: TestServer
let clock = Date.UTC(2026, 10, 20, 2)

beforeAll(async () => {
  server = await testServer({ now: () => clock })
  for (const [phone, userName] of [
    ['13800000001', 'xiaoming'],
    ['13800000002', 'lijing'],
  ] as const) {
    await server.deps.db.directory((directory) =>
      directory.updateTable('account').set({ user_name: userName }).where('phone', '=', phone).execute(),
    )
  }
})
afterAll(() => server.close())

const login = (userName: string, phone: string, smsCode: string) =>
  server.call('loginForUserNameAndPhone', { userName, phone, smsCode }, { address: newAddress() })

test('C13, V2: user name, its phone and the code open the account, with success code 0, once', async () => {
  const smsCode = await smsLoginCode(server, '13800000001')
  const first = await login('xiaoming', '+86 138 0000 0001', smsCode)
  expect([first.status, first.code, first.data.expireTime]).toEqual([200, 0, clock + hour / 2])
  const { data } = await server.call('getUserAccountInfo', {}, { token: first.data.token })
  expect(data.userName).toBe('xiaoming')
  const again = await login('xiaoming', '13800000001', smsCode)
  expect([again.code, again.message]).toEqual([422, '验证码错误或已失效'])
})

test('Z5: a code to sign in by phone alone opens nothing here, nor the other way round', async () => {
  const smsCode = await smsLoginCode(server, '13800000002')
  const other = { phone: '13800000002', smsCode }
  expect((await server.call('loginByVerificationCode', other, { address: newAddress() })).code).toBe(422)
  expect((await login('lijing', '13800000002', smsCode)).code).toBe(0)
})

test('a name that is not the phone’s answers like a wrong code, counts as one, and leaves the code good', async () => {
  clock += hour
  const smsCode = await smsLoginCode(server, '13800000001')
  const answers = [
    await login('lijing', '13800000001', smsCode),
    await login('nobody', '13800000001', smsCode),
    await login('xiaoming', '13800000001', wrongCode(smsCode)),
    await login('nobody', '13900000499', smsCode),
  ]
  const [first] = answers
  for (const answer of answers) expect(answer).toEqual(first)
  expect((await login('xiaoming', '13800000001', smsCode)).code).toBe(0)
  clock += hour
  const next = await smsLoginCode(server, '13800000001')
  for (let n = 0; n < 4; n++) await login('nobody', '13800000001', next)
  expect((await login('xiaoming', '13800000001', next)).code).toBe(422)
})

test('fifty uses of one SMS code at once open one session', async () => {
  clock += hour
  const smsCode = await smsLoginCode(server, '13800000002')
  const answers = await Promise.all(Array.from({ length: 50 }, () => login('lijing', '13800000002', smsCode)))
  expect(answers.filter(({ code }) => code === 0)).toHaveLength(1)
  expect(answers.filter(({ code }) => code === 422)).toHaveLength(49)
})

test('what is no phone is refused with its field', async () => {
  const { code, data } = await login('xiaoming', '12345', '123456')
  expect([code, data.field]).toEqual([422, 'phone'])
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { askLoginCode, solvedCaptcha } from '#src/testing/codes.ts'
import { newAddress, trustedSignIn } from '#src/testing/sign-in.ts'
import { testServer, type TestServer } from '#src/testing/test-server.ts'

const minute = 60_000
const wang = '13800000001'
let server: TestServer
let clock = Date.UTC(2026, 10, 20, 2)

beforeAll(async () => {
  server = await testServer({ now: () => clock })
})
afterAll(() => server.close())

/** What strangers may ask for without a session, in turn. */
const ways = ['login', 'register', 'reset', 'smsLogin'] as const

async function ask(phone: string, way: (typeof ways)[number], more: { device?: string } = {}): Promise<number> {
  const address = newAddress()
  const captcha = await solvedCaptcha(server, address)
  const answer =
    way === 'login'
      ? await server.call('getVerificationCode', { phone, ...captcha }, { address, ...more })
      : await server.call('getSmsCode', { phone, scene: way, ...captcha }, { address, ...more })
  return Number(answer.code)
}

async function askAsNewPhone(userName: string, phone: string): Promise<number> {
  const token = await server.login(userName)
  const address = newAddress()
  const captcha = await solvedCaptcha(server, address)
  return Number((await server.call('getNewPhoneCode', { phone, ...captcha }, { token, address })).code)
}

const codesTo = async (recipient: string) => {
  const rows = await server.deps.db.directory((directory) =>
    directory.selectFrom('verification_code').where('recipient', '=', recipient).select('scene').execute(),
  )
  return rows.length
}

test('everything strangers ask for at once to one phone is one code', async () => {
  const phone = '13600000101'
  const answers = await Promise.all([
    ...ways.map((way) => ask(phone, way)),
    ...['13800000002', '13800000003', '13800000004'].map((userName) => askAsNewPhone(userName, phone)),
  ])
  expect(answers.filter((code) => code === 200)).toHaveLength(1)
  expect(answers.filter((code) => code === 429)).toHaveLength(6)
  expect(await codesTo(phone)).toBe(1)
})

test('changing the scene every minute brings a phone five codes an hour and ten a day', async () => {
  const phone = '13600000102'
  const sent = { hour: 0, day: 0 }
  for (let n = 0; n < 24 * 12; n++) {
    const taken = (await ask(phone, ways[n % ways.length] ?? 'login')) === 200
    if (taken) sent.day += 1
    if (taken && n < 12) sent.hour += 1
    clock += 5 * minute
  }
  expect(sent).toEqual({ hour: 5, day: 10 })
})

test('a stranger’s codes take none from the owner’s trusted device or own session', async () => {
  const { token, device } = await trustedSignIn(server, wang)
  expect((await askLoginCode(server, wang, newAddress())).code).toBe(200)
  expect(await ask(wang, 'reset')).toBe(429)
  expect(await ask(wang, 'login', { device })).toBe(200)
  expect((await server.call('getSmsVerificationCode', { scene: 'pin' }, { token })).code).toBe(200)
})

test('one mail address is not written to by several accounts within a minute', async () => {
  const email = 'somebody@example.com'
  const tokens = [await server.login('13800000002'), await server.login('13800000003')]
  const answers = []
  for (const token of tokens) answers.push(Number((await server.call('emailCode', { email }, { token })).code))
  expect(answers).toEqual([200, 429])
})

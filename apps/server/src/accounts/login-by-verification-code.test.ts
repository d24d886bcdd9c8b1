import { afterAll, beforeAll, expect, test } from 'vitest'
import { askLoginCode, codesSent, solvedCaptcha, wrongCode } from '#src/testing/codes.ts'
import { testServer, type TestServer } from '#src/testing/test-server.ts'

const second = 1000
const minute = 60 * second
const hour = 60 * minute
let server: TestServer
let clock = Date.UTC(2026, 10, 20, 2)

beforeAll(async () => {
  server = await testServer({ now: () => clock })
})
afterAll(() => server.close())

let people = 0

/** A phone nobody has used, and an address of its own. */
function somebody(): { phone: string; address: string } {
  people += 1
  return { phone: `137${String(people).padStart(8, '0')}`, address: `10.4.0.${people}` }
}

/** A fresh code for somebody. */
async function codeFor({ phone, address }: { phone: string; address: string }, count = 1): Promise<string> {
  const { code, message } = await askLoginCode(server, phone, address)
  if (code !== 200) throw new Error(message)
  const [newest] = await codesSent(server, { phone, scene: 'login', count })
  if (!newest) throw new Error('no code')
  return newest
}

const login = (phone: string, smsCode: string, address: string) =>
  server.call('loginByVerificationCode', { phone, smsCode }, { address })

test('a captcha is a picture, case does not matter, and it serves once', async () => {
  const { phone, address } = somebody()
  const { data } = await server.call('getCaptchaImage', { scene: 'login' }, { address })
  expect(
    Buffer.from(data.captchaImg.split(',')[1] ?? '', 'base64')
      .subarray(1, 4)
      .toString(),
  ).toBe('PNG')
  const captcha = await solvedCaptcha(server, address)
  const typed = { ...captcha, captchaCode: ` ${captcha.captchaCode.toLowerCase()} ` }
  expect((await server.call('getVerificationCode', { phone, ...typed }, { address })).code).toBe(200)
  clock += minute
  const again = await server.call('getVerificationCode', { phone, ...captcha }, { address })
  expect([again.code, again.message]).toEqual([428, '图形验证码错误或已失效，请重新输入'])
})

test('a captcha that was misread is used up, and one lives two minutes', async () => {
  const { phone, address } = somebody()
  const ask = (captcha: { captchaId: string; captchaCode: string }) =>
    server.call('getVerificationCode', { phone, ...captcha }, { address })
  const misread = await solvedCaptcha(server, address)
  expect((await ask({ ...misread, captchaCode: '----' })).code).toBe(428)
  expect((await ask(misread)).code).toBe(428)
  const late = await solvedCaptcha(server, address)
  clock += 2 * minute + 1
  expect((await ask(late)).code).toBe(428)
  const inTime = await solvedCaptcha(server, address)
  clock += 2 * minute
  expect((await ask(inTime)).code).toBe(200)
})

test('a code opens an account once, and only for its phone', async () => {
  const own = somebody()
  const other = somebody()
  const smsCode = await codeFor(own)
  await codeFor(other)
  expect((await login(other.phone, wrongCode(smsCode), other.address)).message).toBe('验证码错误或已失效')
  const first = await login(own.phone, smsCode, own.address)
  expect([first.code, first.data.expireTime]).toEqual([200, clock + 30 * minute])
  expect((await login(own.phone, smsCode, own.address)).code).toBe(422)
  const { data } = await server.call('getUserAccountInfo', {}, { token: first.data.token })
  expect([data.isAuthed, data.userType]).toEqual(['notAuth', 'person'])
})

test('a code lives five minutes to the ms', async () => {
  const own = somebody()
  const inTime = await codeFor(own)
  clock += 5 * minute
  expect((await login(own.phone, inTime, own.address)).code).toBe(200)
  const late = await codeFor(own, 2)
  clock += 5 * minute + 1
  expect((await login(own.phone, late, own.address)).code).toBe(422)
})

test('a code is dead after four wrong tries, and a third does not kill it', async () => {
  for (const [wrongTries, outcome] of [
    [3, 200],
    [4, 422],
  ] as const) {
    const own = somebody()
    const smsCode = await codeFor(own)
    for (let n = 0; n < wrongTries; n++) await login(own.phone, wrongCode(smsCode), own.address)
    expect((await login(own.phone, smsCode, own.address)).code).toBe(outcome)
  }
})

test('a newer code replaces an older one', async () => {
  const own = somebody()
  const older = await codeFor(own)
  clock += minute
  const newer = await codeFor(own, 2)
  expect(older).not.toBe(newer)
  expect((await login(own.phone, older, own.address)).code).toBe(422)
  expect((await login(own.phone, newer, own.address)).code).toBe(200)
})

test('fifty uses of one code at once open one session and make one account', async () => {
  const own = somebody()
  const smsCode = await codeFor(own)
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, n) => login(own.phone, smsCode, `10.5.${n & 1}.${n}`)),
  )
  expect(answers.filter(({ code }) => code === 200)).toHaveLength(1)
  const accounts = await server.deps.db.directory((directory) =>
    directory.selectFrom('account').where('phone', '=', own.phone).select('account_id').execute(),
  )
  expect(accounts).toHaveLength(1)
})

test('another code is sent after 60 seconds, said in seconds', async () => {
  const own = somebody()
  await codeFor(own)
  clock += 59 * second
  const soon = await askLoginCode(server, own.phone, own.address)
  expect([soon.code, soon.message, soon.data.retryAfter]).toEqual([429, '获取过于频繁，请稍后再试', 1])
  clock += second
  expect((await askLoginCode(server, own.phone, own.address)).code).toBe(200)
})

test('a phone gets five codes an hour and ten a day', async () => {
  const own = somebody()
  const codes: (string | number)[] = []
  for (let n = 0; n < 6; n++) {
    codes.push((await askLoginCode(server, own.phone, own.address)).code)
    clock += minute
  }
  expect(codes).toEqual([200, 200, 200, 200, 200, 429])
  clock += hour
  codes.length = 0
  for (let n = 0; n < 6; n++) {
    codes.push((await askLoginCode(server, own.phone, own.address)).code)
    clock += 20 * minute
  }
  expect(codes).toEqual([200, 200, 200, 200, 200, 429])
  clock += 24 * hour
  expect((await askLoginCode(server, own.phone, own.address)).code).toBe(200)
})

test('two askers at once get one code', async () => {
  const own = somebody()
  const answers = await Promise.all([1, 2, 3].map(() => askLoginCode(server, own.phone, own.address)))
  expect(answers.map(({ code }) => code).toSorted()).toEqual([200, 429, 429])
})

test('an address gets twenty codes an hour, in turn or at once', async () => {
  const { address } = somebody()
  const codes: (string | number)[] = []
  for (let n = 0; n < 15; n++) codes.push((await askLoginCode(server, somebody().phone, address)).code)
  clock += minute
  const atOnce = await Promise.all(Array.from({ length: 10 }, () => askLoginCode(server, somebody().phone, address)))
  codes.push(...atOnce.map(({ code }) => code))
  expect(codes.filter((code) => code === 200)).toHaveLength(20)
  expect(codes.filter((code) => code === 429)).toHaveLength(5)
  clock += hour
  expect((await askLoginCode(server, somebody().phone, address)).code).toBe(200)
})

test('codes that were used do not count against their address: an office may sign in', async () => {
  const { address } = somebody()
  const codes: (string | number)[] = []
  for (let n = 0; n < 25; n++) {
    const { phone } = somebody()
    const smsCode = await codeFor({ phone, address })
    codes.push((await login(phone, smsCode, address)).code)
  }
  expect(codes).toEqual(codes.map(() => 200))
})

test('what is no phone is refused with its field', async () => {
  const { address } = somebody()
  const asked = await askLoginCode(server, '12345', address)
  const tried = await login('12345', '123456', address)
  for (const { code, message, data } of [asked, tried]) {
    expect([code, message, data.field]).toEqual([422, '手机号格式不正确', 'phone'])
  }
})

const consents = async (phone: string) =>
  server.deps.db.directory((directory) =>
    directory
      .selectFrom('consent as c')
      .innerJoin('account as a', 'a.account_id', 'c.account_id')
      .where('a.phone', '=', phone)
      .select(['c.document', 'c.version'])
      .orderBy('c.document')
      .execute(),
  )
const signIn = async (phone: string, address: string, more: { agree?: 1 }) => {
  await askLoginCode(server, phone, address)
  const smsCode = await server.code(phone, 'login')
  return server.call('loginByVerificationCode', { phone, smsCode, ...more }, { address })
}

test('what a person agrees to at a sign-in by code is kept once a version, and nothing when nothing is said', async () => {
  expect((await signIn('13900000901', '10.77.0.1', {})).code).toBe(200)
  expect(await consents('13900000901')).toEqual([])
  expect((await signIn('13900000902', '10.77.0.2', { agree: 1 })).code).toBe(200)
  expect((await consents('13900000902')).map(({ document }) => document)).toEqual([
    'certificateAgreement',
    'privacyPolicy',
    'userAgreement',
  ])
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { codesSent, solvedCaptcha, wrongCode } from '#src/testing/codes.ts'
import { arrivedMessages } from '#src/testing/messages.ts'
import { testServer, type TestServer } from '#src/testing/test-server.ts'

const minute = 60_000
let server: TestServer
let clock = Date.UTC(2026, 10, 20, 2)

beforeAll(async () => {
  server = await testServer({ now: () => clock })
})
afterAll(() => server.close())

const known = '13800000001'
const captchaWords = '图形验证码错误或已失效，请重新输入'
let addresses = 0
const newAddress = () => `10.8.${(addresses += 1) >> 8}.${addresses & 255}`
const newPhone = () => `135${String((addresses += 1)).padStart(8, '0')}`

type Scene = 'register' | 'reset' | 'smsLogin'

async function ask(phone: string, scene: Scene) {
  const address = newAddress()
  const solved = await solvedCaptcha(server, address)
  const before = process.cpuUsage()
  const answer = await server.call('getSmsCode', { phone, scene, ...solved }, { address })
  const { user, system } = process.cpuUsage(before)
  return { ...answer, ms: (user + system) / 1000 }
}

const check = (phone: string, smsCode: string, scene: Scene, address = newAddress()) =>
  server.call('checkSms', { phone, smsCode, scene }, { address })

/** The newest message of a scene, once there is one. */
const newestSms = async (phone: string, scene: string) =>
  (await arrivedMessages(server, { recipient: phone, scene }))[0]?.body

test.each(['/checkImageCode', '/common/checkImageCode'])(
  '%s exchanges a captcha once for a token of two minutes (C6, C7, C0.10)',
  async (path) => {
    const address = newAddress()
    const solved = await solvedCaptcha(server, address)
    const post = (url: string, payload: object) =>
      server.app.inject({ method: 'POST', url, payload, headers: { 'x-forwarded-for': address } })
    const { captchaToken } = (await post(path, solved)).json().data
    for (const other of ['/checkImageCode', '/common/checkImageCode']) {
      const again = (await post(other, solved)).json()
      expect([again.code, again.message]).toEqual([428, captchaWords])
    }
    const use = () => server.call('getSmsCode', { phone: newPhone(), scene: 'register', captchaToken }, { address })
    expect((await use()).data).toEqual({ expireSeconds: 300, resendSeconds: 60 })
    expect([(await use()).code, (await use()).message]).toEqual([428, captchaWords])
    const late = (await post(path, await solvedCaptcha(server, address))).json().data.captchaToken
    clock += 2 * minute + 1
    const tooLate = await server.call(
      'getSmsCode',
      { phone: newPhone(), scene: 'register', captchaToken: late },
      { address },
    )
    expect(tooLate.code).toBe(428)
  },
)

const median = (all: number[]) => all.toSorted((a, b) => a - b)[all.length >> 1] ?? 0

test('a captcha, used directly or fifty times at once, works once (C4)', async () => {
  const address = newAddress()
  const solved = await solvedCaptcha(server, address)
  const answers = await Promise.all(
    Array.from({ length: 50 }, () =>
      server.call('checkImageCode', solved, { address: newAddress() }).then(({ code }) => code),
    ),
  )
  expect(answers.filter((code) => code === 200)).toHaveLength(1)
  const spent = await server.call('getSmsCode', { phone: newPhone(), scene: 'register', ...solved }, { address })
  expect(spent.code).toBe(428)
})

test('without a captcha nothing is sent', async () => {
  const phone = newPhone()
  const { code, message } = await server.call('getSmsCode', { phone, scene: 'register' }, { address: newAddress() })
  expect([code, message]).toEqual([428, '请输入图形验证码'])
})

test('the phone’s owner hears what is true: a code where it is good for something, else why not', async () => {
  const stranger = newPhone()
  for (const scene of ['register', 'reset', 'smsLogin'] as const) {
    await ask(known, scene)
    await ask(stranger, scene)
    clock += minute
  }
  expect(await newestSms(stranger, 'register')).toMatch(/^【墨契】验证码\d{6}，用于注册账号，5分钟内有效/)
  expect(await newestSms(known, 'register')).toBe(
    '【墨契】该手机号已注册，请直接登录。忘记密码时可在登录页重设。如非本人操作请忽略。',
  )
  expect(await newestSms(known, 'reset')).toMatch(/^【墨契】验证码\d{6}，用于重置密码，5分钟内有效/)
  expect(await newestSms(known, 'smsLogin')).toMatch(/^【墨契】验证码\d{6}，用于登录/)
  for (const scene of ['reset', 'smsLogin'])
    expect(await newestSms(stranger, scene)).toBe('【墨契】该手机号尚未注册，请先注册账号。如非本人操作请忽略。')
})

test('whoever asks, tries and waits is answered alike for a phone with an account and one without', async () => {
  for (const scene of ['register', 'reset', 'smsLogin'] as const) {
    const told: unknown[] = []
    for (const phone of ['13800000002', newPhone()]) {
      const first = await ask(phone, scene)
      const soon = await ask(phone, scene)
      const guesses = []
      for (let n = 0; n < 7; n++) guesses.push(await check(phone, '000000', scene))
      clock += minute
      told.push([first, soon, ...guesses].map(({ status, code, message, data }) => [status, code, message, data]))
    }
    expect(told[0]).toEqual(told[1])
  }
})

test('a code is asked for as quickly for a phone with an account as for one without (median of 30)', async () => {
  const known30 = Array.from({ length: 30 }, (_, n) => `1330000${String(n).padStart(4, '0')}`)
  await server.deps.db.directoryWrite(async (tx) => {
    for (const phone of known30) {
      const row = { account_id: server.deps.newId(), phone, nick_name: phone, created_at: clock }
      const flags = { check_auth_shown: 0, check_seal_shown: 0, password_shown: 0 }
      await tx
        .insertInto('account')
        .values({ ...row, ...flags })
        .execute()
    }
  })
  await ask(newPhone(), 'register')
  const times: { known: number[]; unknown: number[] } = { known: [], unknown: [] }
  for (const phone of known30) {
    times.known.push((await ask(phone, 'register')).ms)
    times.unknown.push((await ask(newPhone(), 'register')).ms)
  }
  const [a, b] = [median(times.known), median(times.unknown)]
  expect(Math.abs(a - b)).toBeLessThan(Math.max(a, b) * 0.4)
})

test('who exists is told after the right code only (C8)', async () => {
  await server.deps.db.directory((directory) => directory.deleteFrom('outbox_message').execute())
  clock += 60 * minute
  const stranger = newPhone()
  await ask(stranger, 'register')
  const [code] = await codesSent(server, { phone: stranger, scene: 'register', count: 1 })
  const wrong = await check(stranger, wrongCode(code ?? ''), 'register')
  expect([wrong.code, wrong.message, wrong.data]).toEqual([422, '验证码错误或已失效', { reason: 'account/code-wrong' }])
  expect((await check(stranger, code ?? '', 'register')).data).toMatchObject({ registered: 0 })
  await ask(known, 'reset')
  const reset = await server.code(known, 'reset')
  expect((await check(known, reset, 'register')).code).toBe(422)
  expect((await check(known, reset, 'reset')).data).toMatchObject({ registered: 1 })
})

test('fifty uses of one code at once give one token', async () => {
  const phone = newPhone()
  await ask(phone, 'register')
  const smsCode = await server.code(phone, 'register')
  const answers = await Promise.all(Array.from({ length: 50 }, () => check(phone, smsCode, 'register')))
  expect(answers.filter(({ code }) => code === 200)).toHaveLength(1)
})

test('a user name is answered once a captcha, a phone never (C5)', async () => {
  const address = newAddress()
  await server.deps.db.directory((directory) =>
    directory.updateTable('account').set({ user_name: 'Wang_Xm' }).where('phone', '=', known).execute(),
  )
  const token = async () =>
    (await server.call('checkImageCode', await solvedCaptcha(server, address), { address })).data.captchaToken
  const asked = async (userName: string, captchaToken: string) =>
    server.call('checkUserNameUnique', { userName, captchaToken }, { address })
  expect((await asked('wang_xm', await token())).data).toEqual({ unique: 0 })
  const once = await token()
  expect((await asked('nobody_has_it', once)).data).toEqual({ unique: 1 })
  expect((await asked('nobody_has_it', once)).code).toBe(428)
  for (const phone of [known, newPhone()]) {
    const { code, data } = await asked(phone, await token())
    expect([code, data.field]).toEqual([422, 'userName'])
  }
})

test('an address asks for thirty names in ten minutes, then waits', async () => {
  const address = newAddress()
  const codes: (string | number)[] = []
  for (let n = 0; n < 31; n++) {
    const { code } = await server.call('checkUserNameUnique', { userName: 'abcde', captchaToken: 'x' }, { address })
    codes.push(code)
  }
  expect([codes.slice(0, 30).includes(429), codes[30]]).toEqual([false, 429])
})

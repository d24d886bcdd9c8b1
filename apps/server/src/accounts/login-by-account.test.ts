import { afterAll, beforeAll, expect, test } from 'vitest'
import { askLoginCode, solvedCaptcha, wrongCode } from '#src/testing/codes.ts'
import { codeIn, messagesTo } from '#src/testing/messages.ts'
import { testServer, type TestServer } from '#src/testing/test-server.ts'

const minute = 60_000
const password = 'Moqi@2026'
let server: TestServer
let clock = Date.UTC(2026, 10, 20, 2)

beforeAll(async () => {
  server = await testServer({ now: () => clock })
  const named = (phone: string, userName: string) =>
    server.deps.db.directory((directory) =>
      directory.updateTable('account').set({ user_name: userName }).where('phone', '=', phone).execute(),
    )
  await named('13800000001', 'xiaoming')
})
afterAll(() => server.close())

type Try = { userName: string; password?: string; captcha?: 'right' | 'wrong' | 'none' }

let addresses = 0

/** One attempt from an address of its own, so that only the account's own limits count. */
async function attempt({ userName, password: given = 'wrong', captcha = 'right' }: Try) {
  addresses += 1
  const address = `10.1.${addresses >> 8}.${addresses & 255}`
  const solved = captcha === 'none' ? {} : await solvedCaptcha(server, address)
  const typed = captcha === 'wrong' ? { ...solved, captchaCode: '----' } : solved
  return server.call('loginByAccount', { userName, password: given, ...typed }, { address })
}

test('the phone, with or without its country, and the user name open the same account', async () => {
  const accounts = new Set<string>()
  for (const userName of ['13800000001', '+8613800000001', 'xiaoming']) {
    const { code, data } = await attempt({ userName, password })
    expect(code).toBe(200)
    accounts.add((await server.call('getUserAccountInfo', {}, { token: data.token })).data.phone)
  }
  expect([...accounts]).toEqual(['138****0001'])
})

test('failures count down, ask for a captcha from the third, lock at the fifth and for 15 minutes', async () => {
  const userName = '13800000002'
  const told: (string | number)[][] = []
  for (let n = 0; n < 3; n++) {
    const { code, message } = await attempt({ userName, captcha: 'none' })
    told.push([code, message])
  }
  expect(told).toEqual([4, 3, 2].map((left) => [422, `账号或密码错误，还可尝试${left}次`]))
  const without = await attempt({ userName, password, captcha: 'none' })
  expect([without.code, without.message]).toEqual([428, '请输入图形验证码'])
  const unread = await attempt({ userName, password, captcha: 'wrong' })
  expect([unread.code, unread.message]).toEqual([428, '图形验证码错误或已失效，请重新输入'])
  expect((await attempt({ userName })).message).toBe('账号或密码错误，还可尝试1次')
  const fifth = await attempt({ userName })
  expect([fifth.code, fifth.message]).toEqual([423, '账号已锁定，请15分钟后再试'])
  clock += 14 * minute
  const right = await attempt({ userName, password })
  expect([right.code, right.message]).toEqual([423, '账号已锁定，请1分钟后再试'])
  clock += minute
  expect((await attempt({ userName, password, captcha: 'none' })).code).toBe(200)
})

test('a success forgives the failures before it', async () => {
  const userName = '13800000003'
  await attempt({ userName })
  await attempt({ userName })
  expect((await attempt({ userName, password })).code).toBe(200)
  expect((await attempt({ userName, captcha: 'none' })).data.left).toBe(4)
})

test('a name nobody has is answered like one somebody has, at every count', async () => {
  for (const [known, unknown] of [
    ['13800000004', '13800000404'],
    ['xiaoming', 'xiaohong'],
  ] as const) {
    for (let n = 0; n < 7; n++) {
      const captcha = n === 3 ? 'none' : 'right'
      const answers = [await attempt({ userName: known, captcha }), await attempt({ userName: unknown, captcha })]
      const [first, second] = answers.map(({ status, code, message, data }) => [status, code, message, data])
      expect(first).toEqual(second)
    }
    clock += 16 * minute
  }
})

test('another spelling of a name is counted alike whether somebody has it or not', async () => {
  for (const spellings of [
    [
      ['13800000004', '+8613800000004'],
      ['13800000404', '+8613800000404'],
    ],
    [
      ['xiaoming', 'XIAOMING'],
      ['xiaohong', 'XIAOHONG'],
    ],
  ]) {
    const told: unknown[][] = []
    for (const names of spellings) {
      const lefts: unknown[] = []
      for (const userName of names) lefts.push((await attempt({ userName })).data.left)
      told.push(lefts)
    }
    expect(told[0]).toEqual(told[1])
    clock += 16 * minute
  }
})

test('guesses made at once are limited like guesses made in turn', async () => {
  const userName = '13800000001'
  const guesses = Array.from({ length: 30 }, (_, n) =>
    server.call(
      'loginByAccount',
      { userName, password: n === 29 ? password : `guess-${n}` },
      { address: `10.2.0.${n}` },
    ),
  )
  const answers = await Promise.all(guesses)
  expect(answers.filter(({ code }) => code === 422).length).toBeLessThanOrEqual(4)
  expect(answers.filter(({ code }) => code === 200)).toEqual([])
  clock += 16 * minute
  expect((await attempt({ userName, password })).code).toBe(200)
})

test('an address from which many names fail answers a captcha there, and nobody is refused', async () => {
  const address = '10.3.0.1'
  const login = (userName: string, more: object = {}, from = address) =>
    server.call('loginByAccount', { userName, password: 'x', ...more }, { address: from })
  for (let n = 0; n < 10; n++) expect((await login(`nobody${n}`)).code).toBe(422)
  expect((await login('nobody10')).code).toBe(428)
  expect((await login('13800000001', { password })).code).toBe(428)
  const solved = { password, ...(await solvedCaptcha(server, address)) }
  expect((await login('13800000001', solved)).code).toBe(200)
  expect((await login('13800000001', { password }, '10.3.0.2')).code).toBe(200)
  clock += 16 * minute
  expect((await login('13800000001', { password })).code).toBe(200)
})

test('one name that fails again and again does not make its address answer a captcha for others', async () => {
  const address = '10.3.0.3'
  for (let n = 0; n < 20; n++) {
    const typed = { userName: 'nobody20', password: 'x', ...(await solvedCaptcha(server, address)) }
    await server.call('loginByAccount', typed, { address })
  }
  expect((await server.call('loginByAccount', { userName: '13800000001', password }, { address })).code).toBe(200)
})

test('a hundred people behind one address sign in within a minute', async () => {
  const address = '10.3.0.4'
  const codes = new Set<string | number>()
  for (let n = 0; n < 100; n++) {
    codes.add((await server.call('loginByAccount', { userName: '13800000001', password }, { address })).code)
  }
  expect([...codes]).toEqual([200])
})

/** Strangers' guesses until the account is locked for every browser that is not its owner's own. */
async function lockedByStrangers(userName: string) {
  for (let n = 0; n < 5; n++) await attempt({ userName })
  expect((await attempt({ userName, password })).code).toBe(423)
}

async function unlockCode(userName: string, given: string) {
  const address = `10.2.0.${(addresses += 1) & 255}`
  const captcha = await solvedCaptcha(server, address)
  return server.call('getUnlockCode', { userName, password: given, ...captcha }, { address })
}
const unlockCodes = async (phone: string) =>
  (await messagesTo(server, phone, 'unlock')).map(({ body }) => codeIn(body) ?? '')

test('the owner signs in on a new browser through a lock of strangers, by password and a code of its own', async () => {
  const phone = '13800000004'
  await lockedByStrangers(phone)
  const asked = await unlockCode(phone, password)
  expect([asked.code, asked.data]).toEqual([200, { expireSeconds: 300, resendSeconds: 60 }])
  await expect.poll(async () => (await unlockCodes(phone)).length).toBe(1)
  const [smsCode = ''] = await unlockCodes(phone)
  const enter = (given: string, code: string) =>
    server.call('loginByAccount', { userName: phone, password: given, smsCode: code }, { address: '10.2.1.1' })
  // Whoever lacks the password spends no try of the code.
  for (let n = 0; n < 6; n++) expect((await enter('wrong', smsCode)).data.reason).toBe('account/code-wrong')
  expect((await enter(password, wrongCode(smsCode))).data.reason).toBe('account/code-wrong')
  const entered = await enter(password, smsCode)
  expect(entered.code).toBe(200)
  expect((await enter(password, smsCode)).data.reason).toBe('account/code-wrong')
  // For strangers it stays locked.
  expect((await attempt({ userName: phone, password })).code).toBe(423)
})

test('a wrong password is sent no code and answered alike, and a stranger’s used up codes are not the owner’s', async () => {
  const phone = '13800000003'
  const wrong = await unlockCode(phone, 'wrong')
  const nobody = await unlockCode('13611110000', 'wrong')
  for (let n = 0; n < 5; n++) {
    await askLoginCode(server, phone, `10.2.2.${n}`)
    clock += minute
  }
  expect((await askLoginCode(server, phone, '10.2.2.9')).code).toBe(429)
  const right = await unlockCode(phone, password)
  expect([wrong.data, nobody.data]).toEqual([right.data, right.data])
  await expect.poll(async () => (await unlockCodes(phone)).length).toBe(1)
})

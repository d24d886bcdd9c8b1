import { afterAll, beforeAll, expect, test } from 'vitest'
import { wrongCode } from '#src/testing/codes.ts'
import { newcomer } from '#src/testing/contract-scene.ts'
import { arrivedMessages, codeIn } from '#src/testing/messages.ts'
import { testServer, type TestServer } from '#src/testing/test-server.ts'

const minute = 60_000
let server: TestServer
let clock = Date.UTC(2026, 10, 20, 2)

beforeAll(async () => {
  server = await testServer({ now: () => clock })
})
afterAll(() => server.close())

let people = 0
const someone = () => newcomer(server, `134${String((people += 1)).padStart(8, '0')}`)

/** The newest mail of a scene, once there is one. */
async function newestMail(recipient: string, scene: string): Promise<string> {
  const [mail] = await arrivedMessages(server, { recipient, scene })
  expect(mail?.channel).toBe('mail')
  return mail?.body ?? ''
}

/** A code mailed to an address at the account's wish. */
async function mailCode(email: string, token: string): Promise<string> {
  const { code, message, data } = await server.call('emailCode', { email, _t: String(clock) }, { token })
  if (code !== 200) throw new Error(message)
  expect(data).toEqual({ expireSeconds: 600, resendSeconds: 60 })
  return codeIn(await newestMail(email, 'mail')) ?? ''
}

const bind = (email: string, emailCode: string, token: string, smsCode?: string) =>
  server.call('bindEmail', { email, emailCode, ...(smsCode && { smsCode }) }, { token })

test('an address is bound by its code and shown masked (C15, R23)', async () => {
  const { token } = await someone()
  const email = 'Zhang.San@Example.CN'
  const code = await mailCode('Zhang.San@example.cn', token)
  expect((await bind(email, wrongCode(code), token)).data).toMatchObject({ field: 'emailCode' })
  expect((await bind(email, code, token)).data).toEqual({ email: 'Z***@example.cn' })
  expect((await server.call('getUserAccountInfo', {}, { token })).data.email).toBe('Z***@example.cn')
  expect((await bind(email, code, token)).code).toBe(422)
})

test('a mailed code lives ten minutes to the ms, comes again after 60 seconds and serves its account alone', async () => {
  const own = await someone()
  const other = await someone()
  const inTime = await mailCode('a@example.cn', own.token)
  expect((await bind('a@example.cn', inTime, other.token)).code).toBe(422)
  const soon = await server.call('emailCode', { email: 'a@example.cn' }, { token: own.token })
  expect([soon.code, soon.data.retryAfter]).toEqual([429, 60])
  clock += 10 * minute
  expect((await bind('a@example.cn', inTime, own.token)).code).toBe(200)
  const late = await mailCode('b@example.cn', other.token)
  clock += 10 * minute + 1
  expect((await bind('b@example.cn', late, other.token)).code).toBe(422)
})

test('another site’s page cannot make the mail go out (C0.11)', async () => {
  const { token } = await someone()
  const headers = { authorization: `Bearer ${token}`, 'sec-fetch-site': 'cross-site' }
  const url = '/user/emailCode?email=c@example.cn'
  const answer = await server.app.inject({ url, headers })
  expect([answer.statusCode, answer.json().code]).toEqual([403, 403])
  expect((await server.app.inject({ url })).statusCode).toBe(401)
  expect((await server.app.inject({ url, headers: { ...headers, 'sec-fetch-site': 'same-origin' } })).json().code).toBe(
    200,
  )
})

test('another address needs the phone too; a typing error in one code does not cost the other; the old one is told', async () => {
  const { token, phone } = await someone()
  await bind('old@example.cn', await mailCode('old@example.cn', token), token)
  clock += minute
  const code = await mailCode('new@example.cn', token)
  const without = await bind('new@example.cn', code, token)
  expect([without.code, without.data.field]).toEqual([422, 'smsCode'])
  const sent = await server.call('getSmsVerificationCode', { scene: 'mail' }, { token })
  expect(sent.data).toEqual({
    phone: `${phone.slice(0, 3)}****${phone.slice(7)}`,
    expireSeconds: 300,
    resendSeconds: 60,
  })
  const smsCode = await server.code(phone, 'mail')
  expect((await bind('new@example.cn', wrongCode(code), token, smsCode)).data).toMatchObject({ field: 'emailCode' })
  expect((await bind('new@example.cn', code, token, wrongCode(smsCode))).data).toMatchObject({ field: 'smsCode' })
  expect((await bind('new@example.cn', code, token, smsCode)).data).toEqual({ email: 'n***@example.cn' })
  expect(await newestMail('old@example.cn', 'mailChanged')).toContain('您的账号邮箱已更换为n***@example.cn')
})

test('what is no mail address is refused at its field (V17)', async () => {
  const { token } = await someone()
  for (const email of ['a', 'a@b', `${'a'.repeat(65)}@example.cn`]) {
    const { code, message, data } = await server.call('emailCode', { email }, { token })
    expect([code, message, data.field]).toEqual([422, '邮箱格式不正确', 'email'])
  }
})

test('an account made by a code is asked once for what it lacks, and may leave it (R22)', async () => {
  const { token } = await someone()
  const lacks = { missingArray: ['userName', 'password', 'email'] }
  expect((await server.call('getPerfectInfo', {}, { token })).data).toEqual({ shown: 0, ...lacks })
  expect((await server.call('perfectInfo', {}, { token })).code).toBe(200)
  expect((await server.call('getPerfectInfo', {}, { token })).data).toEqual({ shown: 1, ...lacks })
})

test('user name, password and mail are added once, and then open the account (R22)', async () => {
  const { token } = await someone()
  const emailCode = await mailCode('d@example.cn', token)
  const input = { userName: 'perfect_1', password: 'Wanshan-1', email: 'd@example.cn', emailCode }
  const faults = [
    [{ userName: '王小明' }, 'userName'],
    [{ password: 'short' }, 'password'],
    [{ password: 'Perfect_1' }, 'password'],
    [{ emailCode: wrongCode(emailCode) }, 'emailCode'],
  ] as const
  for (const [change, field] of faults) {
    const { code, data } = await server.call('perfectInfo', { ...input, ...change }, { token })
    expect([code, data.field]).toEqual([422, field])
  }
  expect((await server.call('perfectInfo', input, { token })).code).toBe(200)
  expect((await server.call('getPerfectInfo', {}, { token })).data).toEqual({ shown: 1, missingArray: [] })
  expect((await server.call('loginByAccount', { userName: 'perfect_1', password: 'Wanshan-1' })).code).toBe(200)
  const again = await server.call('perfectInfo', { password: 'Genggai-2' }, { token })
  expect([again.code, again.data.field]).toEqual([422, 'password'])
  const other = await someone()
  const taken = await server.call('perfectInfo', { userName: 'PERFECT_1' }, { token: other.token })
  expect([taken.code, taken.message]).toEqual([422, '该账号已被使用，请换一个'])
})

test('a taken user name is told only when nothing else is refused, and thirty are asked after in ten minutes (R22)', async () => {
  const taken = await someone()
  expect((await server.call('perfectInfo', { userName: 'taken_name' }, { token: taken.token })).code).toBe(200)
  const { token } = await someone()
  const emailCode = await mailCode('e@example.cn', token)
  const mail = { email: 'e@example.cn', emailCode }
  const faults = [{ password: 'x' }, { ...mail, email: 'f@example.cn' }, { ...mail, emailCode: wrongCode(emailCode) }]
  for (const fault of faults) {
    const answers = []
    for (const userName of ['taken_name', 'nobody_has_it']) {
      const { code, message, data } = await server.call('perfectInfo', { userName, ...fault }, { token })
      answers.push([code, message, data])
    }
    expect(answers[0]).toEqual(answers[1])
  }
  const told = await server.call('perfectInfo', { userName: 'taken_name', ...mail }, { token })
  expect([told.code, told.data.field]).toEqual([422, 'userName'])
  expect((await server.call('perfectInfo', { userName: 'free_name_1', ...mail }, { token })).code).toBe(200)
  const codes: (string | number)[] = []
  for (let n = 0; n < 23; n++)
    codes.push((await server.call('perfectInfo', { userName: 'taken_name' }, { token })).code)
  expect([codes.slice(0, 22).includes(429), codes[22]]).toEqual([false, 429])
})

test('a session older than an hour puts no password on an account without one', async () => {
  const { token } = await someone()
  for (let n = 0; n < 4; n++) {
    clock += 20 * minute
    await server.call('inspectTokenExpired', {}, { token })
  }
  const { code, data } = await server.call('perfectInfo', { password: 'Wanshan-3' }, { token })
  expect([code, data.field]).toEqual([422, 'password'])
})

test('the default space comes first from the next sign-in on, and only an own one can be it (C28)', async () => {
  const phone = '13800000002'
  const token = await server.login(phone)
  const spaces = async (of: string) => (await server.call('getUserSpaceInfo', {}, { token: of })).data.spaceInfoArray
  const [company, person] = await spaces(token)
  expect([company?.spaceType, person?.spaceType]).toEqual(['company', 'person'])
  const tenantId = person?.tenantId ?? ''
  expect((await server.call('setDefaultTenant', { tenantId }, { token })).data).toEqual({ tenantId })
  const next = await server.login(phone)
  expect((await spaces(next)).map((space) => space.tenantId)).toEqual([tenantId, company?.tenantId])
  expect((await server.call('getSpaceDetailInfo', {}, { token: next })).data.tenantId).toBe(tenantId)
  const stranger = await server.login('13800000001')
  const foreign = await server.call('setDefaultTenant', { tenantId }, { token: stranger })
  expect([foreign.code, foreign.data.reason]).toEqual([404, 'space/not-found'])
})

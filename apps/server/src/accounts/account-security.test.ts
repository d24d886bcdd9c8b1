import { afterAll, beforeAll, expect, test } from 'vitest'
import { newcomer, ownSignId, personSigner, player, sent, signNow, type Player } from '#src/testing/contract-scene.ts'
import { codesSent, solvedCaptcha, wrongCode } from '#src/testing/codes.ts'
import { messagesTo } from '#src/testing/messages.ts'
import { testServer, type TestServer } from '#src/testing/test-server.ts'

const minute = 60_000
let server: TestServer
let clock = Date.UTC(2026, 10, 20, 2)
let addresses = 0
const newAddress = () => `10.7.0.${(addresses += 1)}`

beforeAll(async () => {
  server = await testServer({ now: () => clock })
})
afterAll(() => server.close())

type OwnScene = 'pin' | 'phone' | 'password' | 'close'

const asked = new Map<string, number>()

/** The code just asked for: the newest of as many as were asked for. */
async function newest(phone: string, scene: string): Promise<string> {
  const count = (asked.get(`${phone} ${scene}`) ?? 0) + 1
  asked.set(`${phone} ${scene}`, count)
  const [code = ''] = await codesSent(server, { phone, scene, count })
  return code
}

/** A code to the own phone; the minute that passes lets the phone ask again. */
async function ownCode(who: Player, scene: OwnScene): Promise<string> {
  clock += minute
  const answer = await server.call('getSmsVerificationCode', { scene }, who)
  if (answer.code !== 200) throw new Error(answer.message)
  return newest(who.phone, scene)
}

async function newPhoneCode(who: Player, phone: string): Promise<string> {
  clock += minute
  const address = newAddress()
  const answer = await server.call(
    'getNewPhoneCode',
    { phone, ...(await solvedCaptcha(server, address)) },
    { ...who, address },
  )
  if (answer.code !== 200) throw new Error(answer.message)
  return newest(phone, 'newPhone')
}
const signIn = (userName: string, password: string) =>
  server.call('loginByAccount', { userName, password }, { address: newAddress() })

test('a password is changed by the old one: others are signed out, the changer stays', async () => {
  const here = await player(server, '13800000001', 'person')
  const elsewhere = await player(server, '13800000001', 'person')
  const wrong = await server.call('changePassword', { oldPassword: 'Falsch-1', password: 'Xin-mima1' }, here)
  expect([wrong.code, wrong.data.field, wrong.message]).toEqual([422, 'oldPassword', '原密码不正确'])
  const same = await server.call('changePassword', { oldPassword: 'Moqi@2026', password: 'Moqi@2026' }, here)
  expect([same.code, same.data.field]).toEqual([422, 'password'])
  expect((await server.call('changePassword', { oldPassword: 'Moqi@2026', password: 'Xin-mima1' }, here)).code).toBe(
    200,
  )
  expect((await server.call('getSecurityInfo', {}, elsewhere)).code).toBe(-10)
  const { data } = await server.call('getSecurityInfo', {}, here)
  expect(data).toMatchObject({ passwordSetTime: clock, passwordExpireTime: clock + 90 * 24 * 60 * minute })
  const devices = await server.deps.db.directory((directory) =>
    directory
      .selectFrom('device as d')
      .innerJoin('account as a', 'a.account_id', 'd.account_id')
      .where('a.phone', '=', here.phone)
      .select('d.device_id')
      .execute(),
  )
  expect(devices, 'only the changer’s own device is known still').toHaveLength(1)
  expect((await signIn('13800000001', 'Xin-mima1')).code).toBe(200)
})

test('five wrong old passwords lock this way for a quarter of an hour, and no other', async () => {
  const who = await player(server, '13800000004', 'person')
  const change = (oldPassword: string) =>
    server.call('changePassword', { oldPassword, password: 'Moqi@2026' }, { ...who, address: newAddress() })
  for (let n = 0; n < 4; n++) expect((await change(`Falsch-${n}`)).data.field).toBe('oldPassword')
  expect((await change('Falsch-5')).code).toBe(423)
  expect((await change('Moqi@2026')).data.reason).toBe('account/locked')
  expect((await signIn('13800000004', 'Moqi@2026')).code).toBe(200)
  clock += 15 * minute + 1
  // The old one is right; what is refused is the new one, which is the same.
  expect((await change('Moqi@2026')).data.field).toBe('password')
})

test('a forgotten password is changed by a code to the phone, which a weak password does not use up', async () => {
  const who = await player(server, '13800000003', 'person')
  const smsCode = await ownCode(who, 'password')
  const neither = await server.call('changePassword', { password: 'Xin-mima3' }, who)
  expect([neither.code, neither.data.field]).toEqual([422, 'smsCode'])
  expect((await server.call('changePassword', { smsCode, password: 'schwach' }, who)).data.field).toBe('password')
  expect((await server.call('changePassword', { smsCode: wrongCode(smsCode), password: 'Xin-mima3' }, who)).code).toBe(
    422,
  )
  expect((await server.call('changePassword', { smsCode, password: 'Xin-mima3' }, who)).code).toBe(200)
  expect((await server.call('changePassword', { smsCode, password: 'Xin-mima4' }, who)).code).toBe(422)
})

test('a phone is changed by a code to each; the old one is told and signs in no more, what waits for the new is found', async () => {
  const jing = await player(server, '13800000002', 'person')
  const who = await newcomer(server, '13900000701', '赵小满')
  const link = (await server.call('createAutoLoginToken', {}, who)).data.token
  const elsewhere = (await server.call('autoLoginByToken', { token: link })).data.token
  expect((await server.call('getSecurityInfo', {}, { token: elsewhere })).code).toBe(200)
  const waiting = await sent(server, jing, [personSigner(1, '赵小满', '13900000702')])
  const phoneCode = await newPhoneCode(who, '13900000702')
  const smsCode = await ownCode(who, 'phone')
  const change = (codes: { smsCode: string; phoneCode: string }) =>
    server.call('changePhone', { phone: '13900000702', ...codes }, who)
  const wrong = await change({ smsCode, phoneCode: wrongCode(phoneCode) })
  expect([wrong.code, wrong.data.field]).toEqual([422, 'phoneCode'])
  const done = await change({ smsCode, phoneCode })
  expect([done.code, done.data.phone]).toEqual([200, '139****0702'])
  expect((await server.call('getSecurityInfo', {}, { token: elsewhere })).code).toBe(-10)
  await expect.poll(async () => (await messagesTo(server, '13900000701'))[0]?.scene).toBe('phoneChanged')
  expect(await ownSignId(server, who, waiting.taskId)).toBeTruthy()
  const same = await server.call('getNewPhoneCode', { phone: '13900000702', captchaId: 'x', captchaCode: 'x' }, who)
  expect(same.message).toBe('新手机号与当前手机号相同')
})

test('somebody else’s phone cannot be taken, and nobody learns of it who does not hold it', async () => {
  const who = await newcomer(server, '13900000703', '钱小满')
  const phoneCode = await newPhoneCode(who, '13800000004')
  const guessed = await server.call(
    'changePhone',
    { smsCode: await ownCode(who, 'phone'), phone: '13800000004', phoneCode: wrongCode(phoneCode) },
    who,
  )
  expect(guessed.data.reason).toBe('account/code-wrong')
  const smsCode = await ownCode(who, 'phone')
  const held = await newPhoneCode(who, '13800000004')
  const taken = await server.call('changePhone', { smsCode, phone: '13800000004', phoneCode: held }, who)
  expect([taken.code, taken.message]).toEqual([422, '该手机号已注册，请直接登录'])
  expect((await server.call('getSecurityInfo', {}, who)).data.phone).toBe('139****0703')
})

test('a PIN is set by a code, refuses simple ones, proves the will, and locks after five wrong ones', async () => {
  const who = await player(server, '13800000004', 'person')
  const fresh = await newcomer(server, '13900000706', '孙一诺')
  const launcher = await player(server, '13800000002', 'person')
  const { taskId } = await sent(server, launcher, [
    personSigner(1, '陈晨', '13800000004', 1),
    personSigner(2, '孙一诺', '13900000706', 1),
  ])
  const signIds = [await ownSignId(server, who, taskId)]
  const unset = { signIds: [await ownSignId(server, fresh, taskId)], pin: '135790' }
  expect((await server.call('getAuthTokenByPin', unset, fresh)).data.reason).toBe('account/pin-unset')
  const prove = (pin: string) => server.call('getAuthTokenByPin', { signIds, pin }, who)
  const smsCode = await ownCode(who, 'pin')
  expect((await server.call('setPin', { smsCode, pin: '123456' }, who)).message).toBe('签署密码过于简单，请重新设置')
  expect((await server.call('setPin', { smsCode, pin: '135790' }, who)).code).toBe(200)
  expect((await prove('000000')).message).toBe('签署密码错误，还可尝试4次')
  expect((await prove('135790')).data.authToken).toMatch(/^[\w-]{32}$/)
  const guesses = await Promise.all(Array.from({ length: 12 }, (_, n) => prove(String(200_000 + n))))
  expect(guesses.filter(({ data }) => data.reason === 'account/pin-wrong')).toHaveLength(4)
  expect((await prove('135790')).data.reason).toBe('account/locked')
  for (const half of [1, 2]) {
    clock += 16 * minute
    expect((await server.call('getSecurityInfo', {}, who)).code, `still signed in after ${half} halves`).toBe(200)
  }
  expect((await prove('135790')).data.authToken).toMatch(/^[\w-]{32}$/)
  // A new PIN, by the phone, opens a locked one.
  for (let n = 0; n < 5; n++) await prove('999999')
  expect((await prove('135790')).data.reason).toBe('account/locked')
  expect((await server.call('setPin', { smsCode: await ownCode(who, 'pin'), pin: '246801' }, who)).code).toBe(200)
  expect((await prove('246801')).code).toBe(200)
})

test('a person without real name sets no PIN', async () => {
  const who = await newcomer(server, '13900000704')
  const answer = await server.call('setPin', { smsCode: '000000', pin: '135790' }, who)
  expect(answer.data.reason).toBe('space/not-authenticated')
})

test('the export holds what is known of the person, and no secret', async () => {
  const who = await player(server, '13800000004', 'person')
  await server.call('saveContact', { contactType: 'person', name: '周密', phone: '13900000088' }, who)
  const { headers, bytes, status } = await server.blob('exportAccount', {}, who)
  expect(status).toBe(200)
  expect(String(headers['content-disposition'])).toContain('filename*=UTF-8')
  const content = JSON.parse(bytes.toString())
  expect(content.account.phone).toBe('13800000004')
  expect(content.spaces.map(({ name }: { name: string }) => name)).toContain('上海嘉禾物业管理有限公司')
  expect(content.spaces.flatMap(({ contracts }: { contracts: unknown[] }) => contracts).length).toBeGreaterThan(0)
  expect(content.spaces.flatMap(({ contacts }: { contacts: unknown[] }) => contacts)).toMatchObject([{ name: '周密' }])
  expect(bytes.toString()).not.toMatch(/argon2|hash|sealed|token/i)
})

test('an account with open contracts or a company is not closed; what must be settled is named', async () => {
  const who = await player(server, '13800000002', 'company')
  const { data } = await server.call('getCloseInfo', {}, who)
  expect(data.obstacleArray).toContainEqual({
    kind: 'company',
    number: 1,
    name: '杭州云启科技有限公司',
    tenantId: who.tenantId,
  })
  expect(data.obstacleArray.some(({ kind }) => kind === 'openContracts')).toBe(true)
  const refused = await server.call('closeAccount', { smsCode: '000000', agree: 1 }, who)
  expect(refused.data.reason).toBe('account/not-closable')
})

test('a closed account is gone for everybody but the law: contracts stay, certificates are revoked, the phone is free', async () => {
  const launcher = await player(server, '13800000001', 'person').catch(async () => {
    const { data } = await signIn('13800000001', 'Xin-mima1')
    const spaces = await server.call('getUserSpaceInfo', {}, { token: data.token })
    return { phone: '13800000001', token: data.token, tenantId: spaces.data.spaceInfoArray[0]?.tenantId ?? '' }
  })
  const who = await newcomer(server, '13900000705', '孙小满')
  const { taskId } = await sent(server, launcher, [personSigner(1, '孙小满', who.phone)])
  await expect.poll(async () => (await server.call('userSeals', {}, who)).data.sealInfoArray.length).toBe(1)
  expect((await server.call('closeAccount', { smsCode: '000000', agree: 1 }, who)).data.reason).toBe(
    'account/not-closable',
  )
  expect((await signNow(server, who, taskId)).code).toBe(200)
  const contact = { contactType: 'person', name: '周密', phone: '13900000088' } as const
  expect((await server.call('saveContact', contact, who)).code).toBe(200)
  const before = await server.call('getOwnCertificates', {}, who)
  expect(before.data.certificateArray).toMatchObject([{ holder: '孙小满', certificateStatus: 'valid' }])
  await expect.poll(async () => (await server.call('getCloseInfo', {}, who)).data.obstacleArray).toEqual([])
  expect(
    (await server.call('closeAccount', { smsCode: wrongCode(await ownCode(who, 'close')), agree: 1 }, who)).code,
  ).toBe(422)
  expect((await server.call('closeAccount', { smsCode: await ownCode(who, 'close'), agree: 1 }, who)).code).toBe(200)
  expect((await server.call('getUserAccountInfo', {}, who)).code).toBe(-10)
  const seen = await server.call('getSignDetailInfo', { signId: await ownSignId(server, launcher, taskId) }, launcher)
  expect(seen.data.signerArray[0]).toMatchObject({ signerName: '孙小满', signerStatus: 'signed' })
  const kept = await server.deps.db.read(who.tenantId, (db) =>
    db.selectFrom('signing_certificate').select(['revoked_at', 'sealed_key']).execute(),
  )
  const contacts = await server.deps.db.read(who.tenantId, (db) => db.selectFrom('contact').selectAll().execute())
  expect(contacts).toEqual([])
  expect(kept.map(({ revoked_at, sealed_key }) => [revoked_at !== null, sealed_key.length])).toEqual([[true, 0]])
  clock += 2 * minute
  await server.deps.db.directory((directory) => directory.deleteFrom('outbox_message').execute())
  const again = await newcomer(server, '13900000705')
  expect((await server.call('recentTasks', {}, again)).data.taskInfoArray).toEqual([])
})

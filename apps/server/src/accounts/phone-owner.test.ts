import { dayMs } from '@moqi/domain/time/civil-date'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { askLoginCode, codesSent, smsTokenFor, solvedCaptcha } from '#src/testing/codes.ts'
import { newcomer, personSigner, type Player, player, sent } from '#src/testing/contract-scene.ts'
import { arrivedMessages } from '#src/testing/messages.ts'
import { newAddress } from '#src/testing/sign-in.ts'
import { testServer, type TestServer } from '#src/testing/test-server.ts'

const idNumber = '11010519491231002X'
const dormantMs = 90 * dayMs
let server: TestServer
let clock = Date.UTC(2026, 10, 20, 2)

beforeAll(async () => {
  server = await testServer({ now: () => clock })
})
afterAll(() => server.close())

/** Signs in by a code to the phone, as whoever holds it today would. */
async function byCode(phone: string, address = newAddress()) {
  clock += 61_000
  const before = (await codesSent(server, { phone, scene: 'login', count: 0 })).length
  await askLoginCode(server, phone, address)
  const [smsCode = ''] = await codesSent(server, { phone, scene: 'login', count: before + 1 })
  const answer = await server.call('loginByVerificationCode', { phone, smsCode }, { address })
  const challenge = Object(answer.data.challenge)
  return { ...answer, challenge: String(challenge.code), proofs: challenge.proofArray }
}

const spacesOf = async (token: unknown) =>
  (await server.call('getUserSpaceInfo', {}, { token: String(token) })).data.spaceInfoArray

/** Somebody real-named with a contract, unused for that long. */
async function former(phone: string, unusedMs = dormantMs): Promise<Player> {
  const who = await newcomer(server, phone, '荀彧')
  const launcher = await player(server, '13800000002', 'company')
  await sent(server, launcher, [personSigner(1, '荀彧', phone)], { taskName: '旧主人的合同' })
  clock += unusedMs
  return who
}

test('an account used within ninety days opens by a code, and so does one that holds nothing', async () => {
  await former('13100000001', dormantMs - 3_600_000)
  expect((await byCode('13100000001')).code).toBe(200)
  await newcomer(server, '13100000002')
  clock += dormantMs
  expect(await spacesOf((await byCode('13100000002')).data.token)).toHaveLength(1)
})

test('a number that came to somebody else opens nothing of its former owner’s', async () => {
  const phone = '13100000003'
  const { tenantId } = await former(phone)
  const asked = await byCode(phone)
  expect([asked.data.reason, asked.data.token, asked.proofs]).toEqual([
    'account/owner-unproven',
    undefined,
    ['idNumber'],
  ])
  const guess = { code: asked.challenge, proof: 'idNumber', text: '440524188001010014' } as const
  const wrong = await server.call('proveOwner', guess)
  expect([wrong.data.reason, wrong.data.token]).toEqual(['account/owner-wrong', undefined])
  // A wrong answer spends the challenge, also for the right one.
  expect((await server.call('proveOwner', { ...guess, text: idNumber })).data.reason).toBe('account/owner-wrong')

  const again = await byCode(phone)
  const entered = await server.call('leaveAccount', { code: again.challenge, agree: 1 })
  const [own, ...others] = await spacesOf(entered.data.token)
  expect([others, own?.tenantId === tenantId]).toEqual([[], false])
  const newer = { token: entered.data.token, tenantId: own?.tenantId ?? '' }
  expect((await server.call('listTasks', { status: 'all', pageSize: 20 }, newer)).data.taskInfoArray).toEqual([])
  // The number is the newcomer's from now on, and the challenge is spent.
  expect((await byCode(phone)).code).toBe(200)
  expect((await server.call('leaveAccount', { code: again.challenge, agree: 1 })).data.reason).toBe(
    'account/owner-wrong',
  )
})

test('its owner proves it by the identity number or the password and finds everything as it was', async () => {
  const { tenantId } = await former('13100000004')
  const asked = await byCode('13100000004')
  const input = { code: asked.challenge, proof: 'idNumber', text: '11010519491231002x ' } as const
  const entered = await server.call('proveOwner', input)
  expect((await spacesOf(entered.data.token)).map((space) => space.tenantId)).toContain(tenantId)
  const whole = await player(server, '13800000004', 'company')
  clock += dormantMs
  const password = await byCode(whole.phone)
  expect(password.proofs).toEqual(['password'])
  const proved = await server.call('proveOwner', { code: password.challenge, proof: 'password', text: 'Moqi@2026' })
  expect(proved.code).toBe(200)
})

test('neither a link in a message nor a forgotten password leads around it', async () => {
  const phone = '13100000005'
  await former(phone)
  const address = newAddress()
  const smsToken = await smsTokenFor(server, { phone, scene: 'reset', address })
  const reset = await server.call('resetPassword', { smsToken, password: 'Other@2027' }, { address })
  expect([reset.data.reason, reset.message]).toEqual(['account/owner-unproven', expect.stringContaining('90天')])

  const invited = '13100000007'
  const launcher = await player(server, '13800000002', 'company')
  await sent(server, launcher, [personSigner(1, '荀彧', invited)], { signExpireTime: clock + dormantMs + 30 * dayMs })
  const [message] = await arrivedMessages(server, { recipient: invited, scene: 'toSign' })
  const ticket = /\/t\/([\w-]+)/.exec(message?.body ?? '')?.[1] ?? ''
  const enter = async (count: number) => {
    expect((await server.call('sendTicketCode', { ticket }, { address })).code).toBe(200)
    const [smsCode = ''] = await codesSent(server, { phone: invited, scene: 'ticket', count })
    return server.call('enterByTicket', { ticket, smsCode, agree: 1 }, { address })
  }
  const { token } = (await enter(1)).data
  const named = { realName: '荀彧', idNumber, agree: 1, certificateAgree: 1 } as const
  expect((await server.call('submitPersonAuth', named, { token })).code).toBe(200)
  clock += dormantMs
  const entered = await enter(2)
  expect([entered.data.reason, entered.data.token]).toEqual(['account/owner-unproven', undefined])
})

test('whoever owns it and lost the number is told by mail, signs in by password and binds another', async () => {
  const phone = '13800000003'
  clock += dormantMs
  await server.deps.db.directory((directory) =>
    directory
      .updateTable('account')
      .set({ email: 'owner@example.cn', user_name: 'former_owner' })
      .where('phone', '=', phone)
      .execute(),
  )
  const asked = await byCode(phone)
  expect((await server.call('leaveAccount', { code: asked.challenge, agree: 1 })).code).toBe(200)
  const [mail] = await arrivedMessages(server, { recipient: 'owner@example.cn', scene: 'phoneLeft' })
  expect(mail?.body).toContain('138****0003')

  const address = newAddress()
  const signIn = { userName: 'former_owner', password: 'Moqi@2026' }
  const { data } = await server.call('loginByAccount', signIn, { address })
  const owner = { token: data.token, address }
  expect((await server.call('getSmsVerificationCode', { scene: 'pin' }, owner)).message).toContain('没有绑定手机号')
  const captcha = await solvedCaptcha(server, address)
  await server.call('getNewPhoneCode', { phone: '13100000009', ...captcha }, owner)
  const [phoneCode = ''] = await codesSent(server, { phone: '13100000009', scene: 'newPhone', count: 1 })
  const bound = await server.call('changePhone', { smsCode: '', phone: '13100000009', phoneCode }, owner)
  expect([bound.code, bound.data.phone]).toEqual([200, '131****0009'])
})

test('once the owner was there nobody leaves the account with an old challenge, nor two at once', async () => {
  const phone = '13100000006'
  await former(phone)
  const [one, other] = [await byCode(phone), ((clock += 61_000), await byCode(phone))]
  const proved = await server.call('proveOwner', { code: other.challenge, proof: 'idNumber', text: idNumber })
  expect(proved.code).toBe(200)
  expect((await server.call('leaveAccount', { code: one.challenge, agree: 1 })).data.reason).toBe('account/owner-wrong')
  clock += dormantMs
  const both = [await byCode(phone), ((clock += 61_000), await byCode(phone))]
  const left = await Promise.all(
    both.map(({ challenge }) => server.call('leaveAccount', { code: challenge, agree: 1 })),
  )
  expect(left.map(({ status, code }) => [status < 500, code === 200]).toSorted()).toEqual([
    [true, false],
    [true, true],
  ])
})

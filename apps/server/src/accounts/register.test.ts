import type { Sent } from '@moqi/api/call'
import type { Table } from '@moqi/api/table'
import { agreementVersions } from '@moqi/domain/account/agreements'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { smsTokenFor } from '#src/testing/codes.ts'
import { testServer, type TestServer } from '#src/testing/test-server.ts'

const minute = 60_000
const password = 'Qixian#2026'
let server: TestServer
let clock = Date.UTC(2026, 10, 20, 2)

beforeAll(async () => {
  server = await testServer({ now: () => clock })
})
afterAll(() => server.close())

let people = 0

/** A phone and a user name nobody has, and an address of its own. */
function somebody(): { phone: string; userName: string; address: string } {
  people += 1
  return { phone: `136${String(people).padStart(8, '0')}`, userName: `newcomer_${people}`, address: `10.6.0.${people}` }
}
type Somebody = ReturnType<typeof somebody>

/** A registration as the page sends it, with a token of the proven phone. */
async function filled({ phone, userName, address }: Somebody, changes: Partial<Sent<Table['register']>> = {}) {
  const smsToken = changes.smsToken ?? (await smsTokenFor(server, { phone, scene: 'register', address }))
  return { userType: 'person' as const, userName, phone, smsToken, password, agree: 1 as const, ...changes }
}

const register = (input: Sent<Table['register']>, { address }: Somebody) => server.call('register', input, { address })
const accountsWith = (phone: string) =>
  server.deps.db.directory((directory) =>
    directory.selectFrom('account').where('phone', '=', phone).selectAll().execute(),
  )

test('a person registers, is signed in for 30 minutes and has the personal space (C3)', async () => {
  const own = somebody()
  const { code, data } = await register(await filled(own), own)
  expect([code, data.expireTime]).toEqual([200, clock + 30 * minute])
  const account = await server.call('getUserAccountInfo', {}, { token: data.token })
  expect([account.data.userName, account.data.userType, account.data.isAuthed]).toEqual([
    own.userName,
    'person',
    'notAuth',
  ])
  const { spaceInfoArray } = (await server.call('getUserSpaceInfo', {}, { token: data.token })).data
  expect(spaceInfoArray.map(({ spaceType, spaceStatus }) => [spaceType, spaceStatus])).toEqual([['person', 'notAuth']])
  const complete = await server.call('getPerfectInfo', {}, { token: data.token })
  expect(complete.data).toEqual({ shown: 1, missingArray: ['email'] })
  for (const userName of [own.userName, own.phone]) {
    expect((await server.call('loginByAccount', { userName, password }, own)).code).toBe(200)
  }
})

test('a company’s registrant owns its space, which is not authenticated yet, and has a personal one too (C3)', async () => {
  const own = somebody()
  const companyName = ' 苏州(新区)精工有限公司 '
  const { data } = await register(await filled(own, { userType: 'company', companyName }), own)
  const { spaceInfoArray } = (await server.call('getUserSpaceInfo', {}, { token: data.token })).data
  expect(spaceInfoArray).toMatchObject([
    { spaceType: 'company', spaceName: '苏州（新区）精工有限公司', spaceStatus: 'notAuth', isSpaceOwner: 'yes' },
    { spaceType: 'person', companyId: null, spaceStatus: 'notAuth', isSpaceOwner: 'yes' },
  ])
  expect(spaceInfoArray[0]?.companyId).toMatch(/^[0-9a-f-]{36}$/)
  expect((await server.call('getUserAccountInfo', {}, { token: data.token })).data.userType).toBe('company')
})

test('the consent is kept with document, version, time, address and browser', async () => {
  const own = somebody()
  await register(await filled(own), own)
  const [account] = await accountsWith(own.phone)
  const kept = await server.deps.db.directory((directory) =>
    directory
      .selectFrom('consent')
      .where('account_id', '=', account?.account_id ?? '')
      .selectAll()
      .execute(),
  )
  expect(kept.map(({ document, version, agreed_at, address }) => ({ document, version, agreed_at, address }))).toEqual(
    expect.arrayContaining(
      agreementVersions.map(({ document, version }) => ({ document, version, agreed_at: clock, address: own.address })),
    ),
  )
  expect(kept).toHaveLength(agreementVersions.length)
  expect(kept[0]?.user_agent).toBe('lightMyRequest')
})

test('the browser that registers gets its secret: the next sign-in there is none from a new device (C3)', async () => {
  const own = somebody()
  const { data } = await register(await filled(own), own)
  const devices = await server.call('listDevices', {}, { token: data.token })
  expect(devices.data.deviceArray.map(({ isCurrent }) => isCurrent)).toEqual(['yes'])
  const device = data.device ?? ''
  clock += minute
  expect(device).toMatch(/^[\w-]{43}$/)
  const again = await server.call('loginByAccount', { userName: own.userName, password }, { device })
  expect([again.code, again.data.device]).toEqual([200, undefined])
  const { signInArray } = (await server.call('listSignIns', {}, { token: again.data.token })).data
  expect(signInArray.map(({ method, newDevice }) => [method, newDevice])).toEqual([
    ['account', 'no'],
    ['register', 'no'],
  ])
})

test('whoever registers over a session ends it', async () => {
  const token = await server.login('13800000004')
  const own = somebody()
  const { data } = await server.call('register', await filled(own), { address: own.address, token })
  expect((await server.call('inspectTokenExpired', {}, { token })).code).toBe(-10)
  expect((await server.call('inspectTokenExpired', {}, { token: data.token })).code).toBe(200)
})

test('nobody registers without agreeing', async () => {
  const own = somebody()
  const answer = await server.app.inject({
    method: 'POST',
    url: '/system/user/register',
    payload: { ...(await filled(own)), agree: 0 },
  })
  expect(answer.statusCode).toBe(400)
  expect(await accountsWith(own.phone)).toEqual([])
})

test('the invitation code stays with the account (K2)', async () => {
  const own = somebody()
  await register(await filled(own, { inviteCode: 'Ab_9-x' }), own)
  expect((await accountsWith(own.phone))[0]?.invite_code).toBe('Ab_9-x')
})

test('a refused field names itself and costs nothing: the same token registers once it is right (V17)', async () => {
  const own = somebody()
  const input = await filled(own)
  const faults: [Partial<Sent<Table['register']>>, string, string][] = [
    [{ userName: '1abc' }, 'userName', '账号需4-20位，以字母开头，仅支持字母、数字和下划线'],
    [{ userName: '13600000001' }, 'userName', '账号需4-20位，以字母开头，仅支持字母、数字和下划线'],
    [{ phone: '12345' }, 'phone', '手机号格式不正确'],
    [{ password: 'abcdefgh' }, 'password', '密码需8-20位，至少包含大写字母、小写字母、数字、特殊字符中的三种'],
    [{ password: 'P@ssw0rd' }, 'password', '密码过于简单，请重新设置'],
    [{ password: `${own.userName}A` }, 'password', '密码不能包含账号或手机号'],
    [{ password: `Aa#${own.phone}` }, 'password', '密码不能包含账号或手机号'],
    [{ userType: 'company' }, 'companyName', '企业名称需与营业执照一致'],
    [{ userType: 'company', companyName: '甲' }, 'companyName', '企业名称需与营业执照一致'],
  ]
  for (const [change, field, message] of faults) {
    const answer = await register({ ...input, ...change }, own)
    expect([answer.code, answer.data.field, answer.message]).toEqual([422, field, message])
  }
  expect((await register(input, own)).code).toBe(200)
})

test('a user name somebody has, in whatever case, is refused and another one taken with the same token', async () => {
  const first = somebody()
  await register(await filled(first), first)
  const second = somebody()
  const input = await filled(second)
  for (const userName of [first.userName, first.userName.toUpperCase()]) {
    const { code, message, data } = await register({ ...input, userName }, second)
    expect([code, message, data.field]).toEqual([422, '该账号已被使用，请换一个', 'userName'])
  }
  expect((await register(input, second)).code).toBe(200)
})

test('a token is bound to its phone, its scene and ten minutes, and serves once (C8)', async () => {
  const own = somebody()
  const input = await filled(own)
  const other = somebody()
  const wrong = async (changes: Partial<Sent<Table['register']>>) => {
    const { code, message } = await register({ ...input, ...changes }, own)
    expect([code, message]).toEqual([422, '验证码错误或已失效'])
  }
  await wrong({ phone: other.phone })
  await wrong({ smsToken: 'A'.repeat(32) })
  const known = '13800000001'
  const reset = await smsTokenFor(server, { phone: known, scene: 'reset', address: other.address })
  await wrong({ smsToken: reset, phone: known })
  clock += 10 * minute + 1
  await wrong({})
  const fresh = await filled(own)
  clock += 10 * minute
  expect((await register(fresh, own)).code).toBe(200)
  await wrong({ ...fresh, userName: 'somebody_else' })
})

test('two tabs that register one phone make one account, and the other is told what is true', async () => {
  const own = somebody()
  const first = await filled(own)
  clock += minute
  const second = await filled(own, { userName: 'other_name' })
  const answers = await Promise.all([register(first, own), register(second, own)])
  const told = answers.map(({ code, message, data }) => [code, code === 200 ? '' : message, data.field])
  expect(told.toSorted()).toEqual([
    [200, '', undefined],
    [422, '该手机号已注册，请直接登录', 'phone'],
  ])
  expect(await accountsWith(own.phone)).toHaveLength(1)
})

test('two people who want one user name at once: one gets it, the other keeps the token', async () => {
  const pair = [somebody(), somebody()]
  const inputs = await Promise.all(pair.map((own) => filled(own, { userName: 'wanted_by_two' })))
  const answers = await Promise.all(inputs.map((input, n) => register(input, pair[n] ?? somebody())))
  const loser = answers.findIndex(({ code }) => code !== 200)
  expect(answers.filter(({ code }) => code === 200)).toHaveLength(1)
  expect([answers[loser]?.code, answers[loser]?.data.field]).toEqual([422, 'userName'])
  const again = await register({ ...inputs[loser], userName: 'second_choice' } as Sent<Table['register']>, somebody())
  expect(again.code).toBe(200)
})

test('fifty uses of one token at once register once', async () => {
  const own = somebody()
  const input = await filled(own)
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, n) =>
      server.call('register', { ...input, userName: `parallel_${n}` }, { address: `10.7.${n & 3}.${n}` }),
    ),
  )
  expect(answers.filter(({ code }) => code === 200)).toHaveLength(1)
  expect(await accountsWith(own.phone)).toHaveLength(1)
})

test.each([{ id: '0'.repeat(64) }, { sign: 'c2lnbmF0dXJl' }, { code: '123456' }])(
  'a registration with a part of what a key answers (%j) makes no account without one (C3)',
  async (ofKey) => {
    const own = somebody()
    const input = await filled(own)
    const refused = await register({ ...input, ...ofKey }, own)
    expect([refused.code, refused.data.reason]).toEqual([422, 'account/key-wrong'])
    expect(await accountsWith(own.phone)).toEqual([])
    expect((await register(input, own)).code).toBe(200)
  },
)

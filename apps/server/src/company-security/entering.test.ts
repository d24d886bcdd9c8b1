import { dayMs, hourMs } from '@moqi/domain/time/civil-date'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { askLoginCode, codesSent } from '#src/testing/codes.ts'
import { colleague, memberIdOf } from '#src/testing/company-scene.ts'
import { type Player, player } from '#src/testing/contract-scene.ts'
import type { Authenticator } from '#src/testing/authenticator.ts'
import { newAddress } from '#src/testing/sign-in.ts'
import { askedKey, boundKey, keyCode } from '#src/testing/key-scene.ts'
import { testServer, type TestServer } from '#src/testing/test-server.ts'

const company = '杭州云启科技有限公司'
const inside = '203.0.113.9'
const outside = '198.51.100.7'
const minute = 60_000
let clock = Date.UTC(2026, 10, 20, 2)
let server: TestServer
let jing: Player & { address: string }
let jingsKey: Authenticator
let chen: Player
let wang: Player
let sun: Player

beforeAll(async () => {
  server = await testServer({ now: () => clock })
  jing = { ...(await player(server, '13800000002', 'company')), address: inside }
  jingsKey = await boundKey(server, jing)
  chen = await player(server, '13800000003', 'company')
  wang = await player(server, '13800000001', 'person')
  sun = await colleague(server, jing, { name: '孙悟空', phone: '13900000301' })
})
afterAll(() => server.close())

const rules = async (who = jing) => (await server.call('getSecurityRules', {}, who)).data
const versionNow = async () => (await rules()).version
const seen = async (who: Player, address?: string) => {
  const { code, data } = await server.call('getSpaceDetailInfo', {}, { ...who, ...(address && { address }) })
  return code === 200 ? 'open' : data['reason']
}
const shutOf = async (who: Player, address?: string) => {
  const { data } = await server.call('getUserSpaceInfo', {}, { token: who.token, ...(address && { address }) })
  return data.spaceInfoArray.map(({ spaceType, shut }) => [spaceType, shut ?? 'open'])
}
const byKey = async (key: Authenticator, { phone }: Player) => {
  const challenge = await askedKey(server, phone)
  const { data } = await server.call('loginByKey', { id: key.keyId, code: challenge.code, sign: key.get(challenge) })
  return String(data['token'])
}
const jingAgain = async () => {
  jing = { ...jing, token: await byKey(jingsKey, jing) }
}
/** Signs in by a code to the phone. */
const byCode = async (phone: string) => {
  clock += minute
  const before = (await codesSent(server, { phone, scene: 'login', count: 0 })).length
  await askLoginCode(server, phone, newAddress())
  const [smsCode = ''] = await codesSent(server, { phone, scene: 'login', count: before + 1 })
  return String((await server.call('loginByVerificationCode', { phone, smsCode })).data.token)
}
const askSecond = async (change: { isOn?: 0 | 1; roleArray?: string[] | null; graceDays?: 0 | 7 }) =>
  server.call('saveSecondStep', { version: await versionNow(), isOn: 1, graceDays: 0, ...change }, jing)
const titles = async (who: Player) =>
  (await server.call('listMessage', {}, who)).data.messageArray.map(({ text }) => text)

test('who asks a second step of others has one, and knows in numbers whom it meets', async () => {
  for (const [who, reason] of [
    [chen, 'session/forbidden'],
    [wang, 'session/forbidden'],
    [{ ...wang, tenantId: jing.tenantId }, 'space/not-found'],
    [{ ...wang, token: '' }, 'session/required'],
  ] as const) {
    expect((await server.call('getSecurityRules', {}, who)).data['reason']).toBe(reason)
    expect((await server.call('saveSecondStep', { version: 0, isOn: 0 }, who)).data['reason']).toBe(reason)
  }
  const { data: before } = await server.call('weighSecondStep', { roleArray: null }, jing)
  expect(before).toMatchObject({ withNumber: 0, administratorNumber: 1, applicationNumber: 0 })
  const refused = await askSecond({})
  expect([refused.data['reason'], refused.message]).toEqual([
    'space/second-step-first',
    '请先为您自己的账号开启登录二次验证，再要求其他成员',
  ])
  clock += minute
  const smsCode = await keyCode(server, jing)
  expect((await server.call('requireKey', { keyRequired: 'yes', smsCode }, jing)).code).toBe(200)
  const { data } = await server.call('weighSecondStep', { roleArray: null }, jing)
  expect(data).toMatchObject({ withNumber: 1, askedNumber: before.askedNumber - 1, administratorNumber: 0 })
  const { data: one } = await server.call('weighSecondStep', { roleArray: ['administrator'] }, jing)
  expect(one).toMatchObject({ withNumber: 1, askedNumber: 0 })
  expect((await askSecond({ roleArray: ['nobody’s'] })).data['field']).toBe('roleArray')
})

test('within the grace everybody enters and is told; after it who has no second step enters the own space alone', async () => {
  expect((await askSecond({ graceDays: 7 })).code).toBe(200)
  expect(await seen(chen)).toBe('open')
  expect((await titles(chen))[0]).toContain(`${company}要求双因子登录，请在2026-11-27`)
  clock += 7 * dayMs
  chen = { ...chen, token: await byCode(chen.phone) }
  await jingAgain()
  expect((await shutOf(chen)).toSorted()).toEqual([
    ['company', 'second'],
    ['person', 'open'],
  ])
  const refused = await server.call('listTasks', {}, chen)
  expect([refused.code, refused.data['reason'], refused.message]).toEqual([
    4285,
    'space/second-step',
    `${company}要求双因子登录，请先在安全设置中开启登录二次验证，再进入`,
  ])
  expect((await server.call('setTenantId', { tenantId: chen.tenantId }, { token: chen.token })).data['reason']).toBe(
    'space/second-step',
  )
  // Whoever signs in by two steps at once, as with a key, has one.
  const rows = await server.call('listAllSpacesTasks', { pageSize: 20 }, { token: chen.token })
  expect(rows.data.taskInfoArray.every(({ tenantId }) => tenantId !== chen.tenantId)).toBe(true)
})

test('whoever sets one up is let in with the next request, and a key that is the way in counts at once', async () => {
  const alone = { ...chen, tenantId: '' }
  const key = await boundKey(server, alone)
  expect(await seen(chen)).toBe('space/second-step')
  expect(await seen({ ...chen, token: await byKey(key, chen) })).toBe('open')
  clock += minute
  const smsCode = await keyCode(server, alone)
  await server.call('requireKey', { keyRequired: 'yes', smsCode }, { token: chen.token })
  expect(await seen(chen)).toBe('open')
})

test('a second step of named roles is asked of those alone, and an ex-member is a stranger', async () => {
  sun = { ...sun, token: await byCode(sun.phone) }
  expect(await seen(sun)).toBe('space/second-step')
  expect((await askSecond({ roleArray: ['administrator'] })).code).toBe(200)
  expect(await seen(sun)).toBe('open')
  expect((await askSecond({ isOn: 0 })).code).toBe(200)
  expect((await rules()).second).toMatchObject({ isOn: 0, fromTime: null })
  const { data } = await server.call('listMemberLog', {}, jing)
  expect(data.logArray[0]).toMatchObject({ label: '设置双因子登录要求', detail: '不再要求', who: '李静' })
  await server.call('removeMember', { memberId: await memberIdOf(server, jing, sun.phone) }, jing)
  expect(await seen(sun)).toBe('space/not-found')
})

const networks = [
  { network: '203.0.113.0/24', networkName: '杭州总部' },
  { network: '2001:db8::/32', networkName: '总部 IPv6' },
]
const saveNetworks = async (change: object, address = inside) =>
  server.call(
    'saveNetworks',
    { version: await versionNow(), isOn: 1, networkArray: networks, withApplications: 0, ...change },
    { ...jing, address },
  )

test('networks are switched on from inside alone, and keep others out with a sentence', async () => {
  const away = await saveNetworks({}, outside)
  expect([away.data['reason'], away.message]).toEqual([
    'space/network-outside',
    `您当前的网络地址 ${outside} 不在范围内，开启后您自己也无法进入，请先把它加入范围`,
  ])
  for (const network of ['10.0.0', '10.0.0.0/33', '0.0.0.0/0', '::/0', '外网', '10.0.0.1/8/8'])
    expect((await saveNetworks({ networkArray: [...networks, { network, networkName: '' }] })).data['field']).toBe(
      'networkArray',
    )
  expect((await saveNetworks({})).code).toBe(200)
  for (const address of [inside, '::ffff:203.0.113.200', '2001:db8:1::5'])
    expect(await seen(jing, address)).toBe('open')
  for (const address of [outside, '203.0.114.1', '2001:db9::1']) expect(await seen(chen, address)).toBe('space/network')
  const refused = await server.call('listTasks', {}, { ...chen, address: outside })
  expect([refused.code, refused.message]).toEqual([
    4284,
    `${company}只允许从公司网络进入，您当前的网络不在范围内，请连接公司网络后重试，或联系企业管理员`,
  ])
  expect(await shutOf(chen, outside)).toContainEqual(['company', 'network'])
  expect((await server.call('getSecurityRules', {}, { ...jing, address: inside })).data).toMatchObject({
    address: inside,
    isInside: 1,
    network: { isOn: 1, networkArray: networks },
  })
})

test('an administrator outside opens the networks by a code to the phone, and nobody else does', async () => {
  const code = async (who: Player) => {
    clock += minute
    const before = (await codesSent(server, { phone: who.phone, scene: 'network', count: 0 })).length
    await server.call('getSmsVerificationCode', { scene: 'network' }, { token: who.token, address: outside })
    const [newest = ''] = await codesSent(server, { phone: who.phone, scene: 'network', count: before + 1 })
    return newest
  }
  await jingAgain()
  wang = { ...wang, token: await server.login(wang.phone) }
  sun = { ...sun, token: await byCode(sun.phone) }
  const open = (who: Player, smsCode: string) =>
    server.call('openNetworks', { tenantId: jing.tenantId, smsCode }, { token: who.token, address: outside })
  expect((await open(wang, '000000')).data['reason']).toBe('space/not-found')
  expect((await open(sun, '000000')).data['reason']).toBe('space/not-found')
  expect((await open(chen, await code(chen))).data['reason']).toBe('space/owner-only')
  expect((await open(jing, '000000')).data['reason']).toBe('account/code-wrong')
  expect(await seen(chen, outside)).toBe('space/network')
  expect((await open(jing, await code(jing))).code).toBe(200)
  expect(await seen(chen, outside)).toBe('open')
  expect((await rules()).network).toMatchObject({ isOn: 0, networkArray: networks })
  const { data } = await server.call('listMemberLog', {}, jing)
  expect(data.logArray[0]).toMatchObject({ label: '紧急关闭网络限制', detail: `从 ${outside} 凭短信验证码` })
  expect((await titles(jing))[0]).toContain(`从 ${outside} 凭短信验证码关闭了${company}的网络限制`)
  expect((await open(jing, '000000')).data['reason']).toBe('space/rules-stale')
})

const saveSession = async (change: { idleMinutes?: 5 | null; longestHours?: 8 | null }) =>
  server.call(
    'saveSessionRule',
    { version: await versionNow(), idleMinutes: null, longestHours: null, ...change },
    jing,
  )

test('a pause longer than the company bears shuts its space for the session, however often it comes back', async () => {
  await jingAgain()
  expect((await saveSession({ idleMinutes: 5 })).code).toBe(200)
  const wangs = await colleague(server, jing, { name: '猪八戒', phone: '13900000302' })
  expect(await seen(wangs)).toBe('open')
  clock += 4 * minute
  expect(await seen(wangs)).toBe('open')
  clock += 6 * minute
  expect(await seen(wangs)).toBe('space/sign-in-again')
  expect(await seen(wangs)).toBe('space/sign-in-again')
  expect((await shutOf(wangs)).find(([type]) => type === 'person')?.[1]).toBe('open')
  expect(await shutOf(wangs)).toContainEqual(['company', 'pause'])
  await jingAgain()
  expect((await saveSession({ longestHours: 8 })).code).toBe(200)
  expect(await seen(wangs)).toBe('open')
  clock += 8 * hourMs
  await jingAgain()
  expect(await shutOf(jing)).toContainEqual(['company', 'open'])
  expect((await saveSession({})).code).toBe(200)
})

test('a password is as long as its companies ask from the next one on, and as young as they ask', async () => {
  const rule = { leastLength: 12, ageDays: 90 } as const
  const save = async (input: { leastLength: 8 | 12; ageDays: 90 | null }) =>
    server.call('savePasswordRule', { version: await versionNow(), ...input }, jing)
  expect((await save(rule)).code).toBe(200)
  const bajie = await colleague(server, jing, { name: '沙和尚', phone: '13900000304' })
  const change = async ({ phone, token }: Player, password: string) => {
    clock += minute
    const before = (await codesSent(server, { phone, scene: 'password', count: 0 })).length
    await server.call('getSmsVerificationCode', { scene: 'password' }, { token })
    const [smsCode = ''] = await codesSent(server, { phone, scene: 'password', count: before + 1 })
    return server.call('changePassword', { smsCode, password }, { token })
  }
  const short = await change(bajie, 'Kuaile#88')
  expect([short.data['field'], short.message]).toEqual(['password', `${company}要求成员的密码至少12位`])
  expect((await change(bajie, 'Kuaile#88-Kuaile')).code).toBe(200)
  expect(await seen(bajie)).toBe('open')
  clock += 91 * dayMs
  await jingAgain()
  const { data } = await server.call('loginByAccount', { userName: bajie.phone, password: 'Kuaile#88-Kuaile' })
  expect(await seen({ ...bajie, token: data.token })).toBe('space/password-old')
  // The administrator's own is as old, and a new one lets in.
  expect((await change(jing, 'Jing-2026-Jing')).code).toBe(200)
  expect((await save({ leastLength: 8, ageDays: null })).code).toBe(200)
  expect(await seen({ ...bajie, token: data.token })).toBe('open')
})

test('rules are changed by who was proved lately, and as they were read', async () => {
  await jingAgain()
  const stale = { version: 0, idleMinutes: null, longestHours: null } as const
  expect((await server.call('saveSessionRule', stale, jing)).data['reason']).toBe('space/rules-stale')
  for (const _ of [1, 2]) {
    clock += hourMs / 4 + 1
    expect((await server.call('getSecurityRules', {}, jing)).code).toBe(200)
  }
  const late = await server.call('saveSessionRule', { ...stale, version: await versionNow() }, jing)
  expect(late.data['reason']).toBe('account/sign-in-again')
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { player } from '#src/testing/contract-scene.ts'
import { testServer, type TestServer } from '#src/testing/test-server.ts'

const second = 1000
const minute = 60 * second
let server: TestServer
let clock = Date.UTC(2026, 10, 20, 2)

beforeAll(async () => {
  server = await testServer({ now: () => clock })
})
afterAll(() => server.close())

const redeem = (token: string) => server.call('autoLoginByToken', { token }, { address: '10.8.0.1' })

test('C12: a link signs in once, in the space it was made in, and names where to go', async () => {
  const jing = await player(server, '13800000002', 'person')
  const made = await server.call('createAutoLoginToken', { redirect: '/signing?signId=a b' }, jing)
  expect(made.data.expireTime).toBe(clock + minute)
  const link = new URL(made.data.link)
  expect([link.pathname, link.searchParams.get('token'), link.searchParams.get('redirect')]).toEqual([
    '/home/autoLogin',
    made.data.token,
    '/signing?signId=a b',
  ])
  const { code, data } = await redeem(made.data.token)
  expect([code, data.redirect, data.expireTime]).toEqual([200, '/signing?signId=a b', clock + 30 * minute])
  const detail = await server.call('getSpaceDetailInfo', {}, { token: data.token })
  expect(detail.data.tenantId).toBe(jing.tenantId)
  const again = await redeem(made.data.token)
  expect([again.code, again.message]).toEqual([422, '登录链接已失效或已使用，请重新获取'])
  expect((await server.call('inspectTokenExpired', {}, jing)).code).toBe(200)
})

test('fifty who open one link at once get one session', async () => {
  const ming = await player(server, '13800000001', 'person')
  const { data } = await server.call('createAutoLoginToken', {}, ming)
  const answers = await Promise.all(Array.from({ length: 50 }, () => redeem(data.token)))
  expect(answers.filter(({ code }) => code === 200)).toHaveLength(1)
})

test('a link lives 60 seconds to the ms, and a late one is used up', async () => {
  const ming = await player(server, '13800000001', 'person')
  const inTime = await server.call('createAutoLoginToken', {}, ming)
  const late = await server.call('createAutoLoginToken', {}, ming)
  clock += minute
  expect((await redeem(inTime.data.token)).code).toBe(200)
  clock += 1
  expect((await redeem(late.data.token)).code).toBe(422)
  clock -= minute
  expect((await redeem(late.data.token)).code).toBe(422)
})

test.each([
  'https://evil.example/',
  '//evil.example',
  '/\\evil.example',
  '/..//evil.example',
  '/a//evil.example',
  'javascript:alert(1)',
  '/a\nb',
  '',
])('a link never leads to %j', async (redirect) => {
  const ming = await player(server, '13800000001', 'person')
  expect((await server.call('createAutoLoginToken', { redirect }, ming)).status).toBe(400)
})

test('only who has signed in within half an hour makes a link, and a link’s session passes the proof on', async () => {
  const ming = await player(server, '13800000001', 'person')
  clock += 20 * minute
  const made = await server.call('createAutoLoginToken', {}, ming)
  const { data } = await redeem(made.data.token)
  expect((await server.call('createAutoLoginToken', {}, { token: data.token })).code).toBe(200)
  clock += 10 * minute + 1
  for (const token of [ming.token, data.token]) {
    const refused = await server.call('createAutoLoginToken', {}, { token })
    expect([refused.code, refused.message]).toEqual([428, '为保障账号安全，请重新登录后再操作'])
  }
})

test('a link into a space that its maker has left opens the account without it', async () => {
  const chen = await player(server, '13800000003', 'company')
  const { data: made } = await server.call('createAutoLoginToken', {}, chen)
  await server.deps.db.directory((directory) =>
    directory.deleteFrom('membership').where('tenant_id', '=', chen.tenantId).where('is_owner', '=', false).execute(),
  )
  const { data } = await redeem(made.token)
  const detail = await server.call('getSpaceDetailInfo', {}, { token: data.token })
  expect([detail.code, detail.data.spaceType]).toEqual([200, 'person'])
})

test('the device a link was opened on is not trusted', async () => {
  const ming = await player(server, '13800000001', 'person')
  const { data: made } = await server.call('createAutoLoginToken', {}, ming)
  const { data } = await redeem(made.token)
  const { data: devices } = await server.call('listDevices', {}, { token: data.token })
  expect(devices.deviceArray.filter(({ isCurrent }) => isCurrent === 'yes')).toEqual([])
})

test('a link says whose account it signs in to, and stays good', async () => {
  const jing = await player(server, '13800000002', 'person')
  const { token } = (await server.call('createAutoLoginToken', {}, jing)).data
  const ask = () => server.call('getAutoLoginAccount', { token })
  expect((await ask()).data).toEqual({ nickName: '李静', phone: '138****0002' })
  expect((await redeem(token)).code).toBe(200)
  expect((await ask()).data.reason).toBe('account/link-dead')
  expect((await server.call('getAutoLoginAccount', { token: 'none' })).data.reason).toBe('account/link-dead')
})

test('a link made in a company acts in no space of it once its maker is disabled there', async () => {
  const jing = await player(server, '13800000002', 'company')
  const { token } = (await server.call('createAutoLoginToken', {}, jing)).data
  const change = (state: 'disabled' | 'accepted') =>
    server.deps.db.directory((directory) =>
      directory.updateTable('membership').set({ state }).where('tenant_id', '=', jing.tenantId).execute(),
    )
  await change('disabled')
  const { data } = await redeem(token)
  const { tenant_id } = await server.deps.db.directory((directory) =>
    directory
      .selectFrom('session')
      .orderBy('created_at', 'desc')
      .where('method', '=', 'token')
      .where('proved_at', '=', clock)
      .select('tenant_id')
      .executeTakeFirstOrThrow(),
  )
  await change('accepted')
  expect([data.redirect, tenant_id]).toEqual(['/', null])
})

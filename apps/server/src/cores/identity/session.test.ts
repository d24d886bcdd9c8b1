import { afterAll, beforeAll, expect, test } from 'vitest'
import { player, type Player } from '#src/testing/contract-scene.ts'
import { testServer, type TestServer } from '#src/testing/test-server.ts'

const minute = 60_000
const day = 24 * 60 * minute
let server: TestServer
let clock = Date.UTC(2026, 10, 20, 2)
let addresses = 0

beforeAll(async () => {
  server = await testServer({ now: () => clock })
})
afterAll(() => server.close())

const login = async (userName: string, rememberMe: 0 | 1): Promise<{ token: string; expireTime: number }> => {
  addresses += 1
  const ask = { address: `10.6.0.${addresses}` }
  return (await server.call('loginByAccount', { userName, password: 'Moqi@2026', rememberMe }, ask)).data
}

const alive = async (token: string) => {
  const answer = await server.call('inspectTokenExpired', {}, { token })
  return [answer.status, answer.code]
}

test('a session ends after 30 idle minutes, and using it keeps it alive', async () => {
  const { token, expireTime } = await login('13800000001', 0)
  expect(expireTime).toBe(clock + 30 * minute)
  for (let n = 0; n < 4; n++) {
    clock += 30 * minute
    expect(await alive(token)).toEqual([200, 200])
  }
  clock += 30 * minute + 1
  expect(await alive(token)).toEqual([401, -10])
  clock -= 5 * minute
  expect(await alive(token)).toEqual([200, 200])
})

test('a remembered session lives for seven idle days', async () => {
  const { token, expireTime } = await login('13800000001', 1)
  expect(expireTime).toBe(clock + 7 * day)
  clock += 7 * day
  expect(await alive(token)).toEqual([200, 200])
  clock += 7 * day + 1
  expect(await alive(token)).toEqual([401, -10])
})

test('logging out kills this token and no other, and answers 200 for a dead one too', async () => {
  const one = await login('13800000001', 0)
  const two = await login('13800000001', 0)
  for (let n = 0; n < 2; n++) {
    const { status, code, data } = await server.call('logout', {}, { token: one.token })
    expect([status, code, data]).toEqual([200, 200, null])
  }
  expect(await alive(one.token)).toEqual([401, -10])
  expect(await alive(two.token)).toEqual([200, 200])
  expect((await server.call('logout', {})).code).toBe(200)
})

test('the database holds no token that opens a session', async () => {
  const { token } = await login('13800000001', 0)
  const rows = await server.deps.db.directory((directory) => directory.selectFrom('session').selectAll().execute())
  expect(JSON.stringify(rows)).not.toContain(token)
  expect(rows.some(({ token_hash }) => token_hash.toString('hex').includes(Buffer.from(token).toString('hex')))).toBe(
    false,
  )
})

const spaceOf = async (ask: { token: string; tenantId?: string }) =>
  (await server.call('getSpaceDetailInfo', {}, ask)).data.tenantId

test('the header chooses the space; without it the one last set in this session counts, else the first', async () => {
  const personal = await player(server, '13800000002', 'person')
  const { tenantId: company } = await player(server, '13800000002', 'company')
  const { token } = personal
  const own = personal.tenantId
  expect(await spaceOf({ token })).toBe(company)
  expect((await server.call('setTenantId', { tenantId: own }, { token })).data).toEqual({ tenantId: own })
  expect(await spaceOf({ token })).toBe(own)
  expect(await spaceOf({ token, tenantId: company })).toBe(company)
  const other = await server.login('13800000002')
  expect(await spaceOf({ token: other })).toBe(company)
})

test('a space that is not the own one is not there, and setting it changes nothing', async () => {
  const own: Player = await player(server, '13800000001', 'person')
  const { tenantId: foreign } = await player(server, '13800000002', 'company')
  for (const tenantId of [foreign, '0198a000-0000-7000-8000-000000000000', 'nonsense']) {
    for (const answer of [
      await server.call('setTenantId', { tenantId }, own),
      await server.call('getSpaceDetailInfo', {}, { ...own, tenantId }),
    ]) {
      expect([answer.status, answer.code, answer.message]).toEqual([200, 404, '空间不存在或您已不在该空间'])
    }
  }
  expect(await spaceOf({ token: own.token })).toBe(own.tenantId)
})

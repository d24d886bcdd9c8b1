import { dayMs } from '@moqi/domain/time/civil-date'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newcomer, type Player, player } from '#src/testing/contract-scene.ts'
import { scimWith } from '#src/testing/scim-scene.ts'
import { testServer, type TestServer } from '#src/testing/test-server.ts'

let server: TestServer
let clock = Date.UTC(2026, 10, 20, 2)
let owner: Player
let operator: Player
let other: Player

beforeAll(async () => {
  server = await testServer({ now: () => clock })
  owner = await player(server, '13800000002', 'company')
  operator = await player(server, '13800000003', 'company')
  other = await player(server, '13800000004', 'company')
})
afterAll(() => server.close())

const make = async (overlap: 'none' | 'day' = 'none') =>
  (await server.call('makeProvisioningToken', { overlap }, owner)).data
const statusOf = async (token: string) => (await scimWith(server, token)('GET', '/ServiceProviderConfig')).status
const shown = async () => (await server.call('getProvisioning', {}, owner)).data

test('only who may manage integrations sees, makes and ends tokens, in the own company alone', async () => {
  const { tokenId, token } = await make()
  for (const name of ['getProvisioning', 'makeProvisioningToken', 'endProvisioningToken'] as const) {
    const input = { tokenId }
    expect((await server.call(name, input, {})).status).toBe(401)
    expect((await server.call(name, input, operator)).status).toBe(403)
    expect((await server.call(name, input, { ...owner, tenantId: other.tenantId })).data.reason).toBe('space/not-found')
  }
  const foreign = await server.call('endProvisioningToken', { tokenId }, other)
  expect([foreign.code, foreign.data.reason]).toEqual([404, 'provisioning/token-not-found'])
  expect((await server.call('getProvisioning', {}, other)).data.tokenArray).toEqual([])
  expect(await statusOf(token)).toBe(200)
})

test('a token is told once, kept as a keyed hash, and its use shown to the minute', async () => {
  const { tokenId, token } = await make()
  const { rows } = await server.deps.db.read(owner.tenantId, async (own) => ({
    rows: await own.selectFrom('provisioning_token').selectAll().execute(),
  }))
  expect(JSON.stringify(rows)).not.toContain(token)
  expect(JSON.stringify(await shown())).not.toContain(token)
  expect((await shown()).tokenArray).toMatchObject([{ tokenId, createBy: '李静', useTime: null, endTime: null }])
  expect((await shown()).baseUrl).toBe(`${server.deps.config.publicUrl}/scim/v2`)
  clock += 5000
  await statusOf(token)
  const first = clock
  clock += 30_000
  await statusOf(token)
  expect((await shown()).tokenArray).toMatchObject([{ useTime: first }])
  clock += 31_000
  await statusOf(token)
  expect((await shown()).tokenArray).toMatchObject([{ useTime: clock }])
})

test('a new token replaces those before it, at once or after an overlap', async () => {
  const { token: first } = await make()
  const { token: second } = await make('day')
  expect([await statusOf(first), await statusOf(second)]).toEqual([200, 200])
  expect((await shown()).tokenArray.map(({ endTime }) => endTime)).toEqual([null, clock + dayMs])
  clock += dayMs
  await server.login(owner.phone).then((token) => Object.assign(owner, { token }))
  expect([await statusOf(first), await statusOf(second)]).toEqual([401, 200])
  const { token: third } = await make()
  expect([await statusOf(second), await statusOf(third)]).toEqual([401, 200])
  expect((await shown()).tokenArray).toHaveLength(1)
})

test('a token that is revoked opens nothing from the next request on, and is revoked once', async () => {
  const { tokenId, token } = await make()
  expect((await server.call('endProvisioningToken', { tokenId }, owner)).code).toBe(200)
  expect(await statusOf(token)).toBe(401)
  const again = await server.call('endProvisioningToken', { tokenId }, owner)
  expect(again.data.reason).toBe('provisioning/token-not-found')
  for (const invented of ['x', '0198a000-0000-7000-8000-000000000000']) {
    const none = await server.call('endProvisioningToken', { tokenId: invented }, owner)
    expect(none.data.reason).toBe('provisioning/token-not-found')
  }
})

test('a token whose row is written to another company opens neither', async () => {
  const { tokenId, token } = await make()
  const company = Buffer.from(other.tenantId.replaceAll('-', ''), 'hex')
  const secret = Buffer.from(token.slice('scim_'.length), 'base64url').subarray(16)
  const forged = `scim_${Buffer.concat([company, secret]).toString('base64url')}`
  await server.deps.db.write(other.tenantId, async (tx) => {
    const row = await server.deps.db.read(owner.tenantId, (own) =>
      own.selectFrom('provisioning_token').where('token_id', '=', tokenId).selectAll().executeTakeFirstOrThrow(),
    )
    await tx
      .insertInto('provisioning_token')
      .values({ ...row, tenant_id: other.tenantId })
      .execute()
  })
  expect(await statusOf(forged)).toBe(401)
  expect(await statusOf(token)).toBe(200)
  await server.call('endProvisioningToken', { tokenId }, other)
})

test('a session that nobody has proved lately makes no token, nor does a company that is not authenticated', async () => {
  for (let minutes = 0; minutes < 32; minutes += 8) {
    clock += 8 * 60_000
    await shown()
  }
  const late = await server.call('makeProvisioningToken', {}, owner)
  expect(late.data.reason).toBe('account/sign-in-again')
  const person = await newcomer(server, '13914000901', '张三丰')
  expect((await server.call('makeProvisioningToken', {}, person)).status).toBe(403)
})

test('at most five tokens hold at one time', async () => {
  Object.assign(owner, { token: await server.login(owner.phone) })
  await make()
  for (let each = 0; each < 4; each++) await make('day')
  expect((await server.call('makeProvisioningToken', { overlap: 'day' }, owner)).data.reason).toBe(
    'provisioning/tokens',
  )
  expect((await shown()).tokenArray).toHaveLength(5)
  await make()
  expect((await shown()).tokenArray).toHaveLength(1)
})

test('the company reads in its log who made and who revoked a token', async () => {
  const { tokenId } = await make('day')
  await server.call('endProvisioningToken', { tokenId }, owner)
  const { data } = await server.call('listMemberLog', { pageSize: 10 }, owner)
  expect(data.logArray.slice(0, 2)).toMatchObject([
    { who: '李静', label: '吊销 SCIM 令牌' },
    { who: '李静', label: '生成 SCIM 令牌', detail: '原令牌：保留24小时' },
  ])
})

import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { GatewayFault } from '#src/platform/gateways/gateway-fault.ts'
import { messagesTo } from '#src/testing/messages.ts'
import { enrolled } from '#src/testing/operator-scene.ts'
import { player } from '#src/testing/contract-scene.ts'
import { testServer, type TestServer } from '#src/testing/test-server.ts'

let server: TestServer
let runner: { token: string }
let clock = Date.UTC(2026, 10, 20, 2)
let refusing: GatewayFault | null = null

beforeAll(async () => {
  server = await testServer({
    now: () => clock,
    mail: {
      name: 'smtp',
      send: async () => {
        if (refusing) throw refusing
        return 'taken'
      },
    },
  })
  runner = await enrolled(server, 'chenchen')
})
afterAll(() => server.close())

const health = async () => (await server.call('systemHealth', {}, runner)).data
const gatewayOf = async (name: string) => {
  const { gatewayArray } = (await server.call('listGateways', {}, runner)).data
  return gatewayArray.find(({ gateway }) => gateway === name)
}
const lastDeed = async () => (await server.call('operatorSelf', {}, runner)).data.logArray[0]
const ask = async (input: Parameters<typeof server.call<'testGateway'>>[1]) =>
  (await server.call('testGateway', input, runner)).data

test('everything has its value, and the node that answers is known', async () => {
  const { readingArray, nodeArray } = await health()
  expect(readingArray.map(({ item }) => item)).toEqual([
    'database',
    'replication',
    'databaseAge',
    'jobsLate',
    'jobsLost',
    'lanes',
    'timestamp',
    'certificate',
    'damage',
  ])
  expect(nodeArray).toMatchObject([{ isOwn: 1, isSilent: 0 }])
  const own = new Map(nodeArray[0]?.readingArray.map(({ item, value }) => [item, value]))
  expect([...own.keys()]).toEqual(['disk', 'reserve', 'store', 'connections', 'loop', 'clock', 'converter'])
  expect(own.get('disk')).toMatch(/[GM]B（共 \S+ GB）/)
  expect(own.get('store')).toBe('可写')
  expect(readingArray[0]?.value).toMatch(/^响应 \d+ 毫秒；连接 \d+\/\d+；\d/)
})

test('another node stands beside, is silent after a minute, and what it says in another shape is left out', async () => {
  const { db, newId } = server.deps
  const said = { started_at: clock, seen_at: clock - 61_000 }
  const readings = JSON.stringify([{ item: 'disk', healthState: 'told', value: '1.0 GB（共 50.0 GB）' }])
  await db.directoryWrite(async (tx) => {
    await tx
      .insertInto('node_state')
      .values({ node_id: newId(), name: '乙', ...said, readings })
      .execute()
    const otherwise = { node_id: newId(), name: '丙', started_at: clock - 1, seen_at: clock, readings: '[{"disk":1}]' }
    await tx.insertInto('node_state').values(otherwise).execute()
  })
  const { nodeArray } = await health()
  expect(nodeArray.map(({ nodeName, isSilent, readingArray }) => [nodeName, isSilent, readingArray.length])).toEqual([
    [nodeArray[0]?.nodeName, 0, 7],
    ['乙', 1, 1],
    ['丙', 0, 0],
  ])
  clock += 24 * 3_600_000 + 1
  runner = { token: (await enrolled(server, 'later')).token }
  expect((await health()).nodeArray).toHaveLength(1)
})

test('a page that looks by itself keeps nobody signed in', async () => {
  const { token } = await enrolled(server, 'idler')
  const ends = async (idle: boolean) => {
    const headers = { authorization: `Bearer ${token}`, ...(idle && { 'x-idle': '1' }) }
    const answer = await server.app.inject({ method: 'POST', url: '/operator/api/operatorSelf', headers, payload: {} })
    const { data }: { data: { expireTime: number } } = answer.json()
    return data.expireTime
  }
  const first = await ends(false)
  clock += 120_000
  expect([await ends(true), await ends(true)]).toEqual([first, first])
  expect(await ends(false)).toBe(first + 120_000)
})

test('a gateway tells what is set, and what it has answered in the last hour', async () => {
  const { phone } = await player(server, '13800000001', 'person')
  const before = await gatewayOf('sms')
  expect(before).toMatchObject({ isEmbedded: 1, testNeeds: 'phone' })
  const { data } = await server.call('testGateway', { gateway: 'sms', phone }, runner)
  expect(data).toMatchObject({ hasPassed: 1, outcome: '已存入演示收件箱，没有发送到手机' })
  expect(await messagesTo(server, phone)).toMatchObject([{ scene: 'gatewayTest' }])
  expect(await lastDeed()).toMatchObject({
    label: '测试网关',
    detail: '短信网关　138****0001　成功：已存入演示收件箱，没有发送到手机',
  })
  expect(await gatewayOf('sms')).toMatchObject({ passTime: clock, passNumber: (before?.passNumber ?? 0) + 1 })
  clock += 3_600_000 + 60_000
  runner = await enrolled(server, 'hour')
  expect(await gatewayOf('sms')).toMatchObject({ passNumber: 0, passTime: clock - 3_660_000 })
})

test('one that refuses says why, in words and without what it quotes, and the last failure stays beside', async () => {
  refusing = new GatewayFault('550 mailbox of 张三 unavailable', false)
  const input = { gateway: 'mail', email: 'ops@example.cn' } as const
  const { data } = await server.call('testGateway', input, runner)
  expect(data).toMatchObject({ hasPassed: 0 })
  expect(data.outcome).toBe('邮箱不存在或拒收（550 mailbox of … unavailable）')
  refusing = null
  clock += 1000
  expect((await server.call('testGateway', input, runner)).data).toMatchObject({
    hasPassed: 1,
    outcome: '邮件服务器已接收，请在邮箱中查看',
  })
  expect((await lastDeed())?.detail).toMatch(/^邮件网关　o\*\*\*@example\.cn　成功/)
  expect(await gatewayOf('mail')).toMatchObject({
    passTime: clock,
    failTime: clock - 1000,
    fault: '邮箱不存在或拒收（550 mailbox of … unavailable）',
    passNumber: 1,
    failNumber: 1,
  })
})

test('what needs a phone or a mailbox asks for a good one; what cannot be tested is refused; too often is too often', async () => {
  expect(await ask({ gateway: 'sms', phone: '12345' })).toMatchObject({ reason: 'field/invalid', field: 'phone' })
  expect(await ask({ gateway: 'mail' })).toMatchObject({ reason: 'field/invalid', field: 'email' })
  expect(await ask({ gateway: 'certificate' })).toEqual({ reason: 'request/invalid' })
  expect(await ask({ gateway: 'wechat' })).toEqual({ reason: 'request/invalid' })
  expect((await ask({ gateway: 'timestamp' })).outcome).toMatch(/^取得时间戳（\d+ 字节）$/)
  expect((await ask({ gateway: 'identity' })).outcome).toBe('沙箱身份核验通过')
  expect((await ask({ gateway: 'demo' })).outcome).toBe('已应答：没有这笔付款')
  for (let more = 0; more < 10; more++) await ask({ gateway: 'identity' })
  expect(await ask({ gateway: 'identity' })).toMatchObject({ reason: 'request/too-often' })
})

test('what waits is told by its lane, codes apart', async () => {
  await server.deps.db.directoryWrite(async (tx) => {
    for (const lane of ['code sms 1', 'mail 0', 'mail 0'])
      await sql`select enqueue_in_lane('nobodyDoes', '{}'::json, null::timestamptz, ${lane})`.execute(tx)
  })
  const lanes = (await health()).readingArray.find(({ item }) => item === 'lanes')
  expect(lanes?.value).toBe('验证码短信通道2：1，邮件通道1：2')
})

import { operatorLists } from '@moqi/domain/operators/operator-lists'
import { keysOf } from '@moqi/domain/keys-of'
import { strFromU8, unzipSync } from 'fflate'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { personSigner, player, type Player, sent, signNow } from '#src/testing/contract-scene.ts'
import { enrolled } from '#src/testing/operator-scene.ts'
import { ordered } from '#src/testing/order-scene.ts'
import { testServer, type TestServer } from '#src/testing/test-server.ts'

let clock = Date.UTC(2026, 10, 20, 2)
let server: TestServer
let owner: Player
let person: Player
let chen: Awaited<ReturnType<typeof enrolled>>
let zhou: Awaited<ReturnType<typeof enrolled>>
beforeAll(async () => {
  server = await testServer({ now: () => clock })
  owner = await player(server, '13800000002', 'company')
  person = await player(server, '13800000001', 'person')
  chen = await enrolled(server, 'chenchen')
  zhou = await enrolled(server, 'zhoumin')
})
afterAll(() => server.close())
// Exports are counted by the minute.
beforeEach(() => {
  clock += 61_000
})

type Asked = { list: keyof typeof operatorLists; search?: string; state?: string; tenantId?: string; payWay?: string }
const take = async (asked: Asked, token = chen.token) =>
  server.app.inject({
    method: 'POST',
    url: '/operator/api/exportOperatorList',
    payload: asked,
    headers: { authorization: `Bearer ${token}` },
  })
/** The texts of a workbook, row by row. */
function rowsOf(bytes: Buffer): string[][] {
  const sheet = strFromU8(unzipSync(bytes)['xl/worksheets/sheet1.xml'] ?? new Uint8Array())
  return [...sheet.matchAll(/<row [^>]*>(.*?)<\/row>/gs)].map(([, row = '']) =>
    [...row.matchAll(/<t [^>]*>(.*?)<\/t>/gs)].map(([, text = '']) => text),
  )
}
const log = async (search = '', who = chen) =>
  (await server.call('listOperatorLog', search ? { search } : {}, who)).data.logArray

test.each(keysOf(operatorLists))('the list of %s is a workbook with a head', async (list) => {
  const answer = await take(list === 'looks' ? { list, tenantId: owner.tenantId } : { list })
  expect(answer.statusCode).toBe(200)
  expect(answer.headers['content-type']).toContain('spreadsheetml')
  const [head = []] = rowsOf(answer.rawPayload)
  expect(head.length).toBeGreaterThan(2)
  expect(new Set(head).size).toBe(head.length)
})

test('an export has every page of what is looked for, as the page shows it, and the record says so', async () => {
  const spaces = await server.deps.db.directory((directory) =>
    directory
      .selectFrom('space')
      .select(({ fn }) => fn.countAll<number>().as('number'))
      .executeTakeFirstOrThrow(),
  )
  for (let made = 0; made < 45; made += 1) await server.deps.authority.partyKey(signerNamed(made))
  const all = rowsOf((await take({ list: 'certificates', search: '导出测试' })).rawPayload)
  expect(all).toHaveLength(46)
  expect(new Set(all.map((row) => row.join())).size).toBe(46)
  expect(rowsOf((await take({ list: 'tenants' })).rawPayload)).toHaveLength(spaces.number + 1)
  expect(rowsOf((await take({ list: 'tenants', search: '云启' })).rawPayload)).toHaveLength(2)
  const [last] = await log('导出')
  expect(last).toMatchObject({ label: '导出列表', detail: '企业与个人　1行　查找：云启' })
})

const signerNamed = (number: number) => ({
  tenantId: person.tenantId,
  kind: 'person' as const,
  name: `导出测试${number}`,
})

test('an export follows the state, and an unknown one is refused', async () => {
  await sent(server, owner, [personSigner(1, '王小明', person.phone)]).then(({ taskId }) =>
    signNow(server, person, taskId),
  )
  expect(rowsOf((await take({ list: 'certificates', state: 'revoked' })).rawPayload)).toHaveLength(1)
  for (const list of [
    'certificates',
    'reports',
    'jobs',
    'orders',
    'catalogue',
    'transfers',
    'appeals',
    'articles',
    'bulletins',
    'invoices',
  ] as const) {
    expect((await take({ list, state: 'nonsense' })).json().data.reason).toBe('request/invalid')
  }
})

test('looks into a space and what waits for a second person are taken as their lists show them', async () => {
  const { tenantId } = owner
  await server.call('openLook', { tenantId, reason: '客户求助：成员看不到合同' }, chen)
  await server.call('tenantMembers', { tenantId }, chen)
  const wish = { tenantId, copies: 10, months: 12, reason: '补偿' }
  await server.call('proposeAdjustment', wish, chen)
  const looks = rowsOf((await take({ list: 'looks', tenantId })).rawPayload)
  expect(looks[1]).toEqual(expect.arrayContaining(['chenchen', '客户求助：成员看不到合同', '成员与角色']))
  expect((await take({ list: 'looks' })).json().data.reason).toBe('request/invalid')
  server.deps.config.pricers = 2
  const ended = await server.call('endOfferSale', { offerId: 'company-2000', versionNo: 1, reason: '不再销售' }, chen)
  server.deps.config.pricers = 1
  expect(ended.data).toEqual({ isDone: 0 })
  const waiting = rowsOf((await take({ list: 'proposals' })).rawPayload).slice(1)
  expect(waiting.map(([kind, of]) => [kind, of])).toEqual([
    ['套餐停售', '企业2000份'],
    ['调整份数', '杭州云启科技有限公司'],
  ])
})

test('orders are taken by what they are found by, and the catalogue by where its sale stands', async () => {
  await ordered(server, owner)
  await ordered(server, owner, { payWay: 'transfer' })
  const all = rowsOf((await take({ list: 'orders', search: '云启' })).rawPayload)
  const transfers = rowsOf((await take({ list: 'orders', search: '云启', payWay: 'transfer' })).rawPayload)
  expect(all.length - transfers.length).toBeGreaterThan(0)
  expect(transfers[1]).toEqual(expect.arrayContaining(['599.00', '待支付', '对公转账']))
  const packs = rowsOf((await take({ list: 'catalogue', search: '体验', state: 'onSale' })).rawPayload)
  expect(packs[1]).toEqual(expect.arrayContaining(['体验5份', '长期有效', '个人与企业']))
})

test("a telephone's number is masked as on the page, and a formula stays text", async () => {
  await server.deps.authority.partyKey({ tenantId: person.tenantId, kind: 'person', name: '=HYPERLINK("x")' })
  const rows = rowsOf((await take({ list: 'certificates', search: 'HYPERLINK' })).rawPayload)
  expect(rows[1]?.[0]).toMatch(/^'=/)
  const texts = rowsOf((await take({ list: 'tenants' })).rawPayload)
  expect(JSON.stringify(texts)).not.toContain(person.phone)
})

test('nobody else exports, and an operator reads the own record alone, page by page', async () => {
  for (const token of [owner.token, person.token, '']) {
    expect((await take({ list: 'tenants' }, token)).json().data.reason).toBe('session/required')
  }
  expect(await log('导出', zhou)).toEqual([])
  const { operatorId } = await server.deps.db.directory((directory) =>
    directory
      .selectFrom('operator')
      .where('name', '=', 'zhoumin')
      .select('operator_id as operatorId')
      .executeTakeFirstOrThrow(),
  )
  for (let at = 0; at < 120; at += 1) {
    const row = { log_id: server.deps.newId(), operator_id: operatorId, at, verb: 'signOut', detail: null, address: '' }
    await server.deps.db.directoryWrite((tx) =>
      tx
        .insertInto('operator_log')
        .values({ ...row, verb: 'signOut' })
        .execute(),
    )
  }
  const seen = new Set<string>()
  let cursor: string | null = ''
  while (cursor !== null) {
    const asked: { search: string; cursor?: string } = { search: '退出', ...(cursor && { cursor }) }
    const { data } = await server.call('listOperatorLog', asked, zhou)
    for (const { logId } of data.logArray) seen.add(logId)
    cursor = data.nextCursor
  }
  expect(seen.size).toBe(120)
  expect((await server.call('listOperatorLog', { cursor: 'x' }, zhou)).data['reason']).toBe('request/invalid')
})

import { dayMs } from '@moqi/domain/time/civil-date'
import { strFromU8, unzipSync } from 'fflate'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { warnEnding } from '#src/cores/quota/warn-quota.ts'
import { type Player, personSigner, player, sent } from '#src/testing/contract-scene.ts'
import { bought } from '#src/testing/order-scene.ts'
import { setSurplus, surplusOf } from '#src/testing/quota-scene.ts'
import { testServer, type TestServer } from '#src/testing/test-server.ts'

let clock = Date.UTC(2026, 10, 20, 2)
let server: TestServer
let jing: Player

beforeAll(async () => {
  server = await testServer({ now: () => clock })
  jing = await player(server, '13800000002', 'company')
})
afterAll(() => server.close())

const parties = [personSigner(1, '王小明', '13800000001')]
const told = async (kind: string) => {
  const rows = await server.deps.db.read(jing.tenantId, (db) =>
    db.selectFrom('notice_message').where('kind', '=', kind).orderBy('message_id').select('text').execute(),
  )
  return rows.map(({ text }) => text)
}

test('the ledger says of each line what was left, and of which contract or order it is', async () => {
  const given = await surplusOf(server, jing.tenantId)
  const orderId = await bought(server, jing)
  clock += 1000
  const { signId } = await sent(server, jing, parties)
  clock += 1000
  await server.call('recallTask', { signId, reason: '金额有误' }, jing)
  const { data } = await server.call('listLedger', {}, jing)
  expect(data.lineArray.slice(0, 3).map(({ ledgerKind, change, balance }) => [ledgerKind, change, balance])).toEqual([
    ['recallRefund', 1, given + 100],
    ['send', -1, given + 99],
    ['purchase', 100, given + 100],
  ])
  const [back, spent, purchase] = data.lineArray
  expect([spent?.contract?.signId, back?.contract?.taskName, purchase?.order?.orderId]).toEqual([
    signId,
    '测试合同',
    orderId,
  ])
})

test('a filter leaves the balances as they are, and pages follow one another', async () => {
  const { data: sends } = await server.call('listLedger', { ledgerKind: 'send' }, jing)
  const { data: all } = await server.call('listLedger', {}, jing)
  const whole = new Map(all.lineArray.map((line) => [line.lineId, line.balance]))
  expect(sends.lineArray.length).toBe(1)
  for (const { lineId, balance } of sends.lineArray) expect(balance).toBe(whole.get(lineId))
  const none = await server.call('listLedger', { timeEnd: 1 }, jing)
  expect(none.data.lineArray).toEqual([])
})

test('packs stand with their order and add up to what is left', async () => {
  const { data } = await server.call('listPacks', {}, jing)
  const held = data.packArray.reduce((sum, { remaining }) => sum + remaining, 0)
  expect([data.surplus, data.usedNumber, data.endingNumber]).toEqual([held, 0, 0])
  expect(data.packArray.map(({ packName, order }) => [packName, order !== null])).toEqual([
    ['企业100份', true],
    ['赠送', false],
  ])
})

test('the ledger is exported as a workbook', async () => {
  const { bytes, status } = await server.blob('exportLedger', {}, jing)
  const sheet = strFromU8(unzipSync(bytes)['xl/worksheets/sheet1.xml'] ?? new Uint8Array())
  const cells = [...sheet.matchAll(/<t [^>]*>([^<]*)<\/t>/g)].map(([, text]) => text)
  expect([status, cells.slice(0, 4), cells.slice(12, 15)]).toEqual([
    200,
    ['时间', '变动类型', '变动份数', '结余'],
    ['撤回返还', '增加1', '300'],
  ])
})

test('who buys is told when five are left and when none is, once each', async () => {
  // Of both packs.
  await setSurplus(server, jing.tenantId, 3)
  for (let n = 0; n < 3; n++) await sent(server, jing, parties)
  await vi.waitUntil(async () => (await told('quotaLow')).length > 0, { timeout: 30_000 })
  expect(await told('quotaLow')).toEqual(['剩余发起签署份数仅5份，请及时购买套餐以免影响使用'])
  await setSurplus(server, jing.tenantId, 0)
  await bought(server, jing)
  await server.deps.db.write(jing.tenantId, (tx) =>
    tx.updateTable('quota_pack').set({ remaining: 1 }).where('remaining', '>', 0).execute(),
  )
  await sent(server, jing, parties)
  await vi.waitUntil(async () => (await told('quotaLow')).at(-1)?.includes('仅0份'), { timeout: 30_000 })
})

test('a bought pack is told of 30 and 7 days before its end, once each', async () => {
  await bought(server, jing)
  for (const days of [334, 1, 1, 22, 1, 1]) {
    clock += days * dayMs
    // Each space has its hour of the day.
    for (let hour = 0; hour < 24; hour++) await warnEnding({ ...server.deps, now: () => clock + hour * 3_600_000 })
  }
  expect((await told('packEnds')).filter((text) => text.includes('企业100份还有100份'))).toHaveLength(2)
})

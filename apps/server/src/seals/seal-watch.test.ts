import type { Output } from '@moqi/api/call'
import type { Table } from '@moqi/api/table'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { colleague } from '#src/testing/company-scene.ts'
import { companySigner, personSigner, type Player, player, sent, signNow } from '#src/testing/contract-scene.ts'
import { testServer, type TestServer } from '#src/testing/test-server.ts'

let server: TestServer
let owner: Player
let passed = 0
/** A Monday morning in Beijing. */
const start = Date.parse('2026-11-23T10:00:00+08:00')

beforeAll(async () => {
  server = await testServer({ now: () => start + passed })
  owner = await player(server, '13800000002', 'company')
  const roleId = (await server.call('saveRole', { roleName: '章管', rightArray: ['manageSeals'] }, owner)).data.roleId
  await colleague(server, owner, { name: '陈管章', phone: '13913020005', roleId })
})
afterAll(() => server.close())

type Watch = Output<Table['getSealWatch']>
const hours = { dayArray: [1, 2, 3, 4, 5], fromMinute: 540, untilMinute: 1080 }
const usual: Watch = { enabled: 1, ...hours, perHour: 3, perDay: 4 }
const seal = async () => {
  const { sealArray } = (await server.call('listCompanySeal', { sealPurpose: 'official' }, owner)).data
  return (await server.call('getCompanySeal', { sealId: sealArray[0]?.sealId ?? '' }, owner)).data
}
const told = async (who: Player) =>
  (await server.call('listMessage', { pageSize: 50 }, who)).data.messageArray.flatMap(({ text }) =>
    text.includes('请立即冻结全部印章') ? [text] : [],
  )

/** How many accounts were told, the keeper's among them. */
const toldAccounts = () =>
  server.deps.db.read(owner.tenantId, async (db) => {
    const rows = await db.selectFrom('notice_message').where('kind', '=', 'sealAlert').select('account_id').execute()
    return new Set(rows.map(({ account_id }) => account_id)).size
  })

/** The owner seals a contract of the company at that moment. */
async function use(at: string): Promise<number> {
  passed = Date.parse(`${at}+08:00`) - start
  owner = await player(server, owner.phone, 'company')
  const company = (await server.call('getSpaceDetailInfo', {}, owner)).data.spaceName
  const { taskId } = await sent(server, owner, [
    companySigner(1, company, { name: '李静', phone: owner.phone }),
    personSigner(2, '王小明', '13800000001'),
  ])
  return Number((await signNow(server, owner, taskId)).code)
}

test('use outside the company’s hours is told to who manages seals, once a seal and day, and refused to nobody', async () => {
  expect((await server.call('saveSealWatch', usual, owner)).code).toBe(200)
  expect((await server.call('getSealWatch', {}, owner)).data).toEqual(usual)
  expect(await use('2026-11-23T11:00:00')).toBe(200)
  expect([await told(owner), (await seal()).alert]).toEqual([[], null])
  expect(await use('2026-11-23T20:10:00')).toBe(200)
  expect(await use('2026-11-23T20:40:00')).toBe(200)
  const sentence = '李静使用印章“公章”在非工作时间用印，请核实；如非本企业用印，请立即冻结全部印章'
  expect(await told(owner)).toEqual([sentence])
  expect(await toldAccounts()).toBe(2)
  expect((await seal()).alert).toMatchObject({ who: '李静', sealAlert: 'hours' })
  const { logArray } = (await server.call('listSealLog', { sealId: (await seal()).sealId }, owner)).data
  expect(logArray.filter(({ label }) => label === '用印异常')).toHaveLength(1)
})

test('more uses than usual within an hour are told, and of the next day again', async () => {
  for (const minute of ['00', '10', '20', '30']) expect(await use(`2026-11-24T14:${minute}:00`)).toBe(200)
  expect((await seal()).alert?.sealAlert).toBe('hourly')
  expect(await told(owner)).toHaveLength(2)
  expect(await use('2026-11-28T12:00:00')).toBe(200)
  expect((await seal()).alert?.sealAlert).toBe('hours')
  expect(await told(owner)).toHaveLength(3)
})

test('what is not to be told is not; a watch that makes no sense is refused, and set by who manages seals alone', async () => {
  await server.call('saveSealWatch', { ...usual, enabled: 0 }, owner)
  expect(await use('2026-11-29T03:00:00')).toBe(200)
  expect(await told(owner)).toHaveLength(3)
  const refused = await server.call('saveSealWatch', { ...usual, dayArray: [] }, owner)
  expect([refused.code, refused.message]).toEqual([422, '请至少选择一天'])
  const operator = await player(server, '13800000003', 'company')
  expect((await server.call('saveSealWatch', usual, operator)).code).toBe(403)
})

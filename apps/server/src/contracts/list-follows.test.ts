import { strFromU8, unzipSync } from 'fflate'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { colleague } from '#src/testing/company-scene.ts'
import {
  companySigner,
  ownSignId,
  personSigner,
  type Player,
  player,
  prepared,
  sent,
  signNow,
} from '#src/testing/contract-scene.ts'
import { chen, jing, yunqi } from '#src/testing/demo-cast.ts'
import { testServer, type TestServer } from '#src/testing/test-server.ts'

let server: TestServer
let clock = Date.UTC(2026, 10, 20, 2)
/** Administers 云启; chen another company. */
let jingAtWork: Player
let launcher: Player
let zhang: Player
let wang: Player

beforeAll(async () => {
  server = await testServer({ now: () => clock })
  jingAtWork = await player(server, jing.phone, 'company')
  launcher = await player(server, chen.phone, 'company')
  zhang = await player(server, '13800000003', 'company')
  wang = await player(server, '13800000001', 'person')
})
afterAll(() => server.close())

type Filter = Parameters<typeof server.call<'listTasks'>>[1]

const found = async (who: Player, filter: Filter) =>
  (await server.call('listTasks', filter, who)).data.taskInfoArray.map(({ taskName }) => taskName)

const ofCompany = (keyword: string, who = jingAtWork) => found(who, { scope: 'company', keyword })

/** Rows of the database that name a contract, by whose they are. */
async function rowsOf(table: 'inbox' | 'search_entry', tenantId: string, contractId: string): Promise<string[]> {
  const rows = await server.deps.db.read(tenantId, (db) =>
    db
      .selectFrom(table)
      .where('tenant_id', '=', tenantId)
      .where('contract_id', '=', contractId)
      .select('account_id')
      .execute(),
  )
  return rows.map(({ account_id }) => account_id)
}

test('a deleted draft is found in the bin alone, leaves the company’s list, and is found again when it is back', async () => {
  const { signId, taskId } = await prepared(server, jingAtWork, [personSigner(1, '王小明', wang.phone)], {
    taskName: '翡翠寄售合同',
  })
  expect(await ofCompany('翡翠')).toEqual(['翡翠寄售合同'])
  await server.call('deleteTask', { signId }, jingAtWork)
  expect(await found(jingAtWork, { keyword: '翡翠' })).toEqual([])
  expect(await found(jingAtWork, { keyword: '翡翠', status: 'bin' })).toEqual(['翡翠寄售合同'])
  expect(await ofCompany('翡翠')).toEqual([])
  expect(await rowsOf('inbox', jingAtWork.tenantId, taskId)).not.toContain(jingAtWork.tenantId)
  await server.call('restoreTask', { signId }, jingAtWork)
  expect(await found(jingAtWork, { keyword: '翡翠' })).toEqual(['翡翠寄售合同'])
  expect(await ofCompany('翡翠')).toEqual(['翡翠寄售合同'])
  await server.call('deleteTask', { signId }, jingAtWork)
  await server.call('removeTask', { signId }, jingAtWork)
  expect(await found(jingAtWork, { keyword: '翡翠', status: 'bin' })).toEqual([])
  expect(await rowsOf('search_entry', jingAtWork.tenantId, taskId)).toEqual([])
})

test('what a member puts away stays in the company’s list, and is counted as its list holds it', async () => {
  const { signId } = await sent(server, jingAtWork, [personSigner(1, '王小明', wang.phone)], {
    taskName: '玛瑙租借合同',
  })
  await server.call('recallTask', { signId }, jingAtWork)
  await server.call('hideTask', { signId }, jingAtWork)
  expect(await found(jingAtWork, { keyword: '玛瑙' })).toEqual([])
  expect(await ofCompany('玛瑙')).toEqual(['玛瑙租借合同'])
  const { data } = await server.call('getStatusTotal', { scope: 'company' }, jingAtWork)
  for (const status of ['all', 'recall', 'bin', 'myLaunch']) {
    const rows = await found(jingAtWork, { scope: 'company', status, pageSize: 50 })
    expect([status, data[status]]).toEqual([status, rows.length])
  }
})

test('who hands a contract over finds it no more, the successor does by what its files say, the company all along', async () => {
  const parties = [companySigner(1, yunqi, jing), personSigner(2, '王小明', wang.phone)]
  const { taskId } = await sent(server, launcher, parties, { taskName: '琥珀采购合同', file: '保密协议.pdf' })
  const signId = await ownSignId(server, jingAtWork, taskId)
  const before = await ofCompany('琥珀')
  const { data } = await server.call('listColleagues', { signId }, jingAtWork)
  const colleagueId = data.colleagueArray[0]?.colleagueId ?? ''
  await server.call('transferTask', { signId, colleagueId, reason: '休假' }, jingAtWork)
  expect(before).toEqual(['琥珀采购合同'])
  expect(await found(jingAtWork, { keyword: '琥珀' })).toEqual([])
  expect(await found(zhang, { keyword: '琥珀' })).toEqual(['琥珀采购合同'])
  expect(await ofCompany('琥珀')).toEqual(before)
  expect(await rowsOf('search_entry', jingAtWork.tenantId, taskId)).toHaveLength(2)
  await expect.poll(() => found(zhang, { keyword: '琥珀 保密信息' })).toEqual(['琥珀采购合同'])
})

test('a copy recipient of the end finds the contract from then on', async () => {
  clock += 61_000
  const { taskId } = await sent(server, jingAtWork, [personSigner(1, '王小明', wang.phone)], {
    taskName: '珊瑚展览合同',
    ccArray: [{ name: '陈晨', phone: chen.phone, when: 'finish' }],
  })
  const copied = await player(server, chen.phone, 'person')
  expect(await found(copied, { keyword: '珊瑚' })).toEqual([])
  expect((await signNow(server, wang, taskId)).code).toBe(200)
  await expect.poll(() => found(copied, { keyword: '珊瑚' })).toEqual(['珊瑚展览合同'])
})

test('an export holds what the search finds, of the company for who may see all of it', async () => {
  await prepared(server, zhang, [personSigner(1, '王小明', wang.phone)], { taskName: '砗磲加工合同' })
  const names = async (filter: Filter, who: Player) => {
    const { bytes } = await server.blob('exportTaskExcel', filter ?? {}, who)
    const sheet = strFromU8(unzipSync(bytes)['xl/worksheets/sheet1.xml'] ?? new Uint8Array())
    return [...sheet.matchAll(/[^<>]+合同(?=<)/g)].map(([name]) => name)
  }
  expect(await names({ keyword: '砗磲' }, zhang)).toContain('砗磲加工合同')
  expect(await names({ keyword: '砗磲' }, jingAtWork)).not.toContain('砗磲加工合同')
  expect(await names({ keyword: '砗磲', scope: 'company' }, jingAtWork)).toContain('砗磲加工合同')
  const refused = await server.call('exportTaskExcel', { scope: 'company' }, zhang)
  expect(refused.code).toBe(403)
})

test('a role with 查看全部合同 reads and downloads what colleagues have finished, several at once too (I9)', async () => {
  const { taskId } = await sent(server, zhang, [personSigner(1, '王小明', wang.phone)], { taskName: '水晶供货合同' })
  await signNow(server, wang, taskId)
  const [row] = (await server.call('listTasks', { keyword: '水晶' }, zhang)).data.taskInfoArray
  const signIds = [row?.signId ?? '']
  const role = { roleName: '合同查看人', rightArray: ['seeAllContracts' as const] }
  const { data } = await server.call('saveRole', role, jingAtWork)
  const viewer = await colleague(server, jingAtWork, { name: '观音', phone: '13912000077', roleId: data.roleId })
  expect(await ofCompany('水晶', viewer)).toEqual(['水晶供货合同'])
  expect((await server.blob('downloadFinishedTasks', { signIds }, viewer)).status).toBe(200)
  await server.call('saveRole', { ...role, roleId: data.roleId, rightArray: [] }, jingAtWork)
  expect((await server.call('listTasks', { scope: 'company' }, viewer)).code).toBe(403)
  expect((await server.call('getSignDetailInfo', { signId: signIds[0] ?? '' }, viewer)).code).toBe(404)
})

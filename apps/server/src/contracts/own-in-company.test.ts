import { afterAll, beforeAll, expect, test } from 'vitest'
import { companyIdOf } from '#src/testing/company-scene.ts'
import {
  companySigner,
  ownSignId,
  personSigner,
  type Player,
  player,
  prepared,
  sent,
} from '#src/testing/contract-scene.ts'
import { chen, jing, yunqi } from '#src/testing/demo-cast.ts'
import { testServer, type TestServer } from '#src/testing/test-server.ts'

let server: TestServer
const clock = Date.UTC(2026, 10, 20, 2)
/** Administers 云启, where zhang is an operator; chen another company. */
let jingAtWork: Player
let zhang: Player
let chenAtWork: Player
let wang: Player

beforeAll(async () => {
  server = await testServer({ now: () => clock })
  jingAtWork = await player(server, jing.phone, 'company')
  zhang = await player(server, '13800000003', 'company')
  chenAtWork = await player(server, chen.phone, 'company')
  wang = await player(server, '13800000001', 'person')
})
afterAll(() => server.close())

const rowOf = async (who: Player, taskId: string, scope: 'own' | 'company' = 'own') => {
  const { data } = await server.call('listTasks', { scope, pageSize: 50 }, who)
  return data.taskInfoArray.find((row) => row.taskId === taskId)
}

test('of all the company’s contracts an administrator does with the own what the own list offers (I11, S13, S16, E6)', async () => {
  const alone = [personSigner(1, '王小明', wang.phone)]
  const draft = await prepared(server, jingAtWork, alone)
  const launched = await sent(server, jingAtWork, alone)
  const toSign = await sent(server, chenAtWork, [companySigner(1, yunqi, jing)])
  for (const { taskId } of [draft, launched, toSign]) {
    expect(await rowOf(jingAtWork, taskId, 'company')).toEqual(await rowOf(jingAtWork, taskId))
  }
  const offered = async ({ taskId }: { taskId: string }) => {
    const row = await rowOf(jingAtWork, taskId, 'company')
    return [row?.initiateUser, row?.operationArray]
  }
  expect(await offered(draft)).toEqual(['yes', ['view', 'edit', 'send', 'delete']])
  expect(await offered(launched)).toEqual(['yes', expect.arrayContaining(['view', 'recall', 'urge'])])
  expect(await offered(toSign)).toEqual(['no', expect.arrayContaining(['view', 'sign', 'reject'])])
})

test('what waits for a colleague stands so in the company’s list, where its launcher recalls it and does not sign (I11, S13, S16)', async () => {
  const signer = companySigner(1, yunqi, { name: '张伟', phone: zhang.phone })
  const { signId, taskId } = await sent(server, jingAtWork, [signer])
  const { data } = await server.call('listTasks', { scope: 'company', status: 'iSign', pageSize: 50 }, jingAtWork)
  const row = data.taskInfoArray.find((one) => one.taskId === taskId)
  expect(row).toMatchObject({ signId, status: 'iSign', initiateUser: 'yes' })
  expect(row?.operationArray).toContain('recall')
  expect(row?.operationArray).not.toContain('sign')
  expect(new Set(data.taskInfoArray.map(({ status }) => status))).toEqual(new Set(['iSign']))
  expect((await rowOf(jingAtWork, taskId))?.status).toBe('otherSign')
})

test('a colleague’s contract is for reading, though the administrator has put the own copy of a closed one away', async () => {
  const alone = [personSigner(1, '王小明', wang.phone)]
  const colleagues = await sent(server, zhang, alone)
  expect(await rowOf(jingAtWork, colleagues.taskId, 'company')).toMatchObject({
    initiateUser: 'no',
    operationArray: ['view'],
  })
  const own = await sent(server, jingAtWork, alone)
  await server.call('recallTask', { signId: own.signId }, jingAtWork)
  await server.call('hideTask', { signId: own.signId }, jingAtWork)
  expect(await rowOf(jingAtWork, own.taskId, 'company')).toMatchObject({ status: 'recall', operationArray: ['view'] })
})

test('a row names the company of the space it is read in, and a party its company once it is claimed (C0.14, E6)', async () => {
  const [company, launchers] = [await companyIdOf(server, jingAtWork), await companyIdOf(server, chenAtWork)]
  const parties = [
    companySigner(1, yunqi, jing),
    companySigner(2, '苏州未来科技有限公司', { name: '沈明', phone: '13912000099' }),
    personSigner(3, '王小明', wang.phone),
  ]
  const { signId, taskId } = await sent(server, chenAtWork, parties, { signOrderType: 'disorder' })
  const rows = [await rowOf(jingAtWork, taskId), await rowOf(chenAtWork, taskId), await rowOf(wang, taskId)]
  expect(rows.map((row) => row?.companyId)).toEqual([company, launchers, null])
  const recent = await server.call('recentTasks', {}, jingAtWork)
  expect(recent.data.taskInfoArray.find((row) => row.taskId === taskId)?.companyId).toBe(company)
  const everywhere = await server.call('listAllSpacesTasks', { pageSize: 50 }, jingAtWork)
  expect(everywhere.data.taskInfoArray.find((row) => row.taskId === taskId)?.companyId).toBe(company)
  for (const who of [chenAtWork, wang]) {
    const own = who === wang ? await ownSignId(server, wang, taskId) : signId
    const { data } = await server.call('getSignDetailInfo', { signId: own }, who)
    expect(data.signerArray.map(({ companyId }) => companyId)).toEqual([company, null, null])
  }
})

test('a link of the wrong kind answers like none, to who signs and to who launched alike (I18, I7)', async () => {
  const parties = [personSigner(1, '王小明', wang.phone)]
  const launched = await sent(server, chenAtWork, parties, { ccArray: [{ name: '李静', phone: jing.phone }] })
  const atHome = await player(server, jing.phone, 'person')
  const entries = [
    { who: chenAtWork, signId: launched.signId, signType: 1 as const },
    { who: atHome, signId: await ownSignId(server, atHome, launched.taskId), signType: 0 as const },
    { who: wang, signId: await ownSignId(server, wang, launched.taskId), signType: 0 as const },
  ]
  for (const { who, signId, signType } of entries) {
    const wrong = await server.call('getSignDetailInfo', { signId, signType: signType === 1 ? 0 : 1 }, who)
    expect([wrong.code, wrong.message]).toEqual([404, '合同不存在或无权查看'])
    expect((await server.call('getSignDetailInfo', { signId, signType }, who)).code).toBe(200)
    expect((await server.call('getSignDetailInfo', { signId }, who)).code).toBe(200)
  }
})

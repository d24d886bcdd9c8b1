import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  choices,
  companySigner,
  newcomer,
  ownSignId,
  personSigner,
  type Player,
  player,
  proveWill,
  sent,
  signNow,
} from '#src/testing/contract-scene.ts'
import { chen, jing, yunqi } from '#src/testing/demo-cast.ts'
import { testServer, type TestServer } from '#src/testing/test-server.ts'

const zhangPhone = '13800000003'
let server: TestServer
let clock = Date.UTC(2026, 10, 20, 2)
let launcher: Player
let jingAtWork: Player
let zhang: Player
let wang: Player

beforeAll(async () => {
  server = await testServer({ now: () => clock })
  launcher = await player(server, chen.phone, 'company')
  jingAtWork = await player(server, jing.phone, 'company')
  zhang = await player(server, zhangPhone, 'company')
  wang = await player(server, '13800000001', 'person')
})
afterAll(() => server.close())

const company = [companySigner(1, yunqi, jing), personSigner(2, '王小明', '13800000001')]

test('a company’s party hands over to a colleague: places, turn and row move, proof dies, and the colleague signs (C90)', async () => {
  const { signId, taskId } = await sent(server, launcher, company)
  const mine = await ownSignId(server, jingAtWork, taskId)
  const authToken = await proveWill(server, jingAtWork, mine)
  const areas = await choices(server, jingAtWork, mine)
  const list = await server.call('listColleagues', { signId: mine }, jingAtWork)
  expect(list.data.colleagueArray).toEqual([{ colleagueId: expect.any(String), name: '张伟', phone: '138****0003' }])
  const colleagueId = list.data.colleagueArray[0]?.colleagueId ?? ''
  const ask = { ...jingAtWork, key: 'hand-over-once' }
  const input = { signId: mine, colleagueId, reason: '本周休假' }
  const answers = await Promise.all(Array.from({ length: 10 }, () => server.call('transferTask', input, ask)))
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
  expect(answers[0]?.data).toEqual({ signerName: '张伟' })

  const gone = await server.call('sign', { signId: mine, authToken, positionArray: areas }, jingAtWork)
  expect(gone.code).toBe(404)
  const left = await server.call('recentTasks', {}, jingAtWork)
  expect(left.data.taskInfoArray.filter((row) => row.taskId === taskId)).toEqual([])

  const detail = await server.call('getSignDetailInfo', { signId }, launcher)
  expect(detail.data.signerName).toBe(`张伟/${yunqi}、王小明`)
  const states = detail.data.signerArray.map(({ signerName, signerStatus }) => [signerName, signerStatus])
  expect(states).toEqual([
    ['李静', 'transferred'],
    ['王小明', 'waiting'],
    ['张伟', 'toSign'],
  ])
  const lines = detail.data.logArray.filter(({ verb }) => verb === 'transfer')
  expect(lines.map(({ label, who, detail: text }) => [label, who, text])).toEqual([
    ['转交', '李静', '转交给张伟：本周休假'],
  ])
  expect((await signNow(server, zhang, taskId)).code).toBe(200)
  expect((await signNow(server, wang, taskId)).code).toBe(200)
  const finished = await server.call('getSignDetailInfo', { signId }, launcher)
  expect(finished.data.status).toBe('finish')
})

test('nobody is handed a contract who is no real-named colleague, and a person never hands over', async () => {
  const { taskId } = await sent(server, launcher, [companySigner(1, yunqi, jing)])
  const mine = await ownSignId(server, jingAtWork, taskId)
  const hand = async (phone: string) =>
    (await server.call('transferTask', { signId: mine, phone, reason: '休假' }, jingAtWork)).message
  const noMember = '该手机号不是本企业其他成员的，请核对后再转交'
  expect(await hand('12')).toBe('手机号格式不正确')
  expect(await hand(wang.phone)).toBe(noMember)
  expect(await hand('13911112222')).toBe(noMember)
  expect(await hand(jing.phone)).toBe(noMember)
  const fresh = await newcomer(server, '13900000701')
  await join(fresh.phone)
  expect(await hand(fresh.phone)).toBe('该同事还没有完成实名认证，请对方认证后再转交')
  const list = await server.call('listColleagues', { signId: mine }, jingAtWork)
  expect(list.data.colleagueArray.map(({ name }) => name)).toEqual(['张伟'])

  const personal = await sent(server, launcher, [personSigner(1, '王小明', wang.phone)])
  const his = await ownSignId(server, wang, personal.taskId)
  const answer = await server.call('transferTask', { signId: his, phone: zhangPhone, reason: '休假' }, wang)
  expect([answer.code, answer.message]).toEqual([422, '个人签署方须由本人签署，不能转交'])
  const his2 = await server.call('getSignDetailInfo', { signId: his }, wang)
  expect(his2.data.detailOperationArray).not.toContain('transfer')
})

async function join(phone: string): Promise<void> {
  const { db } = server.deps
  await db.directoryWrite(async (tx) => {
    const account = await tx.selectFrom('account').where('phone', '=', phone).select('account_id').executeTakeFirst()
    const row = { tenant_id: jingAtWork.tenantId, account_id: account?.account_id ?? '' }
    await tx
      .insertInto('membership')
      .values({ ...row, is_owner: false, created_at: clock })
      .execute()
  })
}

const rowOf = async (taskId: string) =>
  (await server.call('recentTasks', {}, jingAtWork)).data.taskInfoArray.find((row) => row.taskId === taskId)

test('what one has read, the colleague has still to read when the sender asks for it (domain row 17)', async () => {
  const { taskId } = await sent(server, launcher, [{ ...companySigner(1, yunqi, jing), forcedReading: true }])
  const mine = await ownSignId(server, jingAtWork, taskId)
  await server.call('getSignDetailInfo', { signId: mine }, jingAtWork)
  clock += 10_000
  expect((await server.call('finishReading', { signId: mine }, jingAtWork)).code).toBe(200)
  const handed = await server.call('transferTask', { signId: mine, phone: zhangPhone, reason: '休假' }, jingAtWork)
  expect(handed.code).toBe(200)
  const his = await ownSignId(server, zhang, taskId)
  const { data } = await server.call('getSignDetailInfo', { signId: his }, zhang)
  expect([data.forcedReading, data.readingDone]).toEqual([1, 0])
})

test('an initiator who signs and hands over stays the initiator, and gets the turn back from the colleague', async () => {
  const { signId, taskId } = await sent(server, jingAtWork, [companySigner(1, yunqi, jing)])
  const handed = await server.call('transferTask', { signId, phone: zhangPhone, reason: '休假' }, jingAtWork)
  expect(handed.code).toBe(200)
  expect(await rowOf(taskId)).toMatchObject({ taskId, signId, status: 'otherSign', initiateUser: 'yes' })
  const his = await ownSignId(server, zhang, taskId)
  const twice = await server.call('transferTask', { signId, phone: zhangPhone, reason: '休假' }, jingAtWork)
  expect(twice.code).toBe(409)
  const back = await server.call('transferTask', { signId: his, phone: jing.phone, reason: '误转' }, zhang)
  expect(back.code).toBe(200)
  expect(await rowOf(taskId)).toMatchObject({ taskId, signId, status: 'iSign', initiateUser: 'yes' })
  expect((await signNow(server, jingAtWork, taskId)).data.status).toBe('finish')
})

test('whose turn has not come, or who has signed, hands nothing over', async () => {
  const parties = [personSigner(1, '王小明', wang.phone), companySigner(2, yunqi, jing)]
  const { taskId } = await sent(server, launcher, parties)
  const mine = await ownSignId(server, jingAtWork, taskId)
  const early = await server.call('transferTask', { signId: mine, phone: zhangPhone, reason: '休假' }, jingAtWork)
  expect(early.code).toBe(409)
  await signNow(server, wang, taskId)
  await signNow(server, jingAtWork, taskId)
  const late = await server.call('transferTask', { signId: mine, phone: zhangPhone, reason: '休假' }, jingAtWork)
  expect(late.code).toBe(409)
})

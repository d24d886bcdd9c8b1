import type { LogEvent } from '@moqi/domain/labels/log-verbs'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  companySigner,
  newcomer,
  ownSignId,
  personSigner,
  type Player,
  player,
  prepared,
  sent,
  signNow,
} from '#src/testing/contract-scene.ts'
import { jobKeys } from '#src/testing/owner-query.ts'
import { chen, jiahe, jing, yunqi } from '#src/testing/demo-cast.ts'
import { arrivedMessages } from '#src/testing/messages.ts'
import { testServer, type TestServer } from '#src/testing/test-server.ts'
import { byJob } from '#src/cores/contract/contract-job.ts'
import { expireContract } from './close-contract.ts'
import { remindContractEnd, remindDeadline } from './remind-parties.ts'

const minute = 60_000
const day = 24 * 60 * minute
let server: TestServer
let clock = Date.UTC(2026, 10, 20, 2)
let launcher: Player
let wang: Player
let partner: Player

beforeAll(async () => {
  server = await testServer({ now: () => clock }, { MOQI_PUBLIC_URL: 'https://m.cn' })
})
beforeEach(signInAnew)
afterAll(() => server.close())

/** The clock moves by days, which no session outlives. */
async function signInAnew(): Promise<void> {
  launcher = await remembered(jing.phone, 'company')
  wang = await remembered('13800000001', 'person')
  partner = await remembered(chen.phone, 'company')
}

/** Signed in for days, as the clock moves by hours. */
async function remembered(phone: string, kind: 'person' | 'company'): Promise<Player> {
  const who = await player(server, phone, kind)
  const session = await server.call('loginByAccount', { userName: phone, password: 'Moqi@2026', rememberMe: 1 })
  return { ...who, token: session.data.token }
}

const alone = [personSigner(1, '王小明', '13800000001')]

/** Every message of a scene to a phone, the newest first, once there are `atLeast` of them. */
const messages = async (phone: string, scene: string, atLeast = 0) =>
  (await arrivedMessages(server, { recipient: phone, scene, count: atLeast })).map(({ body }) => body)

const logOf = async (signId: string, who = launcher) =>
  (await server.call('getSignDetailInfo', { signId }, who)).data.logArray.map(({ label, detail }) => [label, detail])

const logLines = (contractId: string, verb: LogEvent) =>
  server.deps.db.read(launcher.tenantId, (db) =>
    db
      .selectFrom('contract_log')
      .where('tenant_id', '=', launcher.tenantId)
      .where('contract_id', '=', contractId)
      .where('verb', '=', verb)
      .selectAll()
      .execute(),
  )

test('urging waits 30 minutes after the invitation and ten after the last, says how long, and is the initiator’s (C90)', async () => {
  const { signId, taskId } = await sent(server, launcher, alone)
  const theirs = await ownSignId(server, wang, taskId)
  expect((await server.call('urgeTask', { signId: theirs }, wang)).message).toBe('仅发起人可催签')
  clock += 12 * minute
  const early = await server.call('urgeTask', { signId }, launcher)
  expect([early.code, early.message, early.data.retryAfter]).toEqual([
    429,
    '通知签署方30分钟后才能催签，请18分钟后再试',
    18 * 60,
  ])
  clock += 18 * minute
  const before = (await messages(wang.phone, 'urged')).length
  const urged = await server.call('urgeTask', { signId }, launcher)
  expect([urged.code, urged.data]).toEqual([200, { urgedArray: ['王小明'] }])
  const [sms] = await messages(wang.phone, 'urged', before + 1)
  expect(sms).toMatch(/^【墨契】杭.*提醒您签署《测.*》，截止11-27 \d\d:\d\d：https:\/\/m.cn\/s\//)
  expect((await server.call('urgeTask', { signId }, launcher)).message).toBe('刚刚已催签过，请10分钟后再试')
  clock += 10 * minute
  expect((await server.call('urgeTask', { signId, signerNo: 1 }, launcher)).code).toBe(200)
  expect((await logOf(signId)).filter(([label]) => label === '催签')).toEqual([
    ['催签', '王小明'],
    ['催签', '王小明'],
  ])
})

test('every row and the detail say how long 催签 waits yet, and offer it only while somebody else is waited for', async () => {
  const { signId, taskId } = await sent(server, launcher, [
    personSigner(1, '王小明', wang.phone),
    companySigner(2, yunqi, jing),
  ])
  const offers = async () => {
    const listed = (await server.call('listTasks', { status: 'all' }, launcher)).data.taskInfoArray
    const recent = (await server.call('recentTasks', {}, launcher)).data.taskInfoArray
    const everywhere = (await server.call('listAllSpacesTasks', {}, launcher)).data.taskInfoArray
    const { data } = await server.call('getSignDetailInfo', { signId }, launcher)
    const rows = [listed, recent, everywhere].map((found) => found.find((row) => row.signId === signId))
    return [...rows, { ...data, operationArray: data.detailOperationArray }].map((row) => [
      row?.operationArray.includes('urge'),
      row?.urgeWait,
    ])
  }
  clock += 12 * minute
  expect(await offers()).toEqual(Array.from({ length: 4 }, () => [true, 18 * minute]))
  clock += 20 * minute
  expect(await offers()).toEqual(Array.from({ length: 4 }, () => [true, 0]))
  await server.call('urgeTask', { signId }, launcher)
  clock += 4 * minute
  expect(await offers()).toEqual(Array.from({ length: 4 }, () => [true, 6 * minute]))
  await signNow(server, wang, taskId)
  expect(await offers()).toEqual(Array.from({ length: 4 }, () => [false, undefined]))
})

test('the initiator alone learns how often a party has looked while its turn lasts; looks in ten minutes are one', async () => {
  const { signId, taskId } = await sent(server, launcher, alone)
  const theirs = await ownSignId(server, wang, taskId)
  const looks = async (id = signId, who = launcher) =>
    (await server.call('getSignDetailInfo', { signId: id }, who)).data.signerArray.map(({ lookNumber }) => lookNumber)
  expect(await looks()).toEqual([0])
  for (const wait of [0, 5, 6, 9, 11]) {
    clock += wait * minute
    expect(await looks(theirs, wang)).toEqual([undefined])
  }
  expect(await looks()).toEqual([3])
  await Promise.all(Array.from({ length: 5 }, () => looks(theirs, wang)))
  expect(await looks()).toEqual([3])
})

test('only whose turn it is can be urged, and nobody urges oneself or a contract that has ended', async () => {
  const parties = [personSigner(1, '王小明', wang.phone), companySigner(2, jiahe, chen)]
  const { signId, taskId } = await sent(server, launcher, parties)
  clock += 31 * minute
  const waiting = await server.call('urgeTask', { signId, signerNo: 2 }, launcher)
  expect([waiting.code, waiting.message]).toEqual([422, '当前没有等待他人签署的签署方，无需催签'])
  await server.call('recallTask', { signId }, launcher)
  expect((await server.call('urgeTask', { signId }, launcher)).code).toBe(409)
  expect(await logLines(taskId, 'urge')).toEqual([])
})

test('ten presses of 催签 with one key send one message, write one line and give one answer', async () => {
  const { signId, taskId } = await sent(server, launcher, alone)
  clock += 30 * minute
  const ask = { ...launcher, key: 'urge-once' }
  const answers = await Promise.all(Array.from({ length: 10 }, () => server.call('urgeTask', { signId }, ask)))
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
  expect(answers[0]?.code).toBe(200)
  expect(await logLines(taskId, 'urge')).toHaveLength(1)
})

test('a deadline moves only later, to 365 days after sending at most, and the old hour ends nothing (C90)', async () => {
  const { signId, taskId } = await sent(server, launcher, alone)
  const old = clock + 7 * day
  const place = { tenantId: launcher.tenantId, contractId: taskId }
  const delay = (signExpireTime: number, who = launcher, id = signId) =>
    server.call('delayTask', { signId: id, signExpireTime }, who)
  expect((await delay(clock - 1)).message).toBe('签署截止时间需晚于当前时间')
  expect((await delay(clock + day)).message).toBe('新的截止时间需晚于原截止时间')
  expect((await delay(clock + 367 * day)).message).toBe('签署截止时间不能超过发起后365天')
  expect((await delay(old + day, wang, await ownSignId(server, wang, taskId))).message).toBe('仅发起人可延期')
  const noticed = (await messages(wang.phone, 'extended')).length
  const later = await delay(old + 3 * day)
  expect([later.code, later.data]).toEqual([200, { signExpireTime: old + 3 * day }])
  expect((await logOf(signId)).at(-1)).toEqual(['延期', expect.stringMatching(/^2026-11-27 .* → 2026-11-30 /)])
  const row = await server.call('recentTasks', {}, wang)
  expect(row.data.taskInfoArray[0]?.signExpireTime).toBe(old + 3 * day)
  expect((await messages(wang.phone, 'extended', noticed + 1))[0]).toContain('的签署截止时间已延至11-30')
  clock = old + minute
  await signInAnew()
  await byJob(expireContract)(server.deps, place)
  expect((await server.call('getSignDetailInfo', { signId }, launcher)).data.status).toBe('otherSign')
  clock = old + 3 * day + minute
  expect((await delay(clock + day)).message).toBe('合同状态已变更，请刷新后重试')
  await byJob(expireContract)(server.deps, place)
  expect((await server.call('getSignDetailInfo', { signId }, launcher)).data.status).toBe('expired')
})

test('signers and initiator are reminded once each before the deadline, of the one that holds', async () => {
  const { signId, taskId } = await sent(server, launcher, [...alone, companySigner(2, jiahe, chen)])
  const place = { tenantId: launcher.tenantId, contractId: taskId }
  const first = clock + 7 * day
  const second = first + 2 * day
  await server.call('delayTask', { signId, signExpireTime: second }, launcher)
  const count = async () => [
    (await messages(wang.phone, 'dueSigner')).length,
    (await messages(partner.phone, 'dueSigner')).length,
    (await messages(launcher.phone, 'dueInitiator')).length,
  ]
  const before = await count()
  clock = first - day
  await byJob(remindDeadline)(server.deps, { ...place, signExpireTime: first })
  clock = second - day
  await signInAnew()
  const payload = { ...place, signExpireTime: second }
  await Promise.all([1, 2, 3].map(() => byJob(remindDeadline)(server.deps, payload)))
  const [sms] = await messages(launcher.phone, 'dueInitiator', (before[2] ?? 0) + 1)
  expect(sms).toMatch(/^【墨契】您发起的《测试合同》将于\S+ \S+截止，尚有2方未签署，可登录催签或延期。$/)
  await messages(wang.phone, 'dueSigner', (before[0] ?? 0) + 1)
  expect(await count()).toEqual([(before[0] ?? 0) + 1, before[1] ?? 0, (before[2] ?? 0) + 1])
  await server.call('recallTask', { signId }, launcher)
})

test('a finished contract’s end is told to its initiator 30, 7 and 1 days before, once each', async () => {
  const end = clock + 40 * day
  const { signId, taskId } = await sent(server, launcher, alone, { contractEndTime: end })
  const payload = { tenantId: launcher.tenantId, contractId: taskId, contractEndTime: end }
  const before = (await messages(launcher.phone, 'contractEnds')).length
  await signNow(server, wang, taskId)
  for (const days of [30, 7, 1]) {
    clock = end - days * day
    await Promise.all([1, 2].map(() => byJob(remindContractEnd)(server.deps, { ...payload, days })))
  }
  const told = await messages(launcher.phone, 'contractEnds', before + 3)
  expect(told).toHaveLength(before + 3)
  expect(told[0]).toMatch(/《测试合同》将于\d\d-\d\d到期/)
  expect(signId).toBeTruthy()
})

test('a contract is sent with its timers: the end, the reminder and the contract’s own end', async () => {
  const end = clock + 60 * day
  const { taskId } = await sent(server, launcher, alone, { contractEndTime: end })
  const keys = await jobKeys(server, taskId)
  const timers = keys.filter((key) => key !== `index ${taskId}`)
  expect(timers.toSorted()).toEqual([`due ${taskId}`, `end ${taskId} 30`, `expire ${taskId}`].toSorted())
})

test('a wrong phone is corrected until somebody has claimed or read the contract', async () => {
  const wrong = '13900000555'
  const right = '13900000556'
  const { signId, taskId } = await sent(server, launcher, [personSigner(1, '赵一一', wrong)])
  const [invitation] = await messages(wrong, 'toSign', 1)
  const correct = (phone: string, partyNo = 1) =>
    server.call('correctPhone', { signId, signerNo: partyNo, phone }, launcher)
  expect((await correct('123')).message).toBe('手机号格式不正确')
  expect((await correct(wrong)).message).toBe('新手机号与原手机号相同')
  expect((await correct(right, 7)).data.field).toBe('signerNo')
  const detail = await server.call('getSignDetailInfo', { signId }, launcher)
  expect(detail.data.detailOperationArray).toContain('correctPhone')
  expect(detail.data.signerArray[0]?.phoneCorrectable).toBe(1)
  expect((await correct(` +86 ${right}`)).code).toBe(200)
  const [anew] = await messages(right, 'toSign', 1)
  expect((await server.call('getTicketInfo', { ticket: linkOf(invitation) }, {})).code).not.toBe(200)
  expect((await server.call('getTicketInfo', { ticket: linkOf(anew) }, {})).code).toBe(200)
  expect((await logOf(signId)).at(-1)).toEqual(['更正手机号', '赵一一：139****0555 → 139****0556'])
  expect((await correct('13900000557')).message).toMatch(/^刚刚已更正过，请\d+秒后再试$/)
  const nobody = await newcomer(server, wrong, '赵一一')
  expect((await server.call('recentTasks', {}, nobody)).data.taskInfoArray).toEqual([])
  const zhao = await newcomer(server, right, '赵一一')
  await expect.poll(async () => (await server.call('recentTasks', {}, zhao)).data.taskInfoArray.length).toBe(1)
  clock += 2 * minute
  expect((await correct('13900000557')).message).toContain('该签署方已确认身份或已查看合同')
  const after = await server.call('getSignDetailInfo', { signId }, launcher)
  expect(after.data.detailOperationArray).not.toContain('correctPhone')
  expect(await logLines(taskId, 'correctPhone')).toHaveLength(1)
})

const linkOf = (body = '') => /\/t\/(\S+)/.exec(body)?.[1] ?? ''

test('a corrected phone whose owner is known is theirs at once, and five corrections are enough', async () => {
  const { signId, taskId } = await sent(server, launcher, [personSigner(1, '王小明', '13900000600')])
  for (const last of [1, 2, 3, 4]) {
    clock += minute
    const phone = `1390000060${last}`
    expect((await server.call('correctPhone', { signId, signerNo: 1, phone }, launcher)).code).toBe(200)
  }
  clock += minute
  const own = await server.call('correctPhone', { signId, signerNo: 1, phone: wang.phone }, launcher)
  expect(own.code).toBe(200)
  const theirs = await ownSignId(server, wang, taskId)
  expect((await server.call('signBeforeCheck', { signId: theirs }, wang)).data.signBeforeCheck).toBe(1)

  const other = await sent(server, launcher, [personSigner(1, '赵一一', '13900000610')])
  for (const last of [1, 2, 3, 4, 5, 6]) {
    clock += minute
    const phone = `1390000061${last}`
    const answer = await server.call('correctPhone', { signId: other.signId, signerNo: 1, phone }, launcher)
    expect(answer.code).toBe(last <= 5 ? 200 : 422)
  }
})

test('a party cannot be corrected into another party’s double, nor by anybody but the initiator', async () => {
  const parties = [personSigner(1, '赵一一', '13900000620', 1), personSigner(2, '赵一一', '13900000621', 1)]
  const { signId } = await sent(server, launcher, parties, { signOrderType: 'disorder' })
  const twice = await server.call('correctPhone', { signId, signerNo: 2, phone: '13900000620' }, launcher)
  expect([twice.code, twice.message]).toEqual([422, '签署方重复'])
  const draft = await prepared(server, launcher, parties, { signOrderType: 'disorder' })
  const early = await server.call('correctPhone', { signId: draft.signId, signerNo: 2, phone: '13900000622' }, launcher)
  expect(early.code).toBe(409)
})

test('a closed contract is begun anew with files, parties and places, and stays as it was (C90)', async () => {
  const parties = [personSigner(1, '王小明', wang.phone), companySigner(2, jiahe, chen)]
  const old = await sent(server, launcher, parties, { taskName: '年度框架协议' })
  expect((await server.call('relaunchTask', { signId: old.signId }, launcher)).code).toBe(409)
  await server.call('recallTask', { signId: old.signId }, launcher)
  const theirs = await ownSignId(server, wang, old.taskId)
  expect((await server.call('relaunchTask', { signId: theirs }, wang)).message).toBe('仅发起人可重新发起')
  const again = await server.call('relaunchTask', { signId: old.signId }, launcher)
  const draft = await server.call('getDraftInfo', { signId: again.data.signId }, launcher)
  const { taskName, status, signerArray, fileArray, positionArray, signExpireTime, taskNo } = draft.data
  expect([taskName, status, signerArray.map(({ signerName }) => signerName)]).toEqual([
    '年度框架协议',
    'draft',
    ['王小明', chen.name],
  ])
  const before = await server.call('getSignDetailInfo', { signId: old.signId }, launcher)
  expect(fileArray[0]?.fileId).toBe(before.data.fileArray[0]?.fileId)
  expect(taskNo).not.toBe(before.data.taskNo)
  expect(signExpireTime).toBeGreaterThan(clock + 29 * day)
  expect(before.data.status).toBe('recall')
  const version = draft.data.version
  const placed = await server.call('saveLocation', { signId: again.data.signId, version, positionArray }, launcher)
  expect(placed.data.status).toBe('waitSend')
  expect((await server.call('sendTask', { signId: again.data.signId }, launcher)).code).toBe(200)
})

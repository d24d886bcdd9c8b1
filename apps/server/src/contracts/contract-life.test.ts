import { dayMs } from '@moqi/domain/time/civil-date'
import { wireStatus } from '@moqi/api/wire/contract'
import { categories } from '@moqi/domain/contract/categories'
import type { Verdict } from '@moqi/verify/verdict'
import { agentIn } from '@moqi/domain/contract/sign-reason'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  choices,
  companySigner,
  newcomer,
  ownSignId,
  personSigner,
  type Player,
  player,
  prepared,
  proveWill,
  sent,
  signNow,
} from '#src/testing/contract-scene.ts'
import { testServer, type TestServer } from '#src/testing/test-server.ts'
import { chen, jiahe, jing, yunqi } from '#src/testing/demo-cast.ts'
import { byJob } from '#src/cores/contract/contract-job.ts'
import { expireContract } from './close-contract.ts'

let server: TestServer
let clock = Date.UTC(2026, 10, 20, 2)
let launcher: Player
let wang: Player
let other: Player

beforeAll(async () => {
  server = await testServer({ now: () => clock })
  launcher = await player(server, jing.phone, 'company')
  wang = await player(server, '13800000001', 'person')
  other = await player(server, chen.phone, 'company')
})
afterAll(() => server.close())

/** Without the archive's time-stamp, which comes a moment after the last signature. */
const signaturesIn = ({ signatureArray }: Verdict) => signatureArray.filter(({ kind }) => kind !== 'timestamp').length

/** Codes may be asked for once a minute. */
const later = (ms: number) => {
  clock += ms
}

/** The counters that are not what a count of the list would give. */
async function falseCounters(who: Player): Promise<unknown[]> {
  const totals = await server.call('getStatusTotal', {}, who)
  const wrong: unknown[] = []
  for (const status of categories.map((one) => wireStatus(one))) {
    const { data } = await server.call('listTasks', { status, pageSize: 50 }, who)
    const rows = data.taskInfoArray.length
    if (totals.data[status] !== rows || data.total !== rows) wrong.push([status, totals.data[status], data.total, rows])
  }
  return wrong
}

const row = async (who: Player, taskId: string) => {
  const { data } = await server.call('listTasks', { status: 'all' }, who)
  return data.taskInfoArray.find((task) => task.taskId === taskId)
}

describe('three parties in order', () => {
  let made: { signId: string; taskId: string }
  beforeAll(async () => {
    made = await sent(server, launcher, [
      companySigner(1, yunqi, jing),
      personSigner(2, '王小明', wang.phone),
      companySigner(3, jiahe, chen),
    ])
  })

  test('show each viewer a status of their own', async () => {
    expect((await row(launcher, made.taskId))?.status).toBe('iSign')
    expect((await row(wang, made.taskId))?.status).toBe('otherSign')
    expect((await row(other, made.taskId))?.signId).not.toBe(made.signId)
  })

  test('refuse whose turn has not come, in words', async () => {
    const signId = await ownSignId(server, wang, made.taskId)
    const { data } = await server.call('signBeforeCheck', { signId }, wang)
    expect(data).toMatchObject({ signBeforeCheck: 0, signBeforeCheckInfo: '还未轮到您签署' })
    const authToken = await proveWill(server, wang, signId)
    const signed = await server.call(
      'sign',
      { signId, authToken, positionArray: await choices(server, wang, signId) },
      wang,
    )
    expect([signed.code, signed.message]).toEqual([409, '还未轮到您签署'])
  })

  test('answer a stranger, an invented id and another space as checklist I7 says', async () => {
    const operator = await player(server, '13800000003', 'company')
    for (const signId of [made.signId, 'AAAAAAAAAAAAAAAAAAAAAAAA']) {
      const answer = await server.call('getSignDetailInfo', { signId }, operator)
      expect([answer.code, answer.message]).toEqual([404, '合同不存在或无权查看'])
    }
    const personal = await player(server, jing.phone, 'person')
    const answer = await server.call('getSignDetailInfo', { signId: made.signId }, personal)
    expect([answer.code, answer.message]).toEqual([4091, `当前空间与签署方不一致，请切换到${yunqi}后签署`])
  })

  test('finish with the last signature, and the document verifies', async () => {
    for (const who of [launcher, wang, other]) {
      later(61_000)
      const { code, message } = await signNow(server, who, made.taskId)
      expect([code, message]).toEqual([200, '操作成功'])
    }
    expect((await row(wang, made.taskId))?.status).toBe('finish')
    const file = await server.blob('downloadFinishedPdf', { signId: made.signId }, launcher)
    expect(file.headers['content-type']).toBe('application/pdf')
    const verdict = await server.deps.workshop.verify(file.bytes)
    expect([verdict.verdict, signaturesIn(verdict)]).toEqual(['valid', 4])
    const parties = verdict.signatureArray.filter(({ kind }) => kind === 'approval')
    expect(parties.map(({ signerName, statedReason }) => [signerName, agentIn(statedReason)])).toEqual([
      [yunqi, jing.name],
      ['王小明', ''],
      [jiahe, chen.name],
    ])
  })

  test('cannot be recalled, refused or signed again afterwards', async () => {
    const signId = await ownSignId(server, wang, made.taskId)
    const recall = await server.call('recallTask', { signId: made.signId }, launcher)
    const reject = await server.call('rejectTask', { signId, reason: '条款有误' }, wang)
    expect([recall.code, reject.code]).toEqual([409, 409])
    const { data } = await server.call('signBeforeCheck', { signId }, wang)
    expect(data.signBeforeCheckInfo).toBe('合同已签署完成')
  })

  test("count in everybody's counters exactly once", async () => {
    for (const who of [launcher, wang, other]) expect(await falseCounters(who)).toEqual([])
  })
})

test('eight parties who sign at once each sign once', async () => {
  const people: Player[] = []
  for (let n = 0; n < 8; n++) people.push(await newcomer(server, `1390000010${n}`, '王大锤'))
  const made = await sent(
    server,
    launcher,
    people.map(({ phone }, index) => personSigner(index + 1, '王大锤', phone, 1)),
    { signOrderType: 'disorder' },
  )
  const answers = await Promise.all(people.map((who) => signNow(server, who, made.taskId)))
  expect(answers.map(({ code }) => code)).toEqual(people.map(() => 200))
  const file = await server.blob('downloadFinishedPdf', { signId: made.signId }, launcher)
  const verdict = await server.deps.workshop.verify(file.bytes)
  expect([verdict.verdict, signaturesIn(verdict)]).toEqual(['valid', 9])
})

test('ten repeats with one idempotency key sign once and get one answer', async () => {
  later(61_000)
  const made = await sent(server, launcher, [personSigner(1, '王小明', wang.phone)])
  const signId = await ownSignId(server, wang, made.taskId)
  const authToken = await proveWill(server, wang, signId)
  const areas = await choices(server, wang, signId)
  const ask = { ...wang, key: 'one-signature' }
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => server.call('sign', { signId, authToken, positionArray: areas }, ask)),
  )
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
  expect(answers[0]?.data.status).toBe('finish')
  const changed = await server.call('sign', { signId, authToken, positionArray: [] }, ask)
  expect([changed.code, changed.data.reason]).toEqual([409, 'request/idempotency-mismatch'])
  const file = await server.blob('downloadFinishedPdf', { signId: made.signId }, launcher)
  expect(signaturesIn(await server.deps.workshop.verify(file.bytes))).toBe(2)
})

test('sending ten times with one key costs one 份, and with none sends once', async () => {
  const surplus = async () => (await server.call('getSpaceDetailInfo', {}, launcher)).data.surplus
  const before = await surplus()
  const made = await prepared(server, launcher, [personSigner(1, '王小明', wang.phone)])
  const ask = { ...launcher, key: 'send-once' }
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => server.call('sendTask', { signId: made.signId }, ask)),
  )
  expect(answers.map(({ code }) => code)).toEqual(answers.map(() => 200))
  expect((await server.call('sendTask', { signId: made.signId }, launcher)).code).toBe(409)
  expect(await surplus()).toBe(before - 1)
})

test('a recall before any signature gives the 份 back and tells nobody else their id', async () => {
  const before = (await server.call('getSpaceDetailInfo', {}, launcher)).data.surplus
  const made = await sent(server, launcher, [personSigner(1, '王小明', wang.phone)])
  const signId = await ownSignId(server, wang, made.taskId)
  const foreign = await server.call('recallTask', { signId }, wang)
  expect(foreign.message).toBe('仅发起人可撤回')
  expect((await server.call('recallTask', { signId: made.signId, reason: '信息有误' }, launcher)).code).toBe(200)
  expect((await server.call('getSpaceDetailInfo', {}, launcher)).data.surplus).toBe(before)
  const { data } = await server.call('signBeforeCheck', { signId }, wang)
  expect(data.signBeforeCheckInfo).toBe('合同已被撤回')
})

test('a refusal ends the contract for everybody, and the initiator cannot refuse', async () => {
  later(61_000)
  const made = await sent(server, launcher, [
    companySigner(1, yunqi, jing, 1),
    personSigner(2, '王小明', wang.phone, 1),
  ])
  const own = await server.call('rejectTask', { signId: made.signId, reason: '不想签了' }, launcher)
  expect(own.message).toBe('发起人不可拒签，请使用撤回')
  const signId = await ownSignId(server, wang, made.taskId)
  const short = await server.call('rejectTask', { signId, reason: '错' }, wang)
  expect([short.code, short.data.field]).toEqual([422, 'reason'])
  expect((await server.call('rejectTask', { signId, reason: '金额有误' }, wang)).code).toBe(200)
  const detail = await server.call('getSignDetailInfo', { signId: made.signId }, launcher)
  expect([detail.data.status, detail.data.closeReason]).toEqual(['reject', '金额有误'])
  expect(detail.data.signerArray.map(({ signerStatus }) => signerStatus)).toEqual(['closed', 'rejected'])
})

test('a deadline that passes ends the contract, and a late signature is refused', async () => {
  later(61_000)
  const made = await sent(server, launcher, [personSigner(1, '王小明', wang.phone)])
  const signId = await ownSignId(server, wang, made.taskId)
  later(8 * dayMs)
  const { tenantId } = launcher
  launcher = await player(server, jing.phone, 'company')
  wang = await player(server, '13800000001', 'person')
  const { data } = await server.call('signBeforeCheck', { signId }, wang)
  expect(data.signBeforeCheckInfo).toBe('合同已过期')
  await byJob(expireContract)(server.deps, { tenantId, contractId: made.taskId })
  await byJob(expireContract)(server.deps, { tenantId, contractId: made.taskId })
  expect((await row(wang, made.taskId))?.status).toBe('expired')
})

test('a party nobody knows is claimed by whoever proves phone and name, and by nobody else', async () => {
  const phone = '13900000201'
  const made = await sent(server, launcher, [personSigner(1, '赵一一', phone)])
  const impostor = await newcomer(server, '13900000202', '赵一一')
  expect(await row(impostor, made.taskId)).toBeUndefined()
  const owner = await newcomer(server, phone)
  expect(await row(owner, made.taskId)).toBeUndefined()
  await server.call(
    'submitPersonAuth',
    { realName: '赵一一', idNumber: '440524188001010014', agree: 1, certificateAgree: 1 },
    owner,
  )
  for (let attempt = 0; attempt < 600 && !(await row(owner, made.taskId)); attempt++) {
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  expect((await row(owner, made.taskId))?.status).toBe('iSign')
  expect((await signNow(server, owner, made.taskId)).data.status).toBe('finish')
})

test('two tabs that edit one draft: the older is refused and nothing is lost', async () => {
  const made = await prepared(server, launcher, [personSigner(1, '王小明', wang.phone)])
  const { data: draft } = await server.call('getDraftInfo', { signId: made.signId }, launcher)
  const input = {
    signId: made.signId,
    version: draft.version,
    taskName: '新主题',
    fileIdArray: draft.fileArray.map(({ fileId }) => fileId),
    signerArray: [personSigner(1, '王小明', wang.phone)],
  }
  expect((await server.call('saveDraft', input, launcher)).code).toBe(200)
  const stale = await server.call('saveDraft', { ...input, taskName: '旧主题' }, launcher)
  expect([stale.code, stale.data.reason]).toEqual([409, 'contract/stale-draft'])
  const { data } = await server.call('getDraftInfo', { signId: made.signId }, launcher)
  expect([data.taskName, data.status, data.positionArray.length]).toEqual(['新主题', 'draft', 2])
})

test('after all of that every counter is true', async () => {
  launcher = await player(server, jing.phone, 'company')
  other = await player(server, chen.phone, 'company')
  for (const who of [launcher, wang, other]) expect(await falseCounters(who)).toEqual([])
})

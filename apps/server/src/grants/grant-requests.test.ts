import { dayMs } from '@moqi/domain/time/civil-date'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { contractFor } from '#src/testing/approval-scene.ts'
import { companySigner, personSigner, type Player, player, sent, signNow } from '#src/testing/contract-scene.ts'
import { yunqi } from '#src/testing/demo-cast.ts'
import { askedForGrant, letterSigned, termOf } from '#src/testing/grant-scene.ts'
import { type Holder, newHolder } from '#src/testing/holder-scene.ts'
import { testServer, type TestServer } from '#src/testing/test-server.ts'

let server: TestServer
let clock = Date.UTC(2026, 10, 20, 2)
let number = 0
let owner: Player
let asker: Holder
let signId: string
let taskId: string

beforeAll(async () => {
  server = await testServer({ now: () => clock })
})
afterAll(() => server.close())
beforeEach(async () => {
  // A day of its own, since codes are counted by the day.
  clock += 2 * dayMs
  owner = await player(server, '13800000002', 'company')
  asker = await newHolder(server, owner, number++)
  ;({ signId, taskId } = await contractFor(server, owner, asker))
})

const asking = async (who = asker) => (await server.call('getGrantAsking', { signId }, who)).data
/** What of the asker's waits to be decided, as whoever decides sees it. */
const waiting = async () => {
  const { data } = await server.call('listGrantRequest', { requestState: 'pending', pageSize: 50 }, owner)
  return data.requestArray.filter(({ memberId }) => memberId === asker.memberId)
}
const newest = async (who: Player) => (await server.call('listMessage', { pageSize: 20 }, who)).data.messageArray[0]
const check = async () => (await server.call('signBeforeCheck', { signId }, asker)).data

/** Grants what was asked for as it was asked. */
async function granted(requestId: string, change: object = {}) {
  const { data: request } = await server.call('getGrantRequest', { requestId }, owner)
  const asked = {
    requestId,
    sealId: request.sealId,
    memberId: request.memberId,
    grantScope: 'contract' as const,
    taskId: request.taskId,
    ...termOf(clock, 7),
  }
  return server.call('addSealGrant', { ...asked, ...change }, owner)
}

test('who lacks a seal asks for it, is told that it is granted and that it holds, and signs that contract', async () => {
  expect((await check()).signBeforeCheckInfo).toBe('您没有该印章的使用权限，请提交用印审批')
  const before = await asking()
  expect(before.sealArray.map(({ sealName }) => sealName)).toContain('公章')
  expect(before).toMatchObject({ wishArray: ['contract'], templateName: null, requestArray: [] })
  expect(before.sealArray[0]?.grantorArray).toEqual(['李静'])
  const requestId = await askedForGrant(server, asker, signId)
  expect(await newest(owner)).toMatchObject({
    kind: 'grantAsked',
    path: '/company-space/admin-authorize?manner=asked',
    text: expect.stringContaining(asker.name),
  })
  expect((await waiting())[0]).toMatchObject({ requestId, taskId, mayDecide: 1, requestState: 'pending' })
  const made = await granted(requestId)
  expect(made.data).toMatchObject({ grantState: 'waitSign', grantScope: 'contract', memberId: asker.memberId })
  expect(await newest(asker)).toMatchObject({ kind: 'grantAnswered', path: `/signing?signId=${signId}` })
  expect((await asking()).requestArray[0]).toMatchObject({ requestState: 'granted', grantState: 'waitSign' })
  await letterSigned(server, { owner, holder: asker.own }, made.data.grantId)
  expect((await asking()).requestArray[0]).toMatchObject({
    grantState: 'effective',
    letterSignId: expect.stringMatching(/./),
  })
  const told = (await server.call('listMessage', { pageSize: 20 }, asker)).data.messageArray
  expect(told.filter(({ kind }) => kind === 'grantInForce').map(({ path }) => path)).toEqual([
    `/signing?signId=${signId}`,
  ])
  expect((await check()).signBeforeCheck).toBe(1)
  expect((await signNow(server, asker, taskId)).code).toBe(200)
})

test('what is refused is told with its reason, and may be asked for again', async () => {
  const requestId = await askedForGrant(server, asker, signId)
  const refusing = { requestId, reason: '请由管理员签署' }
  expect((await server.call('refuseGrantRequest', { ...refusing, reason: '否' }, owner)).code).toBe(422)
  expect((await server.call('refuseGrantRequest', refusing, owner)).code).toBe(200)
  expect(await newest(asker)).toMatchObject({
    kind: 'grantAnswered',
    text: expect.stringContaining('原因：请由管理员签署'),
  })
  expect((await asking()).requestArray[0]).toMatchObject({ requestState: 'refused', answer: '请由管理员签署' })
  expect((await server.call('refuseGrantRequest', refusing, owner)).message).toMatch(/已被处理或已结束/)
  expect((await granted(requestId)).message).toMatch(/已被处理或已结束/)
  await askedForGrant(server, asker, signId)
  expect((await asking()).requestArray).toHaveLength(1)
})

describe('one at a time', () => {
  test('a second request for the same seal and contract is none, also at the same moment', async () => {
    const { sealArray } = await asking()
    const endTime = termOf(clock).endTime
    const asked = {
      signId,
      sealId: sealArray[0]?.sealId ?? '',
      grantWish: 'contract',
      endTime,
      reason: '请授权',
    } as const
    const answers = await Promise.all(Array.from({ length: 4 }, () => server.call('askForGrant', asked, asker)))
    expect(answers.map(({ code }) => code).toSorted()).toEqual([200, 409, 409, 409])
    expect(await waiting()).toHaveLength(1)
    const [request] = (await asking()).requestArray
    await server.call('withdrawGrantRequest', { requestId: request?.requestId ?? '' }, asker)
    expect(await waiting()).toEqual([])
    expect((await server.call('askForGrant', asked, asker)).code).toBe(200)
  })
})

describe('it ends', () => {
  test('with the contract', async () => {
    const requestId = await askedForGrant(server, asker, signId)
    const launchId = (await server.call('listTasks', { status: 'all', pageSize: 50 }, owner)).data.taskInfoArray.find(
      (task) => task.taskId === taskId,
    )?.signId
    await server.call('recallTask', { signId: launchId ?? '', reason: '条款有误' }, owner)
    expect(await waiting()).toEqual([])
    expect((await server.call('getGrantRequest', { requestId }, owner)).data.requestState).toBe('ended')
    expect((await granted(requestId)).code).toBe(409)
  })

  test('with the membership', async () => {
    const requestId = await askedForGrant(server, asker, signId)
    const successorId = (await newHolder(server, owner, number++)).memberId
    const removed = await server.call('removeMember', { memberId: asker.memberId, successorId }, owner)
    expect(removed.message).toBe('操作成功')
    const { data } = await server.call('getGrantRequest', { requestId }, owner)
    expect(data.requestState).toBe('ended')
  })
})

describe('what is asked for', () => {
  test('with the same counterparts becomes a grant that covers them, and the contract of nobody else', async () => {
    const made = await sent(server, owner, [companySigner(1, yunqi, asker), personSigner(2, '王小明', '13800000001')])
    const rows = (await server.call('listTasks', { status: 'all', pageSize: 50 }, asker)).data.taskInfoArray
    const own = rows.find((task) => task.taskId === made.taskId)?.signId ?? ''
    const { data } = await server.call('getGrantAsking', { signId: own }, asker)
    expect(data).toMatchObject({ wishArray: ['contract', 'counterparts'], counterpartArray: ['王小明'] })
    const requestId = await askedForGrant(server, asker, own, { grantWish: 'counterparts' })
    const { counterpartArray } = (await server.call('getGrantRequest', { requestId }, owner)).data
    const grant = await granted(requestId, { grantScope: 'all', taskId: undefined, counterpartArray })
    expect(grant.data).toMatchObject({ grantScope: 'all', counterpartArray: ['王小明'] })
  })

  test('for a template that the contract has none of, beyond three years, or without a reason is refused', async () => {
    const { sealArray } = await asking()
    const input = {
      signId,
      sealId: sealArray[0]?.sealId ?? '',
      grantWish: 'contract',
      endTime: termOf(clock).endTime,
      reason: '请授权',
    } as const
    for (const change of [{ grantWish: 'template' as const }, { endTime: clock + 5 * 366 * dayMs }, { reason: ' ' }])
      expect((await server.call('askForGrant', { ...input, ...change }, asker)).code).toBe(422)
    expect((await server.call('askForGrant', { ...input, sealId: asker.memberId }, asker)).code).toBe(404)
  })

  test('by somebody else cannot be granted to another member, nor decided by an operator', async () => {
    const requestId = await askedForGrant(server, asker, signId)
    const other = await newHolder(server, owner, number++)
    expect((await granted(requestId, { memberId: other.memberId })).message).toBe('授权成员须为提出申请的成员')
    expect((await server.call('refuseGrantRequest', { requestId, reason: '不同意' }, other)).code).toBe(403)
    expect((await server.call('withdrawGrantRequest', { requestId }, other)).code).toBe(404)
  })
})

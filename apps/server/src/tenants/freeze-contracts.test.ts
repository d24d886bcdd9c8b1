import { dayMs } from '@moqi/domain/time/civil-date'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { ownSignId, personSigner, type Player, player, sent, signNow } from '#src/testing/contract-scene.ts'
import { jing } from '#src/testing/demo-cast.ts'
import { flaggedContract } from '#src/testing/lending-scene.ts'
import { enrolled } from '#src/testing/operator-scene.ts'
import { testServer, type TestServer } from '#src/testing/test-server.ts'

const reason = '涉嫌以合同掩盖违法放贷，核查中'
const told = `该合同已被平台冻结，暂时不能签署，仍可查看和下载。原因：${reason}。如有异议请联系客服`
let clock = Date.UTC(2026, 10, 20, 2)
let server: TestServer
let owner: Player
let wang: Player
let chen: Awaited<ReturnType<typeof enrolled>>
let zhou: Awaited<ReturnType<typeof enrolled>>

beforeAll(async () => {
  server = await testServer({ now: () => clock })
  owner = await player(server, jing.phone, 'company')
  wang = await player(server, '13800000001', 'person')
  chen = await enrolled(server, 'chenchen')
  zhou = await enrolled(server, 'zhoumin')
})
afterAll(() => server.close())

const range = (more: { launcherId?: string; beginTime?: number; endTime?: number } = {}) => ({
  tenantId: owner.tenantId,
  beginTime: clock - dayMs,
  endTime: clock + dayMs,
  ...more,
})
const weigh = async (more = {}) => (await server.call('weighContractFreeze', range(more), chen)).data
const freeze = (more = {}, who = chen) => server.call('freezeContracts', { ...range(more), reason }, who)
const thaw = (freezingId: string, who = chen) => server.call('thawContracts', { freezingId, reason: '核查完毕' }, who)
const newest = async () => (await server.call('listContractFreezings', {}, chen)).data.freezingArray[0]
const infoOf = async (signId: string) =>
  (await server.call('signBeforeCheck', { signId }, wang)).data.signBeforeCheckInfo
const logOf = async (signId: string, verb: 'freeze' | 'thaw') => {
  const { data } = await server.call('getSignDetailInfo', { signId }, wang)
  return data.logArray.find((line) => line.verb === verb)
}

test('flagged contracts of a space are frozen together and let go on; others go on all the while', async () => {
  const { taskId } = await flaggedContract(server, owner, wang)
  const plain = await sent(server, owner, [personSigner(1, '王小明', wang.phone)], { taskName: '采购合同' })
  const signId = await ownSignId(server, wang, taskId)
  await server.call('knowContractFlags', { signId }, wang)
  expect(await weigh()).toEqual({ contractNumber: 1, needsSecond: 0 })
  expect(await weigh({ beginTime: clock + 1 })).toMatchObject({ contractNumber: 0 })
  expect((await freeze()).data).toEqual({ isDone: 1, contractNumber: 1 })
  expect((await freeze()).data?.['reason']).toBe('freezing/none')

  expect(await infoOf(signId)).toBe(told)
  const refused = await signNow(server, wang, taskId)
  expect([refused.data?.['reason'], refused.message]).toEqual(['contract/not-signable', told])
  expect((await server.call('getSignDetailInfo', { signId }, wang)).code).toBe(200)
  const line = await vi.waitUntil(() => logOf(signId, 'freeze'), { timeout: 20_000 })
  expect(line).toMatchObject({ who: '系统', label: '平台冻结合同', detail: reason })
  const messages = JSON.stringify((await server.call('listMessage', {}, wang)).data)
  expect(messages).toContain(`《个人借款合同》已被平台冻结，暂时不能签署，仍可查看和下载。原因：${reason}`)
  expect((await signNow(server, wang, plain.taskId)).code).toBe(200)
  const { data: platform } = await server.call('listPlatformLog', {}, owner)
  expect(platform.logArray[0]).toMatchObject({ label: '平台冻结合同' })

  const one = await newest()
  expect(one).toMatchObject({ contractNumber: 1, reason, operatorName: 'chenchen', thawed: null })
  expect(JSON.stringify(one)).not.toContain('借款合同')
  expect((await thaw(one?.freezingId ?? '')).data).toEqual({ isDone: 1, contractNumber: 1 })
  expect((await thaw(one?.freezingId ?? '')).data?.['reason']).toBe('freezing/changed')
  expect(await infoOf(signId)).toBe('')
  await vi.waitUntil(() => logOf(signId, 'thaw'), { timeout: 20_000 })
  clock += 61_000
  expect((await signNow(server, wang, taskId)).code).toBe(200)
})

test('what is asked for wrongly is named, and freezes nothing', async () => {
  expect((await server.call('freezeContracts', { ...range(), reason: '' }, chen)).data?.['field']).toBe('reason')
  expect((await freeze({ endTime: clock - 2 * dayMs })).data?.['field']).toBe('endTime')
  expect((await freeze({ launcherId: 'nobody' })).data?.['field']).toBe('launcherId')
  expect((await freeze({ beginTime: clock + 1 })).data?.['reason']).toBe('freezing/none')
  expect((await thaw('nobody')).data?.['reason']).toBe('freezing/not-found')
})

test('operators see numbers by space, and whose contracts they are only in a look', async () => {
  await flaggedContract(server, owner, wang)
  const { data } = await server.call('listFlaggedSpaces', {}, chen)
  expect(data.spaceArray).toEqual([
    expect.objectContaining({ tenantId: owner.tenantId, flaggedNumber: 2, loanNumber: 2, blankNumber: 0, isFrozen: 0 }),
  ])
  expect(JSON.stringify(data)).not.toContain('借款合同')
  const launchers = () => server.call('listFlaggedLaunchers', { tenantId: owner.tenantId }, chen)
  expect((await launchers()).data?.['reason']).toBe('look/required')
  await server.call('openLook', { tenantId: owner.tenantId, reason: '核查借贷线索' }, chen)
  const { launcherArray } = (await launchers()).data
  expect(launcherArray).toMatchObject([{ launcherName: '李静', contractNumber: 1 }])
  const launcherId = launcherArray[0]?.launcherId ?? ''
  expect(await weigh({ launcherId })).toMatchObject({ contractNumber: 1 })
  expect(await weigh({ launcherId: owner.tenantId })).toMatchObject({ contractNumber: 0 })
})

test('where it takes two, one proposes and another agrees, to freeze and to let go on', async () => {
  server.deps.config.freezers = 2
  const { taskId } = await flaggedContract(server, owner, wang)
  const signId = await ownSignId(server, wang, taskId)
  await server.call('knowContractFlags', { signId }, wang)
  expect((await freeze()).data).toMatchObject({ isDone: 0 })
  expect(await infoOf(signId)).toBe('')
  expect((await freeze({}, zhou)).data?.['reason']).toBe('proposal/pending')
  const waiting = async () =>
    (await server.call('listProposals', { tenantId: owner.tenantId }, zhou)).data.proposalArray[0]
  const first = await waiting()
  expect(first).toMatchObject({ proposalKind: 'freezeContracts', reason })
  expect(first?.what).toContain('有风险提示的签署中合同2份')
  const agree = (who: typeof chen, proposalId = '') => server.call('agreeProposal', { proposalId }, who)
  expect((await agree(chen, first?.proposalId)).data?.['reason']).toBe('operator/second-person')
  expect((await agree(zhou, first?.proposalId)).code).toBe(200)
  expect(await infoOf(signId)).toBe(told)
  expect((await thaw((await newest())?.freezingId ?? '')).data).toEqual({ isDone: 0, contractNumber: 2 })
  expect((await agree(zhou, (await waiting())?.proposalId)).code).toBe(200)
  expect(await infoOf(signId)).toBe('')
  server.deps.config.freezers = 1
})

test('nobody else freezes contracts or sees their numbers', async () => {
  for (const who of [{}, owner, wang]) {
    expect((await server.call('freezeContracts', { ...range(), reason }, who)).data?.['reason']).toBe(
      'session/required',
    )
    expect((await server.call('listFlaggedSpaces', {}, who)).data?.['reason']).toBe('session/required')
  }
  const nowhere = { ...range(), tenantId: '00000000-0000-7000-8000-000000000001' }
  expect((await server.call('weighContractFreeze', nowhere, chen)).data?.['reason']).toBe('space/not-found')
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { proposalLifeMs } from '@moqi/domain/operators/proposal'
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
import { enrolled, operatorPassword, shownCode } from '#src/testing/operator-scene.ts'
import { testServer, type TestServer } from '#src/testing/test-server.ts'

const company = '杭州云启科技有限公司'
const reason = '法院协助执行通知书（2026）浙01执123号'
const frozen = `本空间已被平台冻结，暂时不能发起和签署，已有合同仍可查看和下载。原因：${reason}。如有异议请联系客服`
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

const freeze = (who = chen, why = reason) => server.call('freezeTenant', { tenantId: owner.tenantId, reason: why }, who)
const thaw = (who = chen) => server.call('thawTenant', { tenantId: owner.tenantId, reason: '执行已完毕' }, who)
const waiting = async (who = chen) =>
  (await server.call('listProposals', { tenantId: owner.tenantId }, who)).data.proposalArray
const isFrozen = async () =>
  (await server.call('tenantNumbers', { tenantId: owner.tenantId }, chen)).data.frozen !== null
const checkOf = async (signId: string, who: Player) => {
  const { data } = await server.call('signBeforeCheck', { signId }, who)
  return JSON.stringify(data)
}

test('a frozen space launches and signs nothing, its contracts pause for others, and all of it can be read', async () => {
  const signer = personSigner(1, '王小明', person.phone)
  const out = await sent(server, owner, [signer])
  const draft = await prepared(server, owner, [signer])
  const into = await sent(server, person, [companySigner(1, company, { name: '李静', phone: owner.phone })])
  const { data: weighed } = await server.call('weighFreeze', { tenantId: owner.tenantId }, chen)
  expect(weighed).toMatchObject({ isFrozen: 0, needsSecond: 0, applicationNumber: 0 })
  expect([weighed.signingNumber, weighed.waitingNumber, weighed.memberNumber].every((number) => number > 0)).toBe(true)
  expect((await freeze(chen, '')).data['field']).toBe('reason')
  expect(await freeze()).toMatchObject({ code: 200, data: { isDone: 1 } })
  expect((await freeze(zhou)).data['reason']).toBe('space/freeze-changed')

  const refused = await server.call('sendTask', { signId: draft.signId }, owner)
  expect([refused.data['reason'], refused.message]).toEqual(['space/frozen', frozen])
  expect(await checkOf(await ownSignId(server, owner, into.taskId), owner)).toContain(frozen)
  const seen = await checkOf(await ownSignId(server, person, out.taskId), person)
  expect(seen).toContain('发起方已暂停该合同的签署，恢复后可继续签署')
  expect(seen).not.toContain('法院')
  expect((await server.call('getSignDetailInfo', { signId: out.signId }, owner)).code).toBe(200)
  expect((await server.call('listTasks', {}, owner)).code).toBe(200)

  const { data: told } = await server.call('listMessage', {}, owner)
  expect(JSON.stringify(told)).toContain(`${company}已被平台冻结`)
  const { data: log } = await server.call('listPlatformLog', {}, owner)
  expect(log.logArray[0]).toMatchObject({ label: '平台冻结本空间', detail: `原因：${reason}` })

  expect(await thaw()).toMatchObject({ code: 200, data: { isDone: 1 } })
  expect((await thaw()).data['reason']).toBe('space/freeze-changed')
  expect((await server.call('sendTask', { signId: draft.signId }, owner)).code).toBe(200)
  expect((await signNow(server, person, out.taskId)).code).toBe(200)
  expect((await signNow(server, owner, into.taskId)).code).toBe(200)
})

test('nobody else freezes a space: not its members, not a stranger, and no space that is not there', async () => {
  const input = { tenantId: owner.tenantId, reason }
  expect((await server.call('freezeTenant', input, owner)).data['reason']).toBe('session/required')
  expect((await server.call('freezeTenant', input)).data['reason']).toBe('session/required')
  for (const tenantId of ['nobody', '00000000-0000-7000-8000-000000000001']) {
    expect((await server.call('freezeTenant', { tenantId, reason }, chen)).data['reason']).toBe('space/not-found')
    expect((await server.call('weighFreeze', { tenantId }, chen)).data['reason']).toBe('space/not-found')
  }
  expect(await isFrozen()).toBe(false)
})

test('where it takes two, one proposes and another agrees, never the same', async () => {
  server.deps.config.freezers = 2
  expect(await freeze()).toMatchObject({ code: 200, data: { isDone: 0 } })
  expect(await isFrozen()).toBe(false)
  expect((await freeze(zhou)).data['reason']).toBe('proposal/pending')
  const [one] = await waiting()
  expect(one).toMatchObject({ spaceName: company, proposalKind: 'freeze', reason, proposedBy: 'chenchen', isOwn: 1 })
  expect((await waiting(zhou))[0]?.isOwn).toBe(0)
  const proposalId = one?.proposalId ?? ''
  const own = await server.call('agreeProposal', { proposalId }, chen)
  expect([own.data?.['reason'], own.message]).toEqual([
    'operator/second-person',
    '这是您提出的，须由另一位运营人员确认',
  ])
  expect(await isFrozen()).toBe(false)
  const answers = await Promise.all([1, 2].map(() => server.call('agreeProposal', { proposalId }, zhou)))
  expect(answers.map(({ code }) => code).toSorted()).toEqual([200, 409])
  expect(await isFrozen()).toBe(true)
  expect(await waiting()).toEqual([])
  expect((await server.call('refuseProposal', { proposalId, reason }, zhou)).data?.['reason']).toBe('proposal/changed')
  expect((await server.call('agreeProposal', { proposalId: 'nobody' }, zhou)).data?.['reason']).toBe(
    'proposal/not-found',
  )
})

test('a proposal is refused with a reason, or lapses after a week', async () => {
  await thaw()
  const [one] = await waiting()
  const proposalId = one?.proposalId ?? ''
  expect((await server.call('refuseProposal', { proposalId, reason: '' }, zhou)).data?.['field']).toBe('reason')
  expect((await server.call('refuseProposal', { proposalId, reason: '材料不齐' }, zhou)).code).toBe(200)
  expect(await isFrozen()).toBe(true)
  await thaw()
  const [again] = await waiting()
  clock += proposalLifeMs
  for (const who of [chen, zhou]) {
    const { data } = await server.call('signInOperator', {
      name: who.name,
      password: operatorPassword,
      code: shownCode(who.secret, clock),
    })
    who.token = data.token
  }
  expect(await waiting()).toEqual([])
  const late = await server.call('agreeProposal', { proposalId: again?.proposalId ?? '' }, zhou)
  expect(late.data?.['reason']).toBe('proposal/changed')
  expect(await isFrozen()).toBe(true)
  expect((await thaw()).code).toBe(200)
  const [third] = await waiting()
  expect((await server.call('agreeProposal', { proposalId: third?.proposalId ?? '' }, zhou)).code).toBe(200)
  expect(await isFrozen()).toBe(false)
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  agreeTo,
  apply,
  approver,
  askableSeal,
  type Colleague,
  colleagueWith,
  contractFor,
  madeFlow,
  until,
} from '#src/testing/approval-scene.ts'
import { memberIdOf } from '#src/testing/company-scene.ts'
import { personSigner, player, type Player, sent, signNow } from '#src/testing/contract-scene.ts'
import { testServer, type TestServer } from '#src/testing/test-server.ts'

let server: TestServer
let owner: Player
let ownerId: string
let applicant: Colleague
let first: Colleague
let gone: Colleague
let plain: string
/** A finished contract of the applicant's that was approved, as the administrator's list names it. */
let signId: string

beforeAll(async () => {
  server = await testServer({ now: () => Date.UTC(2026, 10, 20, 2) })
  owner = await player(server, '13800000002', 'company')
  ownerId = await memberIdOf(server, owner, owner.phone)
  applicant = await colleagueWith(server, owner, { name: '周申请', phone: '13914060001', rights: [] })
  first = await approver(server, owner, '吴审批', '13914060002')
  gone = await approver(server, owner, '孙离职', '13914060003')
  plain = await madeFlow(server, owner, { flowName: '通用用印', nodes: [any(first)] })
  const made = await contractFor(server, owner, applicant)
  const sealId = await askableSeal(server, applicant)
  const { data } = await apply(server, applicant, { signId: made.signId, sealId, flowId: plain, amount: 80_000_00 })
  await agreeTo(server, first, data.approveId)
  await until(server, applicant, data.approveId, 'stamp')
  signId = made.launchId
})
afterAll(() => server.close())

const any = (...people: { memberId: string }[]) => ({
  nodeMode: 'any' as const,
  memberIdArray: people.map(({ memberId }) => memberId),
})
const tried = (flowId: string, who = owner, contract = signId) =>
  server.call('tryFlowOnTask', { flowId, signId: contract }, who)

test('a flow is tried on a finished contract: who applied, with which seal, and who would be asked', async () => {
  const { data } = await tried(plain)
  expect(data).toMatchObject({
    taskName: '测试合同',
    applicantName: '周申请',
    amount: 80_000_00,
    approved: 1,
    conditionArray: [],
    offered: 1,
    otherArray: [],
  })
  expect(data.sealArray).toHaveLength(1)
  expect(data.tried.nodeArray[0]?.courseArray).toEqual([
    { memberId: first.memberId, nickName: '吴审批', skipped: 0, standsFor: null },
  ])
})

test('conditions that hold and that do not are told apart, with the flow that would be chosen instead', async () => {
  const large = await madeFlow(server, owner, {
    flowName: '大额用印',
    nodes: [any(gone)],
    condition: { amountMin: 50_000_00 },
  })
  const elsewhere = await madeFlow(server, owner, {
    flowName: '嘉禾用印',
    nodes: [any(first)],
    condition: { amountMin: 50_000_00, counterpartArray: ['上海嘉禾物业管理有限公司'] },
  })
  expect((await tried(large)).data).toMatchObject({
    conditionArray: [{ part: 'amount', holds: 1 }],
    offered: 1,
    otherArray: [],
  })
  expect((await tried(plain)).data).toMatchObject({
    offered: 0,
    otherArray: [{ flowId: large, flowName: '大额用印' }],
  })
  expect((await tried(elsewhere)).data).toMatchObject({
    conditionArray: [
      { part: 'amount', holds: 1 },
      { part: 'counterparts', holds: 0 },
    ],
    offered: 0,
  })
  await server.call('removeMember', { memberId: gone.memberId }, owner)
  const [node] = (await tried(large)).data.tried.nodeArray
  expect(node?.approverArray.map(({ absence }) => absence)).toEqual(['left'])
  expect(node?.courseArray.map(({ memberId, skipped }) => [memberId, skipped])).toEqual([[ownerId, 0]])
})

test('nobody is told, and no application is made', async () => {
  const before = [
    (await server.call('listMessage', {}, first)).data,
    (await server.call('listApprove', { status: 'myapproval' }, first)).data,
  ]
  await tried(plain)
  expect([
    (await server.call('listMessage', {}, first)).data,
    (await server.call('listApprove', { status: 'myapproval' }, first)).data,
  ]).toEqual(before)
})

test('a contract that is under way, or that took no seal of the company, is refused in words', async () => {
  const wang = await player(server, '13800000001', 'person')
  const open = await sent(server, owner, [personSigner(1, '王小明', wang.phone)])
  expect((await tried(plain, owner, open.signId)).data.reason).toBe('contract/not-downloadable')
  expect((await signNow(server, wang, open.taskId)).code).toBe(200)
  expect((await tried(plain, owner, open.signId)).message).toBe('本企业没有在这份合同上用过企业印章，不经过用印审批')
})

test('who edits flows and sees not all contracts tries them on their own alone; another company on none', async () => {
  const editor = await colleagueWith(server, owner, {
    name: '冯流程',
    phone: '13914060004',
    rights: ['launch', 'seeConsole', 'manageFlows'],
  })
  expect((await tried(plain, editor)).data.reason).toBe('contract/not-found')
  const stranger = await player(server, '13800000004', 'company')
  expect((await tried(plain, stranger)).data.reason).toBe('contract/not-found')
  expect((await tried(plain, applicant)).code).toBe(403)
})

import { table } from '@moqi/api/table'
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
import { player, type Player } from '#src/testing/contract-scene.ts'
import { testServer, type TestServer } from '#src/testing/test-server.ts'

let server: TestServer
let clock = Date.UTC(2026, 10, 20, 2)
let owner: Player
let ownerId: string
let applicant: Colleague
let first: Colleague
let second: Colleague
let editor: Colleague
let sealId: string
let base: string

beforeAll(async () => {
  server = await testServer({ now: () => clock })
  owner = await player(server, '13800000002', 'company')
  ownerId = await memberIdOf(server, owner, owner.phone)
  applicant = await colleagueWith(server, owner, { name: '周申请', phone: '13913060001', rights: [] })
  first = await approver(server, owner, '吴审批', '13913060002')
  second = await approver(server, owner, '郑复核', '13913060003')
  editor = await colleagueWith(server, owner, {
    name: '冯流程',
    phone: '13913060004',
    rights: ['launch', 'seeConsole', 'manageFlows'],
  })
  base = await madeFlow(server, editor, { flowName: '通用用印', nodes: [any(first)] })
  sealId = await askableSeal(server, applicant)
})
afterAll(() => server.close())

const any = (...people: { memberId: string }[]) => ({
  nodeMode: 'any' as const,
  memberIdArray: people.map(({ memberId }) => memberId),
})
const everybody = () => [owner, applicant, first, second, editor]

/** A while, so that whoever had a code may have another; everybody stays signed in. */
async function later(): Promise<void> {
  clock += 721_000
  for (const who of everybody()) await server.call('getStatusTotal', {}, who)
}

async function applied(flowId: string, amount?: number) {
  await later()
  const made = await contractFor(server, owner, applicant)
  const input = { signId: made.signId, sealId, flowId, ...(amount !== undefined && { amount }) }
  return { ...made, answer: await apply(server, applicant, input) }
}

const reason = ({ data }: { data: Record<string, unknown> }) => data.reason

test('editing flows, approving, managing seals and using them are rights apart', async () => {
  const edit = (who: Player) => server.call('saveFlow', { flowName: '越权', nodeArray: [any(first)] }, who)
  expect([(await edit(first)).code, (await edit(applicant)).code]).toEqual([403, 403])
  expect((await server.call('listCompanySeal', {}, editor)).code).toBe(403)
  const nameless = await server.call('saveFlow', { flowName: '无权审批', nodeArray: [any(applicant)] }, editor)
  expect(nameless.message).toContain('没有“审批用印”权限')
  expect((await server.call('listApprover', {}, applicant)).data.approverArray).toEqual([])
  const able = (await server.call('listApprover', {}, editor)).data.approverArray.map(({ nickName }) => nickName)
  expect(able).toEqual(expect.arrayContaining(['吴审批', '郑复核']))
  expect(able).not.toContain('周申请')
})

test('a flow is edited at the version it was read at, and what runs keeps its own', async () => {
  const flowId = await madeFlow(server, editor, { flowName: '改版', nodes: [any(first)], condition: { amountMin: 1 } })
  const { answer } = await applied(flowId, 5_000_00)
  expect(answer.data.status).toBe('pending')
  const edit = { flowId, version: 1, flowName: '改版二', nodeArray: [any(second), any(first)] }
  expect((await server.call('saveFlow', edit, editor)).data).toEqual({ flowId, version: 2 })
  expect(reason(await server.call('saveFlow', edit, editor))).toBe('flow/stale')
  expect(reason(await server.call('deleteFlow', { flowId, version: 2 }, editor))).toBe('flow/used')
  const { data } = await server.call('getFlow', { approveId: answer.data.approveId }, applicant)
  expect([data.flowName, data.nodeArray.length]).toEqual(['改版', 1])
  expect((await server.call('getCompanyFlow', { flowId }, editor)).data).toMatchObject({
    flowName: '改版二',
    pendingNumber: 1,
    deletable: 0,
  })
  await server.call('switchFlow', { flowId, version: 2, flowStatus: 'disabled' }, editor)
  expect(reason((await applied(flowId, 5_000_00)).answer)).toBe('flow/not-found')
})

test('names are taken once, and a flow that nobody used is deleted', async () => {
  const again = await server.call('saveFlow', { flowName: '通用用印', nodeArray: [any(first)] }, editor)
  expect(reason(again)).toBe('flow/name-taken')
  const flowId = await madeFlow(server, editor, { flowName: '不用了', nodes: [any(first)] })
  expect((await server.call('deleteFlow', { flowId, version: 1 }, editor)).code).toBe(200)
  expect(reason(await server.call('getCompanyFlow', { flowId }, editor))).toBe('flow/not-found')
})

test('a large amount takes its own flow, and leaving it out is no way around', async () => {
  const large = await madeFlow(server, editor, {
    flowName: '大额用印',
    nodes: [any(first), any(second)],
    condition: { amountMin: 100_000_00 },
  })
  const { signId } = await contractFor(server, owner, applicant)
  const offered = async (amount?: number) =>
    (await server.call('listFlow', { signId, sealId, amount: amount ?? null }, applicant)).data.flowArray.map(
      (one) => one.flowId,
    )
  expect([await offered(1_00), await offered(200_000_00), await offered()]).toEqual([[base], [large], [large]])
  expect(reason((await applied(base, 200_000_00)).answer)).toBe('flow/unfit')
  expect((await applied(large, 200_000_00)).answer.data.status).toBe('pending')
  await server.call('deleteFlow', { flowId: large, version: 1 }, editor)
  await server.call('switchFlow', { flowId: large, version: 1, flowStatus: 'disabled' }, editor)
})

test('a dry run shows who would be asked, who is away and who stands in', async () => {
  const gone = await approver(server, owner, '孙离职', '13913060005')
  const flowId = await madeFlow(server, editor, {
    flowName: '试算',
    nodes: [any(gone), { nodeMode: 'all', memberIdArray: [first.memberId, second.memberId] }],
    condition: { counterpartArray: ['上海嘉禾物业管理有限公司'] },
  })
  await server.call('removeMember', { memberId: gone.memberId }, owner)
  const { data } = await server.call(
    'tryFlow',
    { sealId, counterpart: '上海嘉禾物业管理有限公司', memberId: first.memberId },
    editor,
  )
  expect(data.flowArray.map((one) => one.flowId)).toEqual([flowId])
  const [one, two] = data.flowArray[0]?.nodeArray ?? []
  expect(one?.approverArray[0]).toMatchObject({ absence: 'left' })
  expect(one?.courseArray.map(({ memberId }) => memberId)).toEqual([ownerId])
  expect(two?.approverArray.map(({ absence }) => absence)).toEqual(['applicant', null])
  expect(two?.courseArray.map(({ skipped }) => skipped)).toEqual([1, 0])
})

test('for the official seal the applicant’s own agreement counts for nothing', async () => {
  const both = await colleagueWith(server, owner, {
    name: '何兼任',
    phone: '13913060006',
    rights: ['launch', 'seeConsole', 'approveSealUse'],
  })
  const flowId = await madeFlow(server, editor, {
    flowName: '自己批',
    nodes: [any(both)],
    condition: { sealIdArray: [sealId] },
  })
  const { signId } = await contractFor(server, owner, both)
  const answer = await apply(server, both, { signId, sealId, flowId })
  expect(reason(answer)).toBe('flow/no-approver')
  await server.call('switchFlow', { flowId, version: 1, flowStatus: 'disabled' }, editor)
})

test('who leaves the company hands on what waits, and takes the own application along', async () => {
  const leaver = await approver(server, owner, '蒋交接', '13913060007')
  const flowId = await madeFlow(server, editor, {
    flowName: '交接',
    nodes: [any(leaver)],
    condition: { sealIdArray: [sealId] },
  })
  const { answer } = await applied(flowId)
  const { approveId } = answer.data
  await server.call('removeMember', { memberId: leaver.memberId, successorId: second.memberId }, owner)
  const handed = await until(server, applicant, approveId, 'delegate')
  expect(handed.nodeArray[0]?.approverArray.map(({ nickName, approveStatus }) => [nickName, approveStatus])).toEqual([
    ['蒋交接', 'delegated'],
    ['郑复核', 'open'],
  ])
  await later()
  await server.call('removeMember', { memberId: applicant.memberId, successorId: ownerId }, owner)
  const ended = await until(server, owner, approveId, 'close')
  expect(ended.approveStatus).toBe('void')
  expect(reason(await agreeTo(server, second, approveId))).toBe('approval/changed')
})

test('what changes by a GET takes the bearer header and follows no link of another site', async () => {
  const url = `${table.recallApprove.path}?approveId=x`
  const ask = (headers: Record<string, string>) => server.app.inject({ method: 'GET', url, headers })
  expect((await ask({})).json().code).toBe(-10)
  const own = { authorization: `Bearer ${owner.token}`, 'x-tenant-id': owner.tenantId }
  expect((await ask(own)).json().data.reason).toBe('approval/not-found')
  expect((await ask({ ...own, 'sec-fetch-site': 'cross-site' })).statusCode).toBe(403)
})

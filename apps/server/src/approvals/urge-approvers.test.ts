import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  apply,
  approver,
  askableSeal,
  type Colleague,
  colleagueWith,
  contractFor,
  madeFlow,
} from '#src/testing/approval-scene.ts'
import { player, type Player } from '#src/testing/contract-scene.ts'
import { testServer, type TestServer } from '#src/testing/test-server.ts'

let server: TestServer
let clock = Date.UTC(2026, 10, 20, 2)
let applicant: Colleague
let first: Colleague
let stranger: Player
let approveId: string

beforeAll(async () => {
  server = await testServer({ now: () => clock })
  const owner = await player(server, '13800000002', 'company')
  applicant = await colleagueWith(server, owner, { name: '周申请', phone: '13913030001', rights: [] })
  first = await approver(server, owner, '吴审批', '13913030002')
  stranger = await player(server, '13800000004', 'company')
  const flowId = await madeFlow(server, owner, {
    flowName: '合同用印',
    nodes: [{ nodeMode: 'order', memberIdArray: [first.memberId] }],
  })
  const sealId = await askableSeal(server, applicant)
  const { signId } = await contractFor(server, owner, applicant)
  approveId = (await apply(server, applicant, { signId, sealId, flowId })).data.approveId
})
afterAll(() => server.close())

const reason = ({ data }: { data: unknown }) => Reflect.get(Object(data), 'reason')

test('the applicant urges whose turn it is after half an hour, then every ten minutes, and nobody else does', async () => {
  const urge = (who: Player) => server.call('urgeApprove', { approveId }, who)
  const told = async () => {
    const { messageArray } = (await server.call('listMessage', { pageSize: 50 }, first)).data
    return messageArray.filter(({ kind, path }) => kind === 'toApprove' && path?.includes(approveId)).length
  }
  expect((await urge(applicant)).message).toMatch(/^通知审批人30分钟后才能催办/)
  expect([reason(await urge(first)), reason(await urge(stranger))]).toEqual([
    'approval/applicant-only',
    'approval/not-found',
  ])
  clock += 20 * 60_000
  await told()
  await server.call('getApproveInfo', { approveId }, applicant)
  clock += 11 * 60_000
  const before = await told()
  expect((await urge(applicant)).data.urgedArray).toEqual(['吴审批'])
  expect(await told()).toBe(before + 1)
  const info = await server.call('getApproveInfo', { approveId }, applicant)
  expect([info.data.urgeWait, info.data.operationArray]).toEqual([600_000, ['urge', 'recall']])
  expect((await urge(applicant)).message).toMatch(/^刚刚已催办过，请10分钟后再试/)
  await server.call('recallApprove', { approveId }, applicant)
  expect(reason(await urge(applicant))).toBe('approval/changed')
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { remindApprovers } from './remind-approvers.ts'
import {
  agreeTo,
  apply,
  approver,
  askableSeal,
  type Colleague,
  colleagueWith,
  contractFor,
  madeFlow,
  proof,
  sealedPlaces,
  until,
} from '#src/testing/approval-scene.ts'
import { player, type Player } from '#src/testing/contract-scene.ts'
import { testServer, type TestServer } from '#src/testing/test-server.ts'

let server: TestServer
let clock = Date.UTC(2026, 10, 20, 2)
let owner: Player
let applicant: Colleague
let first: Colleague
let second: Colleague
let stranger: Player
let bystander: Player
let sealId: string
let inTurn: string

beforeAll(async () => {
  server = await testServer({ now: () => clock })
  owner = await player(server, '13800000002', 'company')
  applicant = await colleagueWith(server, owner, { name: '周申请', phone: '13913030001', rights: [] })
  first = await approver(server, owner, '吴审批', '13913030002')
  second = await approver(server, owner, '郑复核', '13913030003')
  bystander = await player(server, '13800000003', 'company')
  stranger = await player(server, '13800000004', 'company')
  inTurn = await madeFlow(server, owner, {
    flowName: '合同用印',
    nodes: [
      { nodeMode: 'order', memberIdArray: [first.memberId] },
      { nodeMode: 'all', memberIdArray: [second.memberId] },
    ],
  })
  sealId = await askableSeal(server, applicant)
})
afterAll(() => server.close())

/** A while, so that whoever had a code may have another; everybody stays signed in. */
async function later(): Promise<void> {
  clock += 721_000
  for (const who of [owner, applicant, first, second]) await pending(who)
}

async function applied(flowId = inTurn) {
  await later()
  const made = await contractFor(server, owner, applicant)
  const { data, code, message } = await apply(server, applicant, { signId: made.signId, sealId, flowId })
  if (code !== 200) throw new Error(message)
  return { ...made, approveId: data.approveId }
}

const reason = ({ data }: { data: Record<string, unknown> }) => data.reason
const statusOf = async (signId: string, who: Player) => (await server.call('getSignDetailInfo', { signId }, who)).data
const pending = async (who: Player) => (await server.call('getStatusTotal', {}, who)).data.myapproval

test('an operator without the seal applies, two approve in turn, and the server stamps', async () => {
  const made = await contractFor(server, owner, applicant)
  const permission = await server.call('checkSealPermission', { signId: made.signId, sealId }, applicant)
  expect(permission.data).toEqual({
    sealPermission: 'needApproval',
    message: '您没有该印章的使用权限，请提交用印审批',
  })
  expect((await server.call('signBeforeCheck', { signId: made.signId }, applicant)).data.signBeforeCheck).toBe(1)
  const offered = await server.call('listFlow', { signId: made.signId, sealId }, applicant)
  expect(offered.data.flowArray).toEqual([{ flowId: inTurn, flowName: '合同用印', nodeNumber: 2 }])
  const authToken = await proof(server, applicant, { signIds: [made.signId] })
  const positionArray = await sealedPlaces(server, applicant, made.signId, sealId)
  const alone = await server.call('sign', { signId: made.signId, authToken, positionArray }, applicant)
  expect(reason(alone)).toBe('seal/not-found')

  const input = { signId: made.signId, authToken, flowId: inTurn, reason: '年度采购框架合同', positionArray }
  const { data: submitted } = await server.call('signWithProcess', input, applicant)
  expect(submitted.status).toBe('pending')
  const { approveId } = submitted
  expect(await statusOf(made.signId, applicant)).toMatchObject({ status: 'otherSign', tagArray: ['approving'] })
  expect((await server.call('signBeforeCheck', { signId: made.signId }, applicant)).data).toMatchObject({
    signBeforeCheck: 0,
    signBeforeCheckInfo: '您的用印申请正在审批中',
  })
  expect([await pending(first), await pending(second)]).toEqual([1, 0])
  const told = await server.call('listMessage', {}, first)
  expect(JSON.stringify(told.data)).toContain('周申请申请使用')

  const info = await server.call('getApproveInfo', { approveId }, first)
  expect(info.data).toMatchObject({
    approveStatus: 'pending',
    reason: '年度采购框架合同',
    operationArray: ['approve', 'return', 'delegate'],
    signId: null,
  })
  expect(info.data.positionArray.find(({ positionType }) => positionType === 'companySeal')?.sealId).toBe(sealId)
  const [file] = info.data.fileArray
  const content = { fileId: file?.fileId ?? '', approveId }
  expect((await server.blob('fileContent', content, first)).status).toBe(200)
  for (const other of [second, bystander, stranger]) {
    expect(reason(await server.call('getApproveInfo', { approveId }, other))).toBe('approval/not-found')
    expect((await server.blob('fileContent', content, other)).headers['content-type']).not.toContain('pdf')
  }

  expect((await agreeTo(server, first, approveId, '同意，按合同执行')).data.status).toBe('pending')
  expect([await pending(first), await pending(second)]).toEqual([0, 1])
  expect((await agreeTo(server, second, approveId)).data.status).toBe('approved')
  const stamped = await until(server, applicant, approveId, 'stamp')
  expect(stamped.nodeArray.map(({ approverArray }) => approverArray[0])).toMatchObject([
    { nickName: '吴审批', approveStatus: 'agreed', opinion: '同意，按合同执行' },
    { nickName: '郑复核', approveStatus: 'agreed', opinion: null },
  ])
  const after = await statusOf(made.signId, applicant)
  expect(after.taskStatus).toBe('finish')
  expect(after.logArray.map(({ label }) => label)).toEqual(
    expect.arrayContaining(['提交用印审批', '审批通过', '审批通过', '签署']),
  )
  const records = await server.call('listSignatureRecords', {}, owner)
  expect(records.data.recordArray[0]).toMatchObject({ approvalId: approveId, signerName: '周申请', sealId })
  expect(JSON.stringify((await server.call('listMessage', {}, applicant)).data)).toContain('用印已通过')
  const mine = await server.call('listApprove', { status: 'mine' }, applicant)
  expect(mine.data.approveArray.map((row) => row.approveId)).toContain(approveId)
  const decided = await server.call('listApprove', { status: 'approved' }, first)
  expect(decided.data.approveArray[0]).toMatchObject({ approveId, ownStatus: 'agreed' })
})

test('what is sent back is applied for again, and what is withdrawn too', async () => {
  const { approveId, signId } = await applied()
  expect(reason(await server.call('returnApprove', { approveId, reason: '' }, first))).toBe('field/invalid')
  const back = await server.call('returnApprove', { approveId, reason: '金额有误' }, first)
  expect(back.code).toBe(200)
  expect((await statusOf(signId, applicant)).status).toBe('signingApprovalFailed')
  expect(reason(await server.call('returnApprove', { approveId, reason: '金额有误' }, first))).toBe('approval/changed')
  const info = await server.call('getApproveInfo', { approveId }, applicant)
  expect(info.data).toMatchObject({ approveStatus: 'refused', operationArray: ['send'], signId })
  const again = await server.call('sendApprove', { approveId, flowId: inTurn, reason: '已改正金额' }, applicant)
  expect(again.data).toEqual({ approveId, status: 'pending' })
  expect((await server.call('recallApprove', { approveId }, applicant)).data.status).toBe('recalled')
  expect((await statusOf(signId, applicant)).status).toBe('iSign')
  expect(await pending(first)).toBe(0)
  await server.call('sendApprove', { approveId, flowId: inTurn, reason: '再次提交' }, applicant)
  await later()
  await agreeTo(server, first, approveId)
  await agreeTo(server, second, approveId)
  const done = await until(server, applicant, approveId, 'stamp')
  expect(done.historyArray.map(({ event }) => event)).toEqual([
    'submit',
    'refuse',
    'resubmit',
    'recall',
    'resubmit',
    'approve',
    'approve',
    'stamp',
  ])
})

test('one of several is enough where one is, and all are needed where all are', async () => {
  const both = [first.memberId, second.memberId]
  const any = await madeFlow(server, owner, { flowName: '任一人', nodes: [{ nodeMode: 'any', memberIdArray: both }] })
  const all = await madeFlow(server, owner, { flowName: '全部人', nodes: [{ nodeMode: 'all', memberIdArray: both }] })
  const one = await applied(any)
  expect([await pending(first), await pending(second)]).toEqual([1, 1])
  expect((await agreeTo(server, second, one.approveId)).data.status).toBe('approved')
  expect(await pending(first)).toBe(0)
  expect(reason(await server.call('returnApprove', { approveId: one.approveId, reason: '太晚了' }, first))).toBe(
    'approval/changed',
  )
  const every = await applied(all)
  await later()
  expect((await agreeTo(server, second, every.approveId)).data.status).toBe('pending')
  expect((await agreeTo(server, first, every.approveId)).data.status).toBe('approved')
})

test('an agreement takes the approver’s own proof for this application, once', async () => {
  const { approveId } = await applied()
  const other = await applied()
  const authToken = await proof(server, first, { approveIds: [other.approveId] })
  expect(reason(await server.call('approve', { approveId, authToken }, first))).toBe('will-auth/required')
  expect(reason(await server.call('approve', { approveId, authToken: 'x' }, first))).toBe('will-auth/required')
  expect((await server.call('approve', { approveId: other.approveId, authToken }, first)).code).toBe(200)
  expect(reason(await server.call('approve', { approveId: other.approveId, authToken }, first))).toBe(
    'approval/changed',
  )
  expect(reason(await server.call('approve', { approveId, authToken }, applicant))).toBe('approval/changed')
  expect(reason(await server.call('recallApprove', { approveId }, first))).toBe('approval/applicant-only')
})

test('an approver hands a seat to a colleague with the right, who decides in that place', async () => {
  const { approveId } = await applied()
  const hand = (memberId: string) => server.call('delegateApprove', { approveId, memberId, reason: '出差' }, first)
  expect(reason(await hand(applicant.memberId))).toBe('member/not-found')
  expect((await hand(second.memberId)).code).toBe(200)
  expect([await pending(first), await pending(second)].map((number) => (number ?? 0) > 0)).toEqual([true, true])
  expect(reason(await hand(second.memberId))).toBe('approval/not-found')
  await later()
  expect((await agreeTo(server, second, approveId)).data.status).toBe('pending')
  const { data } = await server.call('getApproveInfo', { approveId }, second)
  expect(data.nodeArray[0]?.approverArray).toMatchObject([
    { nickName: '吴审批', approveStatus: 'delegated' },
    { nickName: '郑复核', approveStatus: 'agreed', delegatedFrom: '吴审批' },
  ])
  await later()
  expect((await agreeTo(server, second, approveId)).data.status).toBe('approved')
})

test('who has not decided is reminded once a day, and nobody once it is decided', async () => {
  const { approveId } = await applied()
  const remind = (days: number) =>
    remindApprovers(
      { ...server.deps, now: () => clock + days * 86_400_000 },
      { tenantId: owner.tenantId, approvalId: approveId, round: 1 },
    )
  const told = async () => {
    const { data } = await server.call('listMessage', { pageSize: 50 }, first)
    return data.messageArray.filter((message) => JSON.stringify(message).includes(approveId)).length
  }
  await remind(0)
  expect(await told()).toBe(1)
  await remind(1)
  await remind(1)
  expect(await told()).toBe(2)
  await server.call('recallApprove', { approveId }, applicant)
  await remind(2)
  expect(await told()).toBe(2)
})

test('a contract that ends takes its application with it', async () => {
  const { approveId, launchId } = await applied()
  const before = await pending(first)
  expect((await server.call('recallTask', { signId: launchId, reason: '内容有误' }, owner)).code).toBe(200)
  expect((await server.call('getApproveInfo', { approveId }, applicant)).data).toMatchObject({
    approveStatus: 'void',
    operationArray: [],
  })
  expect(await pending(first)).toBe((before ?? 0) - 1)
  const authToken = await proof(server, first, { approveIds: [approveId] })
  expect(reason(await server.call('approve', { approveId, authToken }, first))).toBe('approval/changed')
})

test('a seal that is stopped after the agreement is not stamped, and is once it serves again', async () => {
  const { approveId, signId } = await applied()
  await server.call('pcSealUpdate', { sealId, sealStatus: 'disabled', reason: '例行检查' }, owner)
  await later()
  await agreeTo(server, first, approveId)
  await agreeTo(server, second, approveId)
  const failed = await until(server, applicant, approveId, 'stampFail')
  expect(failed).toMatchObject({ approveStatus: 'stampFailed', operationArray: ['retry'] })
  expect(failed.stampFault).not.toBe('')
  expect((await statusOf(signId, applicant)).taskStatus).toBe('signing')
  expect(JSON.stringify((await server.call('listMessage', {}, applicant)).data)).toContain('未能盖章')
  await server.call('pcSealUpdate', { sealId, sealStatus: 'enabled' }, owner)
  expect((await server.call('retryApprove', { approveId }, applicant)).data.status).toBe('approved')
  await until(server, applicant, approveId, 'stamp')
  expect((await statusOf(signId, applicant)).taskStatus).toBe('finish')
})

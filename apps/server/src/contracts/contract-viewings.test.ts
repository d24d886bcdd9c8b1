import { afterAll, beforeAll, expect, test } from 'vitest'
import { readWorkbook } from '#src/platform/spreadsheet/read-workbook.ts'
import { memberIdOf } from '#src/testing/company-scene.ts'
import { ownSignId, personSigner, type Player, player, sent } from '#src/testing/contract-scene.ts'
import { testServer, type TestServer } from '#src/testing/test-server.ts'

let server: TestServer
let clock = Date.UTC(2026, 10, 20, 2)
let owner: Player
let handler: Player
let stranger: Player
let signer: Player
let made: { signId: string; taskId: string }

beforeAll(async () => {
  server = await testServer({ now: () => clock })
  owner = await player(server, '13800000002', 'company')
  handler = await player(server, '13800000003', 'company')
  stranger = await player(server, '13800000004', 'company')
  signer = await player(server, '13800000001', 'person')
  made = await sent(server, handler, [personSigner(1, '王小明', signer.phone)])
})
afterAll(() => server.close())

const viewings = async (who: Player, signId = made.signId) =>
  (await server.call('listContractViewings', { signId }, who)).data.viewingArray
const open = (reason: string, who: Player & { key?: string } = owner) =>
  server.call('openCompanyContract', { signId: made.signId, reason }, who)
const handlers = (who: Player) => server.call('getHandlers', { taskIdArray: [made.taskId] }, who)

test('the list leaves no trace and says whose each contract is', async () => {
  await server.call('listTasks', { scope: 'company' }, owner)
  expect((await handlers(owner)).data.handlerArray).toMatchObject([
    { taskId: made.taskId, handlerName: '张伟', viewingNumber: 0, own: 0 },
  ])
  expect(await viewings(handler)).toEqual([])
  expect((await handlers(handler)).status).toBe(403)
  expect((await handlers(stranger)).data.reason).toBe('contract/not-found')
})

test('a colleague’s contract is opened for a reason, which its handler is told and reads, once however often it is sent', async () => {
  expect((await open(' ')).message).toBe('请填写查看原因，2-200个字')
  expect((await open('查'.repeat(201))).data.reason).toBe('field/invalid')
  const key = { ...owner, key: 'look-once' }
  await Promise.all([open('核对付款条件', key), open('核对付款条件', key)])
  clock += 1000
  await open('审计抽查')
  expect((await viewings(handler)).map(({ who, reason }) => [who, reason])).toEqual([
    ['李静', '审计抽查'],
    ['李静', '核对付款条件'],
  ])
  expect((await handlers(owner)).data.handlerArray[0]?.viewingNumber).toBe(2)
  const { data } = await server.call('listMessage', {}, handler)
  expect(data.messageArray.filter(({ text }) => text.includes('核对付款条件'))).toHaveLength(1)
})

test('nobody outside the company reads who looked: not the other party, not strangers', async () => {
  const own = await ownSignId(server, signer, made.taskId)
  expect(await viewings(signer, own)).toEqual([])
  expect((await server.call('listContractViewings', { signId: made.signId }, stranger)).data.reason).toBe(
    'contract/not-found',
  )
  expect((await open('看看', handler)).status).toBe(403)
  expect((await open('看看', stranger)).data.reason).toBe('contract/not-found')
  const { data } = await server.call('getSignDetailInfo', { signId: own }, signer)
  expect(JSON.stringify(data.logArray)).not.toContain('核对付款条件')
})

test('one’s own contract is opened without a trace', async () => {
  const mine = await sent(server, owner, [personSigner(1, '王小明', signer.phone)])
  expect((await server.call('openCompanyContract', { signId: mine.signId, reason: '我的合同' }, owner)).code).toBe(200)
  expect(await viewings(owner, mine.signId)).toEqual([])
})

test('the list is narrowed to what a department handles, and taken as a workbook that the log tells of', async () => {
  const { departmentId } = (await server.call('saveDepartment', { departmentName: '采购部' }, owner)).data
  const listed = async (department: string) => {
    const { data } = await server.call('listTasks', { scope: 'company', departmentId: department }, owner)
    return data.taskInfoArray.map(({ taskName }) => taskName)
  }
  expect(await listed(departmentId)).toEqual([])
  await sent(server, owner, [personSigner(1, '王小明', signer.phone)], { taskName: '总部的合同' })
  const memberId = await memberIdOf(server, owner, handler.phone)
  await server.call('updateMember', { memberId, memberName: '张伟', departmentId }, owner)
  expect(await listed(departmentId)).toEqual(['测试合同'])
  const search = { scope: 'company', departmentId, keyword: '测试' } as const
  expect((await server.call('listTasks', search, owner)).data.taskInfoArray).toHaveLength(1)
  expect((await server.call('listTasks', { ...search, keyword: '总部' }, owner)).data.taskInfoArray).toEqual([])
  expect((await server.call('listTasks', { scope: 'company', departmentId: 'x' }, owner)).data.reason).toBe(
    'request/invalid',
  )
  const { data: departments } = await server.call('listHandlerDepartment', {}, owner)
  expect(departments.departmentArray).toContainEqual({ departmentId, departmentName: '采购部' })
  expect((await server.call('listHandlerDepartment', {}, handler)).status).toBe(403)

  const rowsOf = async (asked: { scope: 'own' | 'company'; departmentId?: string }) => {
    const { bytes } = await server.blob('exportTaskExcel', asked, owner)
    const [sheet] = readWorkbook(bytes, { sheets: 1, rows: 50, columns: 20, cellLength: 200 })
    return sheet?.rows.map(({ cells }) => cells.map(({ text }) => text)) ?? []
  }
  const [headings = [], row = [], ...others] = await rowsOf({ scope: 'company', departmentId })
  expect([headings.slice(-2), row.slice(-2), others]).toEqual([['经办人', '部门'], ['张伟', '采购部'], []])
  expect((await rowsOf({ scope: 'own' }))[0]).not.toContain('经办人')
  const { data: log } = await server.call('listMemberLog', {}, owner)
  const taken = log.logArray.filter(({ label }) => label === '导出企业合同列表')
  expect(taken.map(({ detail }) => detail)).toEqual(['共1份'])
})

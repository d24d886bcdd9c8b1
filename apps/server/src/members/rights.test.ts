import { type Table, table } from '@moqi/api/table'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { companyForm } from '#src/testing/company-auth-scene.ts'
import { callRows } from '#src/testing/call-rows.ts'
import { colleague, memberIdOf } from '#src/testing/company-scene.ts'
import { personSigner, type Player, player, prepared } from '#src/testing/contract-scene.ts'
import { testServer, type TestServer } from '#src/testing/test-server.ts'

let server: TestServer
let clock = Date.UTC(2026, 10, 20, 2)
let owner: Player
let operator: Player

beforeAll(async () => {
  server = await testServer({ now: () => clock })
  owner = await player(server, '13800000002', 'company')
  operator = await player(server, '13800000003', 'company')
})
afterAll(() => server.close())

const names = Object.keys(table) as (keyof Table)[]
const guarded = names.filter((name) => table[name].right !== null)

/** Asks with an empty body: who lacks the right is refused before anything is read. */
async function statusOf(name: keyof Table, { token, tenantId }: Player): Promise<[number, unknown]> {
  const { method, path } = table[name]
  const headers = { authorization: `Bearer ${token}`, 'x-tenant-id': tenantId }
  const answer = await server.app.inject({ method, url: path, headers, ...(method === 'POST' && { payload: {} }) })
  return [answer.statusCode, answer.json().code]
}

test('an operator who asks what is the administrator’s is refused with 403, in the own personal space as well (P2, R38)', async () => {
  const personal = await player(server, '13800000003', 'person')
  const managing = guarded.filter((name) => table[name].right === 'manageMembers')
  expect(managing.length).toBeGreaterThan(18)
  for (const name of managing) {
    expect([name, ...(await statusOf(name, operator))]).toEqual([name, 403, 403])
    expect([name, ...(await statusOf(name, personal))]).toEqual([name, 403, 403])
  }
})

test('an operator who asks for the whole company, or in its name, is refused with 403 as well (C0.4, C48, C49, C58, C92)', async () => {
  const { tenantId } = operator
  const answers = [
    await server.call('listTasks', { scope: 'company' }, operator),
    await server.call('getStatusTotal', { scope: 'company' }, operator),
    await server.call('getAuthInfo', { tenantId }, operator),
    await server.call('submitCompanyAuth', { ...companyForm(1), tenantId }, operator),
    await server.call('confirmPayment', { amount: '0.42' }, operator),
  ]
  for (const answer of answers) {
    expect(answer).toMatchObject({ status: 403, code: 403, message: '仅企业管理员可以使用，请联系企业管理员' })
  }
  expect((await server.blob('exportTaskExcel', { scope: 'company' }, operator)).status).toBe(403)
})

test('every call that changes a contract or a template needs 发起签署, unless it is known to send nothing (C55, C90)', () => {
  const changing = names.filter((name) => table[name].mutates && /\/(task|template)\//.test(table[name].path))
  const free = changing.filter((name) => table[name].right !== 'launch')
  expect(free.toSorted()).toEqual(names.filter((name) => callRows[name].sendsNothing).toSorted())
})

test('a role without 发起签署 keeps its member from drafts and sending, and giving it lets them in at once (C55, C90)', async () => {
  const { data: role } = await server.call(
    'saveRole',
    { roleName: '合同查看人', rightArray: ['seeAllContracts'] },
    owner,
  )
  const viewer = await colleague(server, owner, { name: '观音', phone: '13912000001', roleId: role.roleId })
  for (const name of ['saveDraft', 'saveLocation', 'sendTask', 'sendTasks', 'relaunchTask'] as const) {
    expect([name, ...(await statusOf(name, viewer))]).toEqual([name, 403, 403])
  }
  const rightsShown = async () => (await server.call('getUserSpaceInfo', {}, viewer)).data.spaceInfoArray[0]?.rightArray
  expect(await rightsShown()).toEqual(['seeAllContracts'])
  await server.call('saveRole', { roleId: role.roleId, roleName: '合同查看人', rightArray: ['launch'] }, owner)
  expect(await rightsShown()).toEqual(['launch'])
  const { signId } = await prepared(server, viewer, [personSigner(1, '王小明', '13800000001')])
  await server.call('saveRole', { roleId: role.roleId, roleName: '合同查看人', rightArray: [] }, owner)
  expect((await server.call('sendTask', { signId }, viewer)).status).toBe(403)
  const surplus = async () => (await server.call('getSpaceDetailInfo', {}, viewer)).data.surplus
  const before = await surplus()
  expect((await server.call('sendTasks', { signIds: [signId] }, viewer)).status).toBe(403)
  expect(await surplus()).toBe(before)
  const memberId = await memberIdOf(server, owner, viewer.phone)
  await server.call('updateMember', { memberId, memberName: '观音' }, owner)
  expect((await server.call('sendTask', { signId }, viewer)).data).toEqual({ status: 'otherSign' })
})

test('no role gives members or purchases away (P1)', async () => {
  for (const right of ['manageMembers', 'buy']) {
    const headers = { authorization: `Bearer ${owner.token}`, 'x-tenant-id': owner.tenantId }
    const payload = { roleName: '万能角色', rightArray: [right] }
    const { statusCode } = await server.app.inject({ method: 'POST', url: table.saveRole.path, headers, payload })
    expect([right, statusCode]).toEqual([right, 400])
  }
})

test('the rights of each space are its own: administrator here, operator there, individual at home (E16, E17)', async () => {
  const chen = await player(server, '13800000004', 'company')
  await server.call('inviteUser', { inviteArray: [{ memberName: '陈晨', phone: chen.phone }] }, owner)
  const { data: waiting } = await server.call('listInvite', {}, chen)
  const companyId = waiting.inviteArray[0]?.companyId ?? ''
  await server.call('replyInviteUser', { companyId, replyFlag: 'agree' }, chen)
  const { data } = await server.call('getUserSpaceInfo', {}, chen)
  expect(data.spaceInfoArray.map(({ spaceType, isSpaceOwner }) => [spaceType, isSpaceOwner])).toEqual([
    ['company', 'yes'],
    ['company', 'no'],
    ['person', 'yes'],
  ])
  expect(data.spaceInfoArray.map(({ rightArray }) => rightArray.includes('manageMembers'))).toEqual([
    true,
    false,
    false,
  ])
  expect(data.spaceInfoArray.map(({ rightArray }) => rightArray.includes('buy'))).toEqual([true, false, true])
  const there = { ...chen, tenantId: owner.tenantId }
  expect((await server.call('listMember', {}, there)).status).toBe(403)
  expect((await server.call('listMember', {}, chen)).data.total).toBe(1)
})

test('departments and roles: names once, of the right length, and none that is used is deleted (domain 4.5)', async () => {
  const save = (departmentName: string, departmentId?: string) =>
    server.call('saveDepartment', { departmentName, ...(departmentId && { departmentId }) }, owner)
  const { data: made } = await save('  华东   销售部 ')
  expect((await save('华东 销售部')).message).toBe('部门名称已存在')
  expect((await save('x')).message).toBe('部门名称需为2-30个字')
  expect((await save('华东区销售部', made.departmentId)).data).toEqual(made)
  const { data: role } = await server.call('saveRole', { roleName: '用印审批人', rightArray: [] }, owner)
  expect((await server.call('saveRole', { roleName: '经办人', rightArray: [] }, owner)).message).toBe('角色名称已存在')
  const operatorId = await memberIdOf(server, owner, operator.phone)
  const groups = { departmentId: made.departmentId, roleId: role.roleId }
  await server.call('updateMember', { memberId: operatorId, memberName: '张伟', ...groups }, owner)
  const { data: listed } = await server.call('listDepartment', {}, owner)
  expect(listed.departmentArray).toContainEqual({
    departmentId: made.departmentId,
    departmentName: '华东区销售部',
    memberNumber: 1,
  })
  const refused = [
    await server.call('deleteDepartment', { departmentId: made.departmentId }, owner),
    await server.call('deleteRole', { roleId: role.roleId }, owner),
  ]
  expect(refused.map(({ code, message }) => [code, message])).toEqual([
    [422, '该部门还有成员或待加入的邀请，请先调整后再删除'],
    [422, '该角色还有成员或待加入的邀请，请先调整后再删除'],
  ])
  await server.call('updateMember', { memberId: operatorId, memberName: '张伟' }, owner)
  const phone = '13912000009'
  await server.call('inviteUser', { inviteArray: [{ memberName: '文殊', phone, ...groups }] }, owner)
  expect((await server.call('deleteDepartment', { departmentId: made.departmentId }, owner)).code).toBe(422)
  expect((await server.call('deleteRole', { roleId: role.roleId }, owner)).code).toBe(422)
  const { data: sent } = await server.call('listInviteUser', { keyword: phone }, owner)
  await server.call('cancelInvite', { invitationId: sent.inviteArray[0]?.invitationId ?? '' }, owner)
  expect((await server.call('deleteDepartment', { departmentId: made.departmentId }, owner)).code).toBe(200)
  expect((await server.call('deleteRole', { roleId: role.roleId }, owner)).code).toBe(200)
})

test('what is another company’s cannot be given to a member, however it is named', async () => {
  const chen = await player(server, '13800000004', 'company')
  const { data: theirs } = await server.call('saveDepartment', { departmentName: '物业部' }, chen)
  const { data: role } = await server.call('saveRole', { roleName: '物业经理', rightArray: ['launch'] }, chen)
  const memberId = await memberIdOf(server, owner, operator.phone)
  for (const groups of [{ departmentId: theirs.departmentId }, { roleId: role.roleId }, { roleId: 'x' }]) {
    const answer = await server.call('updateMember', { memberId, memberName: '张伟', ...groups }, owner)
    expect([answer.code, answer.data.reason]).toEqual([404, 'member/group-not-found'])
  }
})

test('the list of members goes page by page, in the order they joined, and finds names and phones as typed', async () => {
  const seen: string[] = []
  let cursor: string | null = null
  for (let n = 0; n < 12; n++) {
    clock += 61_000
    await colleague(server, owner, { name: '罗汉', phone: `139120010${String(n).padStart(2, '0')}` })
  }
  do {
    const { data }: Awaited<ReturnType<typeof page>> = await page(cursor)
    seen.push(...data.memberArray.map(({ memberId }) => memberId))
    expect(data.total).toBeGreaterThan(12)
    cursor = data.nextCursor
  } while (cursor)
  const { data: all } = await server.call('listMember', { pageSize: 50 }, owner)
  expect(seen).toEqual(all.memberArray.map(({ memberId }) => memberId))
  expect(new Set(seen).size).toBe(all.total)
  expect((await server.call('listMember', { keyword: '%' }, owner)).data.total).toBe(0)
  expect((await server.call('listMember', { keyword: '1391200100' }, owner)).data.total).toBe(10)
  expect((await server.call('listMember', { cursor: 'x' }, owner)).status).toBe(400)
})

const page = (cursor: string | null) => server.call('listMember', { cursor, pageSize: 10 }, owner)

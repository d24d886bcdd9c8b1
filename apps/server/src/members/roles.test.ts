import { presetRoles } from '@moqi/domain/spaces/preset-roles'
import { grantableRights } from '@moqi/domain/spaces/rights'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { agree, colleague, companyIdOf, invited, memberIdOf } from '#src/testing/company-scene.ts'
import { newcomer, type Player, player } from '#src/testing/contract-scene.ts'
import { testServer, type TestServer } from '#src/testing/test-server.ts'

let server: TestServer
let clock = Date.UTC(2026, 10, 20, 2)
let owner: Player
let operator: Player
let operatorId: string

beforeAll(async () => {
  server = await testServer({ now: () => clock })
  owner = await player(server, '13800000002', 'company')
  operator = await player(server, '13800000003', 'company')
  operatorId = await memberIdOf(server, owner, operator.phone)
})
afterAll(() => server.close())

const idOf = (name: string) => presetRoles.find((one) => one.name === name)?.roleId ?? ''
const roles = async (who = owner) => (await server.call('listRole', {}, who)).data.roleArray
const give = (roleId: string | null, memberId = operatorId) =>
  server.call('updateMember', { memberId, memberName: '张伟', roleId }, owner)
const rightsShown = async (who: Player) =>
  (await server.call('getUserSpaceInfo', {}, who)).data.spaceInfoArray.find(({ tenantId }) => tenantId === who.tenantId)
    ?.rightArray

test('every company has the eight roles, which can be given at once and hold from the next request on (domain 2.5)', async () => {
  expect((await roles()).map(({ roleName, roleKind }) => `${roleName} ${roleKind}`)).toEqual([
    '管理员 fixed',
    '经办人 fixed',
    ...presetRoles.map(({ name }) => `${name} preset`),
  ])
  for (const preset of presetRoles) {
    expect((await give(preset.roleId)).code).toBe(200)
    expect([preset.name, (await rightsShown(operator))?.toSorted()]).toEqual([preset.name, preset.rights.toSorted()])
    expect((await roles()).find(({ roleId }) => roleId === preset.roleId)?.memberNumber).toBe(1)
  }
  await give(null)
})

test('a preset role is neither changed nor deleted, and what it gives cannot be had by its name', async () => {
  const roleId = idOf('印章管理员')
  const changed = await server.call('saveRole', { roleId, roleName: '印章主管', rightArray: ['launch'] }, owner)
  expect(changed.message).toBe('预设角色不能修改，可以复制后调整')
  expect((await server.call('deleteRole', { roleId }, owner)).code).toBe(404)
  expect((await server.call('getRoleUse', { roleId }, owner)).code).toBe(404)
  const taken = await server.call('saveRole', { roleName: '印章管理员', rightArray: [] }, owner)
  expect(taken.message).toBe('角色名称已存在')
})

test('a company that calls one of its own roles like a preset one has that in its place', async () => {
  const chen = await player(server, '13800000004', 'company')
  const { data: made } = await server.call('saveRole', { roleName: '流程管理员', rightArray: ['launch'] }, chen)
  const named = (await roles(chen)).filter(({ roleName }) => roleName === '流程管理员')
  expect(named).toEqual([{ ...named[0], roleId: made.roleId, roleKind: 'own', rightArray: ['launch'] }])
  const phone = '13912000021'
  const asked = await invited(server, chen, { name: '文殊', phone, roleId: idOf('流程管理员') })
  expect(asked.data.failArray.map(({ message }) => message)).toEqual(['部门或角色不存在，请刷新后重试'])
})

test('a role in use is deleted with what its members get instead, in the numbers that were shown', async () => {
  const { data: role } = await server.call('saveRole', { roleName: '合同专员', rightArray: ['seeAllContracts'] }, owner)
  const { roleId } = role
  const viewer = await colleague(server, owner, { name: '观音', phone: '13912000041', roleId })
  const waiting = await newcomer(server, '13912000042', '善财')
  await invited(server, owner, { name: '善财', phone: waiting.phone, roleId })
  const { data: use } = await server.call('getRoleUse', { roleId }, owner)
  expect(use).toEqual({ memberNumber: 1, memberNameArray: ['观音'], inviteNumber: 1 })
  const stale = await server.call('deleteRole', { roleId, successorRoleId: null, memberNumber: 0 }, owner)
  expect([stale.data.reason, stale.message]).toEqual([
    'member/group-in-use',
    '持有该角色的成员已变为1人，请核对后重新删除',
  ])
  const successorRoleId = idOf('合同查看人')
  expect((await server.call('deleteRole', { roleId, successorRoleId: roleId }, owner)).code).toBe(404)
  expect((await server.call('deleteRole', { roleId, successorRoleId, memberNumber: 1 }, owner)).code).toBe(200)
  expect(await rightsShown(viewer)).toEqual(['seeAllContracts', 'seeConsole'])
  await agree(server, waiting, await companyIdOf(server, owner))
  expect(await rightsShown({ ...waiting, tenantId: owner.tenantId })).toEqual(['seeAllContracts', 'seeConsole'])
  const { data: log } = await server.call('listMemberLog', { about: 'roles' }, owner)
  expect(log.logArray.map(({ label, detail }) => `${label} ${detail}`)).toContain(
    '删除角色 合同专员，1人改为合同查看人',
  )
})

test('who has a right is told with the role it comes from, who gave that, and since when', async () => {
  clock += 61_000
  await give(idOf('印章审批人'))
  const at = clock
  clock += 61_000
  await give(idOf('印章审批人'))
  const { data } = await server.call('listRightHolder', { right: 'auditSeals', keyword: operator.phone }, owner)
  expect(data.holderArray).toEqual([
    {
      memberId: operatorId,
      memberName: '张伟',
      departmentName: null,
      right: 'auditSeals',
      roleName: '印章审批人',
      roleKind: 'preset',
      reach: 'department',
      sinceTime: at,
      giverName: '李静',
    },
  ])
  const { data: all } = await server.call('listRightHolder', { right: 'auditSeals' }, owner)
  expect(all.holderArray[0]).toMatchObject({ roleName: '管理员', roleKind: 'fixed', reach: 'company', giverName: null })
  const { data: launchers } = await server.call('listRightHolder', { right: 'launch' }, owner)
  expect(launchers.holderArray.map(({ memberId }) => memberId)).not.toContain(operatorId)
  await server.call('updateMemberStatus', { memberId: operatorId, memberStatus: 'disabled' }, owner)
  const { data: none } = await server.call('listRightHolder', { right: 'auditSeals', keyword: operator.phone }, owner)
  expect(none).toEqual({ holderArray: [], nextCursor: null, total: 0 })
  await server.call('updateMemberStatus', { memberId: operatorId, memberStatus: 'enabled' }, owner)
  await give(null)
})

test('the holders of a right go page by page, each once', async () => {
  const seen: string[] = []
  let cursor: string | null = null
  for (let n = 0; n < 11; n++) {
    clock += 61_000
    await colleague(server, owner, { name: '罗汉', phone: `139120020${String(n).padStart(2, '0')}` })
  }
  do {
    const { data }: Awaited<ReturnType<typeof holders>> = await holders(cursor)
    seen.push(...data.holderArray.map(({ memberId }) => memberId))
    cursor = data.nextCursor
  } while (cursor)
  expect(seen.length).toBeGreaterThan(11)
  expect(new Set(seen).size).toBe(seen.length)
  expect((await holders('x')).status).toBe(400)
})

const holders = (cursor: string | null) =>
  server.call('listRightHolder', { right: 'launch', cursor, pageSize: 10 }, owner)

test('who has left or is another company’s has no line, and nobody but the administrator asks', async () => {
  const leaver = await colleague(server, owner, { name: '过客', phone: '13912000051', roleId: idOf('合同查看人') })
  const memberId = await memberIdOf(server, owner, leaver.phone)
  const asked = { right: 'seeAllContracts', keyword: leaver.phone } as const
  expect((await server.call('listRightHolder', asked, owner)).data.total).toBe(1)
  expect((await server.call('listRightHolder', asked, leaver)).status).toBe(403)
  await server.call('removeMember', { memberId }, owner)
  expect((await server.call('listRightHolder', asked, owner)).data.total).toBe(0)
  const chen = await player(server, '13800000004', 'company')
  expect((await server.call('listRightHolder', { right: 'launch', keyword: owner.phone }, chen)).data.total).toBe(0)
})

test('a preset role gives nobody more than a role may', () => {
  const most: readonly string[] = grantableRights
  for (const { rights } of presetRoles) expect(rights.filter((right) => !most.includes(right))).toEqual([])
})

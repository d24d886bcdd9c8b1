import type { Sent } from '@moqi/api/call'
import type { Table } from '@moqi/api/table'
import { dayMs } from '@moqi/domain/time/civil-date'
import { presetRoles } from '@moqi/domain/spaces/preset-roles'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { colleague, memberIdOf } from '#src/testing/company-scene.ts'
import { type Player, player } from '#src/testing/contract-scene.ts'
import { testServer, type TestServer } from '#src/testing/test-server.ts'

let server: TestServer
let clock = Date.UTC(2026, 10, 20, 2)
let owner: Player
let people: Player[]
let ids: string[]
let departmentId: string
const roleId = presetRoles.find(({ name }) => name === '合同查看人')?.roleId ?? ''

beforeAll(async () => {
  server = await testServer({ now: () => clock })
  owner = await player(server, '13800000002', 'company')
  people = []
  for (const [at, name] of ['批量甲', '批量乙', '批量丙'].entries())
    people.push(await colleague(server, owner, { name, phone: `1394000000${at}` }))
  ids = await Promise.all(people.map(({ phone }) => memberIdOf(server, owner, phone)))
  departmentId = (await server.call('saveDepartment', { departmentName: '总部/法务部' }, owner)).data.departmentId
})
afterAll(() => server.close())

type Asked = Sent<Table['changeMembers']>
const change = (asked: Asked, who = owner) => server.call('changeMembers', asked, who)
const undo = (changeId: string | null, who = owner) =>
  server.call('undoMemberChange', { changeId: changeId ?? '' }, who)
const shown = async () => {
  const { data } = await server.call('listMember', { keyword: '批量', pageSize: 50 }, owner)
  return data.memberArray.map((one) => [one.departmentName, one.roleName, one.memberStatus].join(' '))
}
const plain = ' 经办人 enabled'

test('all whom a search finds are moved, in the numbers that a check told, and moved back', async () => {
  expect(await shown()).toEqual([plain, plain, plain])
  const move = { deed: 'department', keyword: '批量', departmentId } as const
  const checked = await change(move)
  expect(checked.data).toEqual({
    foundNumber: 3,
    changeNumber: 3,
    sameNumber: 0,
    leftArray: [],
    changeId: null,
    undoUntil: null,
  })
  expect(await shown()).toEqual([plain, plain, plain])
  const stale = await change({ ...move, mode: 'save', changeNumber: 2 })
  expect([stale.data.reason, stale.message]).toEqual([
    'member/change-stale',
    '将要调整的成员已变为3人，请核对后重新操作',
  ])
  const { data } = await change({ ...move, mode: 'save', changeNumber: 3 })
  expect(data.undoUntil).toBe(clock + dayMs)
  expect(await shown()).toEqual(Array(3).fill('总部/法务部 经办人 enabled'))
  expect((await change(move)).data).toMatchObject({ changeNumber: 0, sameNumber: 3 })
  expect((await undo(data.changeId)).data).toEqual({ restoredNumber: 3, leftArray: [] })
  expect(await shown()).toEqual([plain, plain, plain])
  expect((await undo(data.changeId)).data.reason).toBe('member/change-not-found')
  const { changeArray } = (await server.call('listMemberChange', {}, owner)).data
  expect(changeArray).toMatchObject([
    { label: '部门改为总部/法务部', memberNumber: 3, undoUntil: null, undoneBy: expect.any(String) },
  ])
})

test('a role is given and taken, and an administrator keeps the administrator’s', async () => {
  const self = await memberIdOf(server, owner, owner.phone)
  const given = await change({ mode: 'save', deed: 'role', memberIdArray: [...ids, self], roleId })
  expect(given.data).toMatchObject({ foundNumber: 4, changeNumber: 3 })
  expect(given.data.leftArray.map(({ message }) => message)).toEqual(['管理员的角色不能更改'])
  expect(await shown()).toEqual(Array(3).fill(' 合同查看人 enabled'))
  await change({ mode: 'save', deed: 'role', memberIdArray: ids.slice(0, 1), roleId: null })
  const undone = await undo(given.data.changeId)
  expect(undone.data).toEqual({
    restoredNumber: 2,
    leftArray: [{ memberName: '批量甲', message: '之后又被修改过' }],
  })
  expect(await shown()).toEqual([plain, plain, plain])
})

test('whoever is disabled is out at once, and back when it is undone', async () => {
  const done = await change({ mode: 'save', deed: 'disable', memberIdArray: ids })
  const [first] = people
  const ask = async () => (await server.call('listTasks', { status: 'all' }, first)).code
  expect(await ask()).not.toBe(200)
  expect(await shown()).toEqual(Array(3).fill(' 经办人 disabled'))
  await undo(done.data.changeId)
  expect(await ask()).toBe(200)
})

test('what cannot be restored is named: who has left, whose department is gone', async () => {
  const { data: old } = await server.call('saveDepartment', { departmentName: '旧部门' }, owner)
  await change({ mode: 'save', deed: 'department', memberIdArray: ids, departmentId: old.departmentId })
  const { data } = await change({ mode: 'save', deed: 'department', memberIdArray: ids, departmentId })
  await server.call('deleteDepartment', { departmentId: old.departmentId }, owner)
  await server.call('removeMember', { memberId: ids[2] ?? '' }, owner)
  expect((await undo(data.changeId)).data).toEqual({
    restoredNumber: 0,
    leftArray: [
      { memberName: '批量丙', message: '已离开企业' },
      { memberName: '批量甲', message: '原来的部门或角色已删除' },
      { memberName: '批量乙', message: '原来的部门或角色已删除' },
    ],
  })
})

test('a day later nothing is undone', async () => {
  const { data } = await change({
    mode: 'save',
    deed: 'department',
    memberIdArray: ids.slice(0, 2),
    departmentId: null,
  })
  clock += dayMs
  owner = await player(server, '13800000002', 'company')
  expect((await undo(data.changeId)).data.reason).toBe('member/change-not-found')
})

test('a company that is disabled whole keeps the administrator who does it', async () => {
  const { data } = await change({ mode: 'save', deed: 'disable', keyword: '' })
  const self = await memberIdOf(server, owner, owner.phone)
  expect(data.leftArray.map(({ message }) => message)).toEqual(['不能停用自己'])
  const { memberArray } = (await server.call('listMember', { pageSize: 50 }, owner)).data
  const enabled = memberArray.filter(({ memberStatus }) => memberStatus === 'enabled')
  expect(enabled.map(({ memberId }) => memberId)).toEqual([self])
  await undo(data.changeId)
  expect((await change({ deed: 'disable', keyword: '批量' })).data.changeNumber).toBe(2)
})

test('somebody else’s members, departments and changes are as none', async () => {
  const stranger = await player(server, '13800000004', 'company')
  expect((await change({ deed: 'disable', memberIdArray: ids.slice(0, 1) }, stranger)).data.reason).toBe(
    'member/not-found',
  )
  const theirs = await memberIdOf(server, stranger, stranger.phone)
  const asked: Asked = { deed: 'department', memberIdArray: [theirs], departmentId }
  expect((await change(asked, stranger)).data.reason).toBe('member/group-not-found')
  const { data } = await change({ mode: 'save', deed: 'department', memberIdArray: ids.slice(0, 2), departmentId })
  expect((await undo(data.changeId, stranger)).data.reason).toBe('member/change-not-found')
  expect((await server.call('listMemberChange', {}, stranger)).data.changeArray).toEqual([])
})

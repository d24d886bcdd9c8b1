import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkCreditCode } from '@moqi/domain/identity/company'
import { player } from '#src/testing/contract-scene.ts'
import { testServer, type TestServer } from '#src/testing/test-server.ts'

const day = 24 * 3_600_000
let server: TestServer
let clock = Date.UTC(2026, 10, 20, 2)

beforeAll(async () => {
  server = await testServer({ now: () => clock })
})
afterAll(() => server.close())

test("an account's card masks its phone, also where it stands for the user name, and says how it is authenticated (C31)", async () => {
  const { token } = await player(server, '13800000002', 'company')
  const { data } = await server.call('getUserAccountInfo', {}, { token })
  expect(data).toEqual({
    userName: '138****0002',
    nickName: '李静',
    userType: 'company',
    isAuthed: 'passAuth',
    rejectCompanyAuthReason: null,
    phone: '138****0002',
    email: null,
  })
})

test('the spaces come company first, with who owns them', async () => {
  const owner = await player(server, '13800000002', 'company')
  const operator = await player(server, '13800000003', 'company')
  const own = (await server.call('getUserSpaceInfo', {}, owner)).data.spaceInfoArray
  const shared = (await server.call('getUserSpaceInfo', {}, operator)).data.spaceInfoArray
  expect(own.map(({ spaceType, isSpaceOwner }) => [spaceType, isSpaceOwner])).toEqual([
    ['company', 'yes'],
    ['person', 'yes'],
  ])
  expect(shared.map(({ isSpaceOwner }) => isSpaceOwner)).toEqual(['no', 'yes'])
  expect(shared[0]?.tenantId).toBe(own[0]?.tenantId)
  expect([own[0]?.companyId === null, own[1]?.companyId]).toEqual([false, null])
})

test("a space's detail counts its 份 and seals, its own only", async () => {
  const company = await player(server, '13800000002', 'company')
  const person = await player(server, '13800000002', 'person')
  const { data } = await server.call('getSpaceDetailInfo', {}, company)
  expect(data).toMatchObject({ spaceName: '杭州云启科技有限公司', surplus: 200, sealNumber: 1, isSpaceOwner: 'yes' })
  const operator = await player(server, '13800000003', 'company')
  const seen = (await server.call('getSpaceDetailInfo', {}, operator)).data
  expect([data.creditCode, data.authTime]).toEqual([seen.creditCode, clock])
  expect(checkCreditCode(seen.creditCode ?? '').ok).toBe(true)
  expect((await server.call('getSpaceDetailInfo', {}, person)).data).toMatchObject({
    surplus: 20,
    companyId: null,
    creditCode: null,
  })
})

test('the reminder to change the password comes on its 90th day', async () => {
  const start = clock
  const detail = async () => {
    const who = await player(server, '13800000004', 'person')
    return (await server.call('getSpaceDetailInfo', {}, who)).data.pwdRemindStr
  }
  await server.deps.db.directory((directory) =>
    directory.updateTable('account').set({ password_changed_at: start }).where('phone', '=', '13800000004').execute(),
  )
  clock = start + 90 * day - 1
  expect(await detail()).toBe('ok')
  clock = start + 90 * day
  expect(await detail()).toContain('90天')
})

test('a dictionary answers labels to whoever is signed in, and an unknown one is empty (C29, P7)', async () => {
  const token = await server.login('13800000001')
  expect((await server.call('dictionary', { dictType: 'task_type' })).code).toBe(-10)
  const { data } = await server.call('dictionary', { dictType: 'task_type' }, { token })
  expect(data.dictArray).toContainEqual({ dictValue: 'relieve', dictLabel: '作废协议' })
  for (const dictType of ['nothing_of_the_kind', '__proto__', 'constructor', 'toString']) {
    expect((await server.call('dictionary', { dictType }, { token })).data).toEqual({ dictArray: [] })
  }
})

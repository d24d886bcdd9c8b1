import { dayMs } from '@moqi/domain/time/civil-date'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { memberIdOf } from '#src/testing/company-scene.ts'
import { type Player, player } from '#src/testing/contract-scene.ts'
import { chen, jing } from '#src/testing/demo-cast.ts'
import { testServer, type TestServer } from '#src/testing/test-server.ts'

let clock = Date.UTC(2026, 10, 20, 2)
let server: TestServer
let owner: Player
let operator: Player

beforeAll(async () => {
  server = await testServer({ now: () => clock })
  owner = await player(server, jing.phone, 'company')
  operator = await player(server, '13800000003', 'company')
})
afterAll(() => server.close())

const detail = async (who: Player) => (await server.call('getSpaceDetailInfo', {}, who)).data
const prompts = async (who: Player) => (await server.call('companyAuthAndSealCon', {}, who)).data

test('the prompts are told what they need and nothing else (C34)', async () => {
  expect(await prompts(owner)).toEqual({
    isAuthed: 'passAuth',
    sealNumber: 1,
    companyCheckAuthCode: 0,
    companyCheckSealCode: 0,
    pwdRemindStr: 'ok',
  })
})

test('a flag stays with the account, in each of its spaces, and with no other account (C84, Z10)', async () => {
  expect(await server.call('updateRemindFlag', { companyCheckAuthCode: 1 }, owner)).toMatchObject({ data: null })
  await server.call('updateRemindFlag', { companyCheckSealCode: 1 }, owner)
  const atHome = await player(server, jing.phone, 'person')
  for (const who of [owner, atHome]) {
    expect(await detail(who)).toMatchObject({ companyCheckAuthCode: 1, companyCheckSealCode: 1, lastChangePwdCode: 0 })
    expect(await prompts(who)).toMatchObject({ companyCheckAuthCode: 1, companyCheckSealCode: 1 })
  }
  expect(await detail(operator)).toMatchObject({ companyCheckAuthCode: 0, companyCheckSealCode: 0 })
})

test.each([{}, { companyCheckAuthCode: 0 }, { companyCheckAuthCode: 1, lastChangePwdCode: 1 }, { sealNumber: 1 }])(
  'no flag is taken from %j',
  async (payload) => {
    const headers = { authorization: `Bearer ${owner.token}` }
    const url = '/api/common/v1/user/updateRemindFlag'
    const answer = await server.app.inject({ method: 'POST', url, headers, payload })
    expect(answer.json().data.reason).toBe('request/invalid')
  },
)

test('the password is spoken of once each 90 days in which it is not changed (V14)', async () => {
  await server.call('updateRemindFlag', { lastChangePwdCode: 1 }, operator)
  clock += 90 * dayMs
  owner = await player(server, jing.phone, 'company')
  const due = '您的密码已超过90天未修改，为保障账号安全，请及时修改'
  expect(await detail(owner)).toMatchObject({ pwdRemindStr: due, lastChangePwdCode: 0 })
  expect(await prompts(owner)).toMatchObject({ pwdRemindStr: due })
  await server.call('updateRemindFlag', { lastChangePwdCode: 1 }, owner)
  expect(await detail(owner)).toMatchObject({ pwdRemindStr: due, lastChangePwdCode: 1 })
  clock += 89 * dayMs
  owner = await player(server, jing.phone, 'company')
  expect(await detail(owner)).toMatchObject({ lastChangePwdCode: 1 })
  clock += 2 * dayMs
  owner = await player(server, jing.phone, 'company')
  expect(await detail(owner)).toMatchObject({ lastChangePwdCode: 0 })
})

test('the console is our own page: the seals for the administrator, the company for an operator, of authenticated companies alone (C85, P2)', async () => {
  operator = await player(server, '13800000003', 'company')
  const stranger = await player(server, chen.phone, 'company')
  const ask = (tenantId: string, who: Player) => server.call('getConsoleUrl', { tenantId }, who)
  expect((await ask(owner.tenantId, owner)).data).toEqual({ consoleUrl: '/console/' })
  expect((await ask(owner.tenantId, operator)).data).toEqual({ consoleUrl: '/console/' })
  expect((await ask(owner.tenantId, stranger)).data.reason).toBe('space/not-found')
  const atHome = await player(server, jing.phone, 'person')
  expect((await ask(atHome.tenantId, atHome)).data.reason).toBe('space/not-found')
  await server.deps.db.directory((directory) =>
    directory
      .updateTable('space')
      .set({ auth_status: 'inCompanyAuth' })
      .where('tenant_id', '=', owner.tenantId)
      .execute(),
  )
  expect((await ask(owner.tenantId, owner)).data.reason).toBe('space/not-authenticated')
})

test('a role without 企业管理后台 keeps its member out, and giving it lets in at once (C85)', async () => {
  await server.deps.db.directory((directory) =>
    directory.updateTable('space').set({ auth_status: 'passAuth' }).where('tenant_id', '=', owner.tenantId).execute(),
  )
  const roleName = '合同录入'
  const { data: role } = await server.call('saveRole', { roleName, rightArray: ['launch'] }, owner)
  const memberId = await memberIdOf(server, owner, operator.phone)
  await server.call('updateMember', { memberId, memberName: '张伟', roleId: role.roleId }, owner)
  const ask = () => server.call('getConsoleUrl', { tenantId: owner.tenantId }, operator)
  expect(await ask()).toMatchObject({ code: 422, message: '您的角色没有进入企业管理后台的权限，请联系企业管理员' })
  await server.call('saveRole', { roleId: role.roleId, roleName, rightArray: ['seeConsole'] }, owner)
  expect((await ask()).data).toEqual({ consoleUrl: '/console/' })
})

test('a configured console is for operators too: it knows its own visitors', async () => {
  const withConsole = await testServer({}, { MOQI_CONSOLE_URL: 'https://console.example/seals' })
  try {
    const who = await player(withConsole, '13800000003', 'company')
    const { data } = await withConsole.call('getConsoleUrl', { tenantId: who.tenantId }, who)
    expect(data).toEqual({ consoleUrl: 'https://console.example/seals' })
  } finally {
    await withConsole.close()
  }
})

test('an address that no browser should be sent to is no console', async () => {
  await expect(testServer({}, { MOQI_CONSOLE_URL: 'javascript:alert(1)' })).rejects.toThrow(
    'MOQI_CONSOLE_URL is no HTTP address',
  )
})

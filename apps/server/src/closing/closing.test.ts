import { dayMs } from '@moqi/domain/time/civil-date'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { changeCompany } from '#src/members/change-company.ts'
import { endMembership } from '#src/members/former-member.ts'
import { wrongCode } from '#src/testing/codes.ts'
import { madeIntegration } from '#src/testing/company-scene.ts'
import {
  companySigner,
  ownSignId,
  personSigner,
  type Player,
  player,
  sent,
  signNow,
} from '#src/testing/contract-scene.ts'
import { ownCode } from '#src/testing/export-scene.ts'
import { testServer, type TestServer } from '#src/testing/test-server.ts'
import { closeCompany } from './close-company.ts'

let server: TestServer
let now = Date.UTC(2026, 10, 20, 2)
let owner: Player
let operator: Player
let stranger: Player
let wang: Player
let incoming: { signId: string; taskId: string }
let finished: { signId: string; taskId: string }
const company = '杭州云启科技有限公司'
const acts = { changeCompany, endMembership }
const alone = () => [personSigner(1, '王小明', wang.phone)]

async function signIn() {
  owner = await player(server, '13800000002', 'company')
  operator = await player(server, '13800000003', 'company')
  stranger = await player(server, '13800000004', 'company')
  wang = await player(server, '13800000001', 'person')
}

beforeAll(async () => {
  server = await testServer({ now: () => now })
  await signIn()
  finished = await sent(server, owner, alone(), { taskName: '采购合同' })
  await signNow(server, wang, finished.taskId)
})
beforeEach(() => {
  now += 61_000
})
afterAll(() => server.close())

const info = async () => (await server.call('getCompanyClosing', {}, owner)).data
async function start(smsCode = '', companyName = company) {
  const code = smsCode || (await ownCode(server, owner, 'closeCompany'))
  return server.call('startCompanyClosing', { companyName, smsCode: code, agree: 1 }, owner)
}
const rightsOf = async (who: Player) => {
  const { data } = await server.call('getUserSpaceInfo', {}, who)
  return data.spaceInfoArray.find(({ tenantId }) => tenantId === who.tenantId)?.rightArray ?? []
}

test('only an administrator sees or begins the closing of their own company', async () => {
  for (const who of [operator, wang]) {
    expect((await server.call('getCompanyClosing', {}, who)).status).toBe(403)
    const asked = { companyName: company, smsCode: '000000', agree: 1 } as const
    expect((await server.call('startCompanyClosing', asked, who)).status).toBe(403)
    expect((await server.call('takeBackCompanyClosing', {}, who)).status).toBe(403)
  }
  const other = await server.call('takeBackCompanyClosing', {}, stranger)
  expect(other.data.reason).toBe('closing/changed')
})

test('what is under way stands against it, and the name and a code are asked for', async () => {
  const open = await sent(server, owner, alone(), { taskName: '还没有签完' })
  const { integrationId } = await madeIntegration(server, owner)
  expect(await info()).toMatchObject({ closing: null, openTaskNumber: 1, integrationNumber: 1, unexportedNumber: 1 })
  expect((await start('000000')).message).toBe(
    '还有1份合同正在签署，请等待完成，或先撤回、拒签；还有1个应用未停用，请先停用',
  )
  await server.call('recallTasks', { signIds: [open.signId], reason: '不再需要这份合同' }, owner)
  const { data: listed } = await server.call('listIntegration', {}, owner)
  const version = listed.integrationArray.find((one) => one.integrationId === integrationId)?.version ?? 0
  await server.call('switchIntegration', { integrationId, version, integrationStatus: 'disabled' }, owner)
  const smsCode = await ownCode(server, owner, 'closeCompany')
  expect((await start(smsCode, '杭州云启')).data).toMatchObject({ field: 'companyName' })
  expect((await start(wrongCode(smsCode))).data.reason).toBe('account/code-wrong')
  expect((await info()).closing).toBeNull()
  expect((await start(smsCode)).code).toBe(200)
})

test('in the grace period nobody launches or makes a seal usable, and everything can be read and exported', async () => {
  const { closing } = await info()
  expect((closing?.closeTime ?? 0) - (closing?.startTime ?? 0)).toBe(30 * dayMs)
  expect(await rightsOf(owner)).toEqual(expect.arrayContaining(['exportData', 'closeCompany', 'seeAllContracts']))
  expect(await rightsOf(operator)).toEqual(['seeConsole'])
  for (const who of [owner, operator]) {
    const launched = await server.call('sendTask', { signId: finished.signId }, who)
    expect([launched.status, launched.message]).toEqual([
      403,
      '企业正在注销，不能发起或签署；企业管理员撤销注销后可以恢复',
    ])
  }
  expect((await server.call('thawSeals', { reason: '我还想再用一次' }, owner)).data.reason).toBe('space/closing')
  incoming = await sent(server, stranger, [companySigner(1, company, { name: '李静', phone: owner.phone })])
  const signed = await signNow(server, owner, incoming.taskId).catch((error: unknown) => ({ code: String(error) }))
  expect(signed.code).not.toBe(200)
  const { data } = await server.call('getSignDetailInfo', { signId: finished.signId }, owner)
  expect(data.taskName).toBe('采购合同')
  expect((await server.blob('downloadFinishedPdf', { signId: finished.signId }, owner)).status).toBe(200)
  expect((await server.call('listCompanyExport', {}, owner)).code).toBe(200)
  const told = await server.call('listMessage', {}, await player(server, operator.phone, 'person'))
  expect(told.data.messageArray.map(({ text }) => text)).toContainEqual(
    expect.stringMatching(/^李静已提交注销杭州云启科技有限公司，将于\d{4}-\d\d-\d\d注销；/),
  )
  const again = await start('000000')
  expect(again.data.reason).toBe('closing/changed')
})

test('taken back, everything is as it was, and the job that was to close it leaves it alone', async () => {
  const closingId = (await info()).closing?.closingId ?? ''
  expect((await server.call('takeBackCompanyClosing', {}, owner)).code).toBe(200)
  expect((await server.call('takeBackCompanyClosing', {}, owner)).data.reason).toBe('closing/changed')
  expect(await rightsOf(operator)).toEqual(['launch', 'seeConsole'])
  await closeCompany(server.deps, { tenantId: owner.tenantId, closingId }, acts)
  expect(await rightsOf(owner)).toContain('launch')
  const made = await sent(server, owner, alone(), { taskName: '注销撤销以后' })
  expect((await signNow(server, wang, made.taskId)).code).toBe(200)
  const { data: log } = await server.call('listMemberLog', {}, owner)
  expect(log.logArray.map(({ label }) => label).slice(0, 2)).toEqual(['撤销注销企业', '提交注销企业'])
})

test('seals that were frozen before stay frozen when the closing is taken back', async () => {
  await server.call('freezeSeals', { reason: '印章可能被冒用了' }, owner)
  await server.call('recallTasks', { signIds: [incoming.signId], reason: '对方企业正在注销' }, stranger)
  expect((await start()).code).toBe(200)
  await server.call('takeBackCompanyClosing', {}, owner)
  expect((await server.call('listCompanySeal', {}, owner)).data.freeze?.reason).toBe('印章可能被冒用了')
  await server.call('thawSeals', { reason: '已经核实没有冒用' }, owner)
})

test('when the grace period is over members are out, seals and certificates revoked, and contracts stay valid', async () => {
  now += 61_000
  expect((await start()).code).toBe(200)
  const closingId = (await info()).closing?.closingId ?? ''
  now += 30 * dayMs
  await closeCompany(server.deps, { tenantId: owner.tenantId, closingId }, acts)
  await closeCompany(server.deps, { tenantId: owner.tenantId, closingId }, acts)
  await signIn().catch(() => {})
  const person = await player(server, '13800000002', 'person')
  const spaces = (await server.call('getUserSpaceInfo', {}, person)).data.spaceInfoArray
  expect(spaces.map(({ tenantId }) => tenantId)).not.toContain(owner.tenantId)
  const left = await server.deps.db.read(owner.tenantId, async (tenant) => ({
    seals: await tenant
      .selectFrom('seal')
      .where('status', '=', 'enabled')
      .where('account_id', 'is', null)
      .select('name')
      .execute(),
    certificates: await tenant
      .selectFrom('signing_certificate')
      .where('revoked_at', 'is', null)
      .select('serial')
      .execute(),
    integrations: await tenant.selectFrom('integration').where('disabled_at', 'is', null).select('name').execute(),
    members: await tenant
      .selectFrom('membership')
      .where('tenant_id', '=', owner.tenantId)
      .select('account_id')
      .execute(),
  }))
  expect(left).toEqual({ seals: [], certificates: [], integrations: [], members: [] })
  const messages = (await server.call('listMessage', {}, person)).data.messageArray.map(({ text }) => text)
  expect(messages).toContain('杭州云启科技有限公司已注销，您已离开该企业；已签署的合同对各方始终有效')
  const counterparty = await player(server, '13800000001', 'person')
  const signId = await ownSignId(server, counterparty, finished.taskId)
  const pdf = await server.blob('downloadFinishedPdf', { signId }, counterparty)
  const verdict = await server.deps.workshop.verify(pdf.bytes)
  expect([pdf.status, verdict.verdict]).toEqual([200, 'valid'])
})

import type { Output } from '@moqi/api/call'
import { type Table, table } from '@moqi/api/table'
import { keysOf } from '@moqi/domain/keys-of'
import { lookLifeMs } from '@moqi/domain/operators/look-rules'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { personSigner, type Player, player, sent } from '#src/testing/contract-scene.ts'
import { enrolled } from '#src/testing/operator-scene.ts'
import { testServer, type TestServer } from '#src/testing/test-server.ts'
import { lapseLook } from './look-into-tenant.ts'

const company = '杭州云启科技有限公司'
const secret = '绝密采购合同'
const reason = '客户说昨天购买的份数没有到账'
const minute = 60_000
let clock = Date.UTC(2026, 10, 20, 2)
let server: TestServer
let owner: Player
let colleague: Player
let person: Player
let chen: { token: string }
let zhou: { token: string }

beforeAll(async () => {
  server = await testServer({ now: () => clock })
  owner = await player(server, '13800000002', 'company')
  colleague = await player(server, '13800000003', 'company')
  person = await player(server, '13800000001', 'person')
  const { signId } = await sent(server, owner, [personSigner(1, '王小明', person.phone)])
  await server.deps.db.write(owner.tenantId, (tx) =>
    tx.updateTable('contract').set({ subject: secret }).where('initiator_sign_id', '=', signId).execute(),
  )
  chen = await enrolled(server, 'chenchen')
  zhou = await enrolled(server, 'zhoumin')
})
afterAll(() => server.close())

/** Every call that shows a part of a space. */
const parts = keysOf(table).filter((name) => table[name].look !== null)
const see = (name: keyof Table, tenantId: string, who = chen) => server.call(name, { tenantId }, who)
const reasonsOf = async (tenantId: string, who = chen) => {
  const answers = []
  for (const name of parts) answers.push((await see(name, tenantId, who)).data)
  return answers.map((data) => JSON.parse(JSON.stringify(data)).reason)
}
const open = (tenantId = owner.tenantId, who = chen, ticket = '') =>
  server.call('openLook', { tenantId, reason, ticket }, who)
const end = (tenantId = owner.tenantId, who = chen) => server.call('endLook', { tenantId }, who)
const logOf = async (who: Player) => (await server.call('listPlatformLog', {}, who)).data.logArray
const found = async (search: string) =>
  (await server.call('findTenants', { search }, chen)).data.tenantArray.map(({ spaceName }) => spaceName)

/** Lets all but a minute of a look go by; who is signed in still is. */
async function almost(): Promise<void> {
  clock += lookLifeMs - minute
  for (const who of [chen, zhou]) await server.call('operatorSelf', {}, who)
}

const refused = parts.map(() => 'look/required')
const allowed = parts.map(() => undefined)

test('a space is found by words of its name, credit code, telephone and id, page by page, without a reason', async () => {
  expect(await found('云启')).toContain(company)
  const { data } = await server.call('findTenants', { search: company }, chen)
  const [one] = data.tenantArray
  expect(await found(one?.creditCode?.toLowerCase() ?? '')).toEqual([company])
  expect(await found(owner.tenantId)).toEqual([company])
  expect(await found(owner.phone)).toEqual(expect.arrayContaining([company, '李静']))
  expect(await found('13899999999')).toEqual([])
  expect(await found('100%')).toEqual([])
  const seen: string[] = []
  for (let cursor: string | null = ''; cursor !== null;) {
    const page: Output<Table['findTenants']> = (await server.call('findTenants', { cursor }, chen)).data
    seen.push(...page.tenantArray.map(({ tenantId }) => tenantId))
    cursor = page.nextCursor
  }
  const all = await server.deps.db.directory((tx) => tx.selectFrom('space').select('tenant_id').execute())
  expect(new Set(seen)).toEqual(new Set(all.map(({ tenant_id }) => tenant_id)))
  expect(seen).toHaveLength(all.length)
  expect((await server.call('findTenants', { cursor: 'x' }, chen)).data['reason']).toBe('request/invalid')
})

test('numbers are seen without a reason, and of nobody’s space there are none', async () => {
  const { data } = await server.call('tenantNumbers', { tenantId: owner.tenantId }, chen)
  expect(data).toMatchObject({ spaceName: company, spaceType: 'company', look: null, lookArray: [] })
  expect(data.memberNumber).toBeGreaterThan(1)
  expect(data.contractNumber).toBeGreaterThan(0)
  expect(JSON.stringify(data)).not.toContain(secret)
  for (const tenantId of ['nobody', '00000000-0000-7000-8000-000000000001']) {
    expect((await server.call('tenantNumbers', { tenantId }, chen)).data['reason']).toBe('space/not-found')
    expect((await open(tenantId)).data['reason']).toBe('space/not-found')
    expect((await end(tenantId)).data['reason']).toBe('space/not-found')
  }
})

test('a part is shown to whoever looks into that very space now, to nobody else, and says nothing of contracts', async () => {
  expect(parts.length).toBeGreaterThan(4)
  expect(await reasonsOf(owner.tenantId)).toEqual(refused)
  expect(await reasonsOf('nobody')).toEqual(refused)
  expect((await open()).code).toBe(200)
  for (const name of parts) {
    const { code, data } = await see(name, owner.tenantId)
    expect([name, code]).toEqual([name, 200])
    expect(JSON.stringify(data)).not.toContain(secret)
  }
  expect(await reasonsOf(person.tenantId)).toEqual(refused)
  expect(await reasonsOf(owner.tenantId, zhou)).toEqual(refused)
  expect(await reasonsOf(owner.tenantId, { token: owner.token })).toEqual(parts.map(() => 'session/required'))
  await almost()
  expect(await reasonsOf(owner.tenantId)).toEqual(allowed)
  clock += minute
  expect(await reasonsOf(owner.tenantId)).toEqual(refused)
  expect((await open()).code).toBe(200)
  expect((await end()).code).toBe(200)
  expect(await reasonsOf(owner.tenantId)).toEqual(refused)
  expect((await end()).code).toBe(200)
})

test('what is seen is what there is: members with their numbers masked, packs, and contracts as numbers', async () => {
  await open()
  const { data: members } = await server.call('tenantMembers', { tenantId: owner.tenantId }, chen)
  expect(members.memberArray).toContainEqual(
    expect.objectContaining({ phone: '138****0002', isOwner: 1, roleName: '管理员', memberStatus: 'enabled' }),
  )
  expect(JSON.stringify(members)).not.toContain(owner.phone)
  const { data: packs } = await server.call('tenantPacks', { tenantId: owner.tenantId }, chen)
  expect(packs.packArray.length).toBeGreaterThan(0)
  expect(packs.lineArray).toContainEqual(expect.objectContaining({ kindLabel: '发起扣减', change: -1 }))
  const { data: contracts } = await server.call('tenantContracts', { tenantId: owner.tenantId }, chen)
  expect(contracts.stateArray.find(({ taskStatus }) => taskStatus === 'signing')?.number).toBeGreaterThan(0)
  const { data: applications } = await server.call('tenantApplications', { tenantId: owner.tenantId }, chen)
  expect(applications.applicationArray).toEqual([])
  const { data: auth } = await server.call('tenantAuthentications', { tenantId: owner.tenantId }, chen)
  expect(auth).toHaveProperty('authenticationArray')
  await end()
})

test('a look without a reason is none, nor is one with a ticket that cannot be one', async () => {
  const bare = await server.call('openLook', { tenantId: owner.tenantId, reason: ' ' }, chen)
  expect([bare.data['reason'], bare.data['field']]).toEqual(['field/invalid', 'reason'])
  expect((await open(owner.tenantId, chen, '工单一')).data['field']).toBe('ticket')
  expect(await reasonsOf(owner.tenantId)).toEqual(refused)
})

test('the space reads why it was looked into, which parts were seen, each once, and when that ended', async () => {
  expect(await logOf(person)).toEqual([])
  await open(person.tenantId, zhou, 'GD20260312-0041')
  for (let times = 0; times < 3; times += 1) await see('tenantPacks', person.tenantId, zhou)
  await see('tenantMembers', person.tenantId, zhou)
  await end(person.tenantId, zhou)
  const lines = await logOf(person)
  expect(lines.map(({ label, detail }) => [label, detail])).toEqual([
    ['平台结束查看', null],
    ['平台查看', '成员与角色'],
    ['平台查看', '份包与订单'],
    ['平台开始查看', `原因：${reason}（工单GD20260312-0041）。最长30分钟，不能打开合同`],
  ])
  expect(new Set(lines.map(({ who }) => who)).size).toBe(1)
  expect(JSON.stringify(lines)).not.toContain('zhoumin')
  const { data: told } = await server.call('listMessage', {}, person)
  expect(JSON.stringify(told)).toContain(`平台运营人员正在查看您个人空间的资料，原因：${reason}`)
  const { data: self } = await server.call('operatorSelf', {}, zhou)
  expect(self.logArray.slice(0, 3).map(({ label }) => label)).toEqual(['结束查看空间', '查看空间', '查看空间'])
  const { data: numbers } = await server.call('tenantNumbers', { tenantId: person.tenantId }, chen)
  expect(numbers.lookArray).toMatchObject([
    { operatorName: 'zhoumin', reason, ticket: 'GD20260312-0041', isOver: 1, partArray: ['members', 'packs'] },
  ])
})

test('a company’s log is read by its administrators alone, and page by page', async () => {
  expect((await server.call('listPlatformLog', {}, colleague)).data['reason']).toBe('space/owner-only')
  const whole = (await server.call('listPlatformLog', { pageSize: 50 }, owner)).data.logArray
  const { data: first } = await server.call('listPlatformLog', { pageSize: 10 }, owner)
  const { data: next } = await server.call('listPlatformLog', { pageSize: 50, cursor: first.nextCursor }, owner)
  expect([...first.logArray, ...next.logArray]).toEqual(whole)
  expect(whole.length).toBeGreaterThan(10)
  expect((await server.call('listPlatformLog', { cursor: 'x' }, owner)).data['reason']).toBe('request/invalid')
  const { data: told } = await server.call('listMessage', {}, colleague)
  expect(JSON.stringify(told)).not.toContain('平台运营人员')
})

test('a look that lasted its time ends once, by itself or by the next one', async () => {
  const { data } = await open()
  await almost()
  clock += minute
  const place = { tenantId: owner.tenantId, lookId: data.lookId }
  await lapseLook(server.deps, place)
  await lapseLook(server.deps, place)
  const [last, before] = await logOf(owner)
  expect([last?.label, last?.detail, before?.label]).toEqual(['平台结束查看', '到时结束', '平台开始查看'])
  await open()
  await open()
  expect((await logOf(owner)).slice(0, 3).map(({ label }) => label)).toEqual([
    '平台开始查看',
    '平台结束查看',
    '平台开始查看',
  ])
  expect(await reasonsOf(owner.tenantId)).toEqual(allowed)
  await end()
})

test('of looks that are opened at once one holds, and every line is on record', async () => {
  const answers = await Promise.all([open(), open(), open()])
  expect(answers.filter(({ code }) => code === 200).length).toBeGreaterThan(0)
  const { data } = await server.call('tenantNumbers', { tenantId: owner.tenantId }, chen)
  expect(data.lookArray.filter(({ isOver }) => isOver === 0)).toHaveLength(1)
  await end()
})

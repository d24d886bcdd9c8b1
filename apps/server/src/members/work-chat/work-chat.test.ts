import { providerFaults } from '@moqi/domain/account/identity-provider'
import { chatSyncLimits } from '@moqi/domain/spaces/chat-sync'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { agree, colleague, companyIdOf, memberIdOf } from '#src/testing/company-scene.ts'
import { companySigner, newcomer, type Player, player, sent } from '#src/testing/contract-scene.ts'
import { arrivedMessages } from '#src/testing/messages.ts'
import type { TestServer } from '#src/testing/test-server.ts'
import { type ChatPlayer, chatPlayer } from '#src/testing/work-chat/chat-player.ts'
import { chatServer, chatSettings, linkTo, synced } from '#src/testing/work-chat/chat-scene.ts'
import type { PlayedPerson } from '#src/testing/work-chat/played.ts'
import { syncWorkChat } from './sync-work-chat.ts'

let server: TestServer
let vendor: ChatPlayer
let owner: Player
let companyId: string
let clock = Date.UTC(2026, 10, 20, 2)
let number = 0

beforeAll(async () => {
  vendor = await chatPlayer('wecom')
  server = await chatServer(() => clock)
  owner = await player(server, '13800000002', 'company')
  companyId = await companyIdOf(server, owner)
  vendor.departments.push({ id: 7, name: '华东销售部', parentId: 0 }, { id: 8, name: '法务部', parentId: 0 })
  vendor.people.push({ subject: 'jing', name: '李静', phone: owner.phone, departmentId: 0 })
  const { code, message } = await server.call('saveIdentityProvider', chatSettings('wecom', vendor), owner)
  if (code !== 200) throw new Error(message)
})
beforeEach(async () => {
  clock += 61_000
  owner = await player(server, '13800000002', 'company')
})
afterAll(async () => {
  await server.close()
  await vendor.close()
})

const person = (name: string, change: Partial<PlayedPerson> = {}): PlayedPerson => {
  const at = ++number
  const made = { subject: `p${at}`, name, phone: `1391700${String(at).padStart(4, '0')}`, departmentId: 7, ...change }
  vendor.people.push(made)
  return made
}
const membersOf = async (keyword: string) => (await server.call('listMember', { keyword }, owner)).data.memberArray
const invitedAs = async (keyword: string) => (await server.call('listInviteUser', { keyword }, owner)).data.inviteArray
const departments = async () =>
  (await server.call('listDepartment', {}, owner)).data.departmentArray.map(({ departmentName }) => departmentName)
const logOf = async () => (await server.call('listMemberLog', { pageSize: 50 }, owner)).data.logArray
const remove = (one: PlayedPerson) => vendor.people.splice(vendor.people.indexOf(one), 1)

/** Whom the book has named, and who has joined since. */
async function joined(name: string) {
  const made = person(name)
  await synced(server, owner)
  const who = await newcomer(server, made.phone ?? '', name)
  const { code, message } = await agree(server, who, companyId)
  if (code !== '0') throw new Error(message)
  return { made, who: { ...who, tenantId: owner.tenantId } }
}

test('before anything is done the book is told in numbers, and nothing is changed', async () => {
  const made = person('张三丰')
  person('无号码', { phone: '' })
  const told = await synced(server, owner, 'plan')
  expect(told).toMatchObject({ state: 'planned', fault: null })
  expect(told.report).toMatchObject({ people: 3, newcomers: 3, changed: 0, leavers: 0, withoutPhone: 1 })
  expect(await invitedAs(made.phone ?? '')).toEqual([])
  expect(await departments()).not.toContain('华东销售部')
})

test('whom the book names is invited into the department, and is no member before that person agrees', async () => {
  const [, made] = vendor.people
  const phone = made?.phone ?? ''
  const done = await synced(server, owner)
  expect(done).toMatchObject({ state: 'done' })
  expect(done.report).toMatchObject({ newcomers: 2, withoutPhone: 1, failures: [] })
  expect(await departments()).toContain('华东销售部')
  // Nobody belongs to it.
  expect(await departments()).not.toContain('法务部')
  expect(await membersOf(phone)).toEqual([])
  expect(await invitedAs(phone)).toMatchObject([{ memberName: '张三丰', inviteStatus: 'invited' }])
  const who = await newcomer(server, phone)
  expect((await agree(server, who, companyId)).data.reason).toBe('space/not-authenticated')
  const named = await server.call(
    'submitPersonAuth',
    { realName: '张三丰', idNumber: '11010519491231002X', agree: 1, certificateAgree: 1 },
    { token: who.token },
  )
  expect(named.message).toBeTruthy()
  expect((await agree(server, who, companyId)).code).toBe('0')
  expect(await membersOf(phone)).toMatchObject([{ memberStatus: 'enabled', departmentName: '华东销售部' }])
  const again = await synced(server, owner)
  expect(again.report).toMatchObject({ newcomers: 0, changed: 0, leavers: 0 })
  expect(await arrivedMessages(server, { recipient: phone, scene: 'invited' })).toHaveLength(1)
  const [line] = (await logOf()).filter(({ label }) => label === '邀请成员')
  expect(line).toMatchObject({ who: '墨蓝办公（通讯录）' })
})

test('another department, another name of a department and a move come through; a role and a name here do not', async () => {
  const { made } = await joined('王重阳')
  const [department] = vendor.departments
  if (department) department.name = '华东大区'
  made.departmentId = 8
  made.name = '王中孚'
  const { report } = await synced(server, owner)
  expect(report).toMatchObject({ changed: 1, failures: [] })
  expect(await departments()).toEqual(expect.arrayContaining(['华东大区', '法务部']))
  expect(await departments()).not.toContain('华东销售部')
  const [member] = await membersOf(made.phone ?? '')
  expect(member).toMatchObject({ memberName: '王重阳', departmentName: '法务部' })
})

test('who leaves the book is disabled from the next request on, and back when it names the person again', async () => {
  const { made, who } = await joined('周伯通')
  remove(made)
  expect((await synced(server, owner)).report).toMatchObject({ leavers: 1, failures: [] })
  expect(await membersOf(made.phone ?? '')).toMatchObject([{ memberStatus: 'disabled' }])
  expect((await server.call('getSpaceDetailInfo', {}, who)).data.reason).toBe('space/not-found')
  vendor.people.push(made)
  expect((await synced(server, owner)).report).toMatchObject({ newcomers: 1 })
  expect(await membersOf(made.phone ?? '')).toMatchObject([{ memberStatus: 'enabled' }])
})

test('an invitation nobody has answered is taken back from whom the vendor lets in no more', async () => {
  const made = person('欧阳锋')
  await synced(server, owner)
  made.active = false
  expect((await synced(server, owner)).report).toMatchObject({ leavers: 1 })
  expect(await invitedAs(made.phone ?? '')).toEqual([])
})

test('whom an administrator has disabled here the book does not enable', async () => {
  const { made } = await joined('黄药师')
  const memberId = await memberIdOf(server, owner, made.phone ?? '')
  await server.call('updateMemberStatus', { memberId, memberStatus: 'disabled' }, owner)
  made.name = '黄固'
  expect((await synced(server, owner)).report).toMatchObject({ changed: 1 })
  expect(await membersOf(made.phone ?? '')).toMatchObject([{ memberStatus: 'disabled' }])
})

test('a member invited by hand is known by the phone, another by the own link, and neither is invited', async () => {
  const byHand = await colleague(server, owner, { name: '洪七公', phone: '13917100001' })
  const linked = await colleague(server, owner, { name: '段智兴', phone: '13917100002' })
  person('洪七公', { phone: byHand.phone })
  const other = person('一灯', { phone: '' })
  expect((await linkTo(server, vendor, linked, other.subject)).code).toBe(200)
  const { report } = await synced(server, owner)
  expect(report).toMatchObject({ newcomers: 2, failures: [] })
  for (const { phone } of [byHand, linked])
    expect(await membersOf(phone)).toMatchObject([{ memberStatus: 'enabled', departmentName: '华东大区' }])
})

test('the last administrator is not disabled, and whoever reads the report is told so', async () => {
  const jing = vendor.people.find(({ subject }) => subject === 'jing')
  if (!jing) throw new Error('nobody')
  remove(jing)
  const { report } = await synced(server, owner)
  expect(report).toMatchObject({ leavers: 0, failures: [{ name: '李静' }] })
  expect(report?.failures[0]?.message).toMatch(/管理员/)
  vendor.people.push(jing)
  expect((await synced(server, owner)).report).toMatchObject({ failures: [] })
})

test('when more leave than usual nothing is done before somebody has said so, of that many', async () => {
  const many = Array.from({ length: chatSyncLimits.leavers + 5 }, (_, at) =>
    person(`同事${'一二三四五六七八九十'[at]}`),
  )
  await synced(server, owner)
  for (const one of many) remove(one)
  const asked = await synced(server, owner)
  expect(asked).toMatchObject({ state: 'asks', report: { leavers: many.length } })
  expect(await invitedAs(many[0]?.phone ?? '')).toHaveLength(1)
  // The schedule does not go on by itself either.
  await server.call('setWorkChat', { syncs: 1, notices: 0 }, owner)
  await syncWorkChat(server.deps, { tenantId: owner.tenantId, mode: 'scheduled', leavers: 0 })
  expect((await server.call('getWorkChat', {}, owner)).data.chat).toMatchObject({ state: 'asks' })
  expect(await synced(server, owner, 'apply', many.length - 1)).toMatchObject({ state: 'asks' })
  const done = await synced(server, owner, 'apply', many.length)
  expect(done).toMatchObject({ state: 'done', report: { leavers: many.length } })
  expect(await invitedAs(many[0]?.phone ?? '')).toEqual([])
})

test('the schedule takes over what has changed while it is on', async () => {
  const made = person('郭靖')
  const scheduled = () => syncWorkChat(server.deps, { tenantId: owner.tenantId, mode: 'scheduled', leavers: 0 })
  await server.call('setWorkChat', { syncs: 0, notices: 0 }, owner)
  await scheduled()
  expect(await invitedAs(made.phone ?? '')).toEqual([])
  await server.call('setWorkChat', { syncs: 1, notices: 0 }, owner)
  await scheduled()
  expect(await invitedAs(made.phone ?? '')).toHaveLength(1)
})

test('a vendor that refuses, and an app that sees nobody, change nothing and are told in words', async () => {
  const before = await invitedAs('')
  vendor.refuse(1)
  const refused = await synced(server, owner)
  expect(refused).toMatchObject({ state: 'failed', report: null })
  expect(refused.fault).toContain(providerFaults.busy)
  const everybody = vendor.people.splice(0)
  expect(await synced(server, owner)).toMatchObject({ state: 'failed', fault: providerFaults.empty })
  vendor.people.push(...everybody)
  expect(await invitedAs('')).toEqual(before)
})

test('SCIM and an address book do not both say who the members are', async () => {
  const { data } = await server.call('makeProvisioningToken', {}, owner)
  const refused = await server.call('startChatSync', { mode: 'apply' }, owner)
  expect(refused.data.reason).toBe('work-chat/provisioned')
  await server.call('endProvisioningToken', { tokenId: data.tokenId }, owner)
  vendor.hang(true)
  expect((await server.call('startChatSync', { mode: 'plan' }, owner)).code).toBe(200)
  expect((await server.call('startChatSync', { mode: 'plan' }, owner)).data.reason).toBe('work-chat/running')
  vendor.hang(false)
  await vi.waitUntil(async () => (await server.call('getWorkChat', {}, owner)).data.chat?.state === 'planned')
})

test('what a member is told goes to the work chat once, while the company wishes it and the account is linked', async () => {
  const { made, who } = await joined('杨康')
  const launch = async (taskName: string) => {
    const launcher = await player(server, '13800000001', 'person')
    await sent(server, launcher, [companySigner(1, companyName, { name: '杨康', phone: made.phone ?? '' })], {
      taskName,
    })
    return arrivedMessages(server, { recipient: made.phone ?? '', scene: 'toSign', count: ++launched })
  }
  let launched = 0
  const about = () => vendor.messages.filter(({ subject }) => subject === made.subject)
  const waiting = () => vi.waitUntil(async () => (await chatMessages()).every(({ state }) => state !== 'waiting'))
  const chatMessages = () =>
    server.deps.db.directory((directory) =>
      directory
        .selectFrom('message')
        .where('channel', '=', 'chat')
        .select(['state', 'fault', 'contract_id', 'recipient'])
        .orderBy('created_at')
        .execute(),
    )
  const { data } = await server.call('getUserSpaceInfo', {}, owner)
  const companyName = data.spaceInfoArray.find(({ tenantId }) => tenantId === owner.tenantId)?.spaceName ?? ''
  await server.call('setWorkChat', { syncs: 0, notices: 1 }, owner)
  await launch('未绑定的合同')
  expect(await chatMessages()).toEqual([])

  await linkTo(server, vendor, who, made.subject)
  vendor.refuse(1)
  const [sms] = await launch('采购合同')
  await vi.waitUntil(() => about().length > 0, { timeout: 20_000 })
  await waiting()
  expect(about()).toHaveLength(1)
  const [message] = about()
  expect(message).toMatchObject({ title: '待签署' })
  expect(message?.text).toMatch(/邀请您签署《采购合同》/)
  expect(message?.url).toMatch(/\/home\/temp-info\?signId=/)
  // Nobody is named who is not in the SMS.
  for (const name of message?.text.match(/《.*?》|王小明/g) ?? []) expect(sms?.body).toContain(name)
  // Whom the initiator does not know to be in a work chat, the contract does not name.
  expect(await chatMessages()).toMatchObject([{ state: 'sent', fault: null, contract_id: null }])

  await server.call('saveNoticeSetting', { hideTaskName: 'yes' }, who)
  await launch('保密的合同')
  await vi.waitUntil(() => about().length > 1, { timeout: 20_000 })
  expect(about()[1]?.text).toMatch(/邀请您签署《合同》/)
  await server.call('setWorkChat', { syncs: 0, notices: 0 }, owner)
  await launch('另一份合同')
  expect(about()).toHaveLength(2)
})

test('the app is tried: its secret, its right to the book, and a message to whoever asks', async () => {
  const unlinked = await server.call('testWorkChat', {}, owner)
  expect(unlinked.data).toMatchObject({ secretFault: null, contactsFault: null })
  expect(unlinked.data.messageFault).toContain('绑定')
  await linkTo(server, vendor, owner, 'jing')
  expect((await server.call('testWorkChat', {}, owner)).data).toEqual({
    secretFault: null,
    contactsFault: null,
    messageFault: null,
  })
  expect(vendor.messages.at(-1)).toMatchObject({ subject: 'jing', title: '测试消息' })
  vendor.refuse(1)
  expect((await server.call('testWorkChat', {}, owner)).data.contactsFault).toContain(providerFaults.busy)
})

test('a provider that is taken away takes what was known of its people along, and nobody’s membership', async () => {
  const before = (await membersOf('')).length
  const { data } = await server.call('getIdentityProvider', {}, owner)
  const dropped = await server.call('dropIdentityProvider', { version: data.provider?.version ?? 0 }, owner)
  expect(dropped.code).toBe(200)
  expect((await server.call('getWorkChat', {}, owner)).data.chat).toBeNull()
  expect((await server.call('startChatSync', { mode: 'plan' }, owner)).data.reason).toBe('provider/not-found')
  expect(await membersOf('')).toHaveLength(before)
  await syncWorkChat(server.deps, { tenantId: owner.tenantId, mode: 'scheduled', leavers: 0 })
})

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { agree, colleague, companyIdOf, invited, memberIdOf, requestTransfer } from '#src/testing/company-scene.ts'
import { newcomer, personSigner, type Player, player, sent } from '#src/testing/contract-scene.ts'
import { arrivedMessages } from '#src/testing/messages.ts'
import { entraUser, oktaUser, patchOf, type ScimAsk, scimOf, userSchemas } from '#src/testing/scim-scene.ts'
import { testServer, type TestServer } from '#src/testing/test-server.ts'

let server: TestServer
let clock = Date.UTC(2026, 10, 20, 2)
let owner: Player
let companyId: string
let scim: ScimAsk
let number = 0

beforeAll(async () => {
  server = await testServer({ now: () => clock })
  owner = await player(server, '13800000002', 'company')
  companyId = await companyIdOf(server, owner)
  scim = await scimOf(server, owner)
})
beforeEach(() => {
  clock += 61_000
})
afterAll(() => server.close())

const nextPhone = () => `1391400${String(++number).padStart(4, '0')}`
const nextName = () => `user${++number}@molan.cn`
const deactivate = { op: 'replace', value: { active: false } }
const activate = { op: 'replace', value: { active: true } }
const change = (id: string, ...operations: object[]) => scim('PATCH', `/Users/${id}`, patchOf(...operations))
const membersOf = async (keyword: string) => (await server.call('listMember', { keyword }, owner)).data.memberArray
const invitedAs = async (keyword: string) => (await server.call('listInviteUser', { keyword }, owner)).data.inviteArray
const invitationsTo = (recipient: string) => arrivedMessages(server, { recipient, scene: 'invited' })
const logOf = async () => (await server.call('listMemberLog', { pageSize: 50 }, owner)).data.logArray

/** Whom the provider named, and who has joined since. */
async function joined(): Promise<{ id: string; phone: string; who: Player }> {
  const phone = nextPhone()
  const { body } = await scim('POST', '/Users', oktaUser(nextName(), phone, { displayName: '张三丰' }))
  const person = await newcomer(server, phone, '张三丰')
  const { code, message } = await agree(server, person, companyId)
  if (code !== '0') throw new Error(message)
  return { id: body.id, phone, who: { ...person, tenantId: owner.tenantId } }
}

test('whom the provider names is invited by phone, and is no member before that person agrees', async () => {
  const phone = nextPhone()
  const { body } = await scim('POST', '/Users', oktaUser(nextName(), phone))
  expect(body.active).toBe(true)
  expect(await membersOf(phone)).toEqual([])
  expect(await invitedAs(phone)).toMatchObject([{ memberName: '张三丰', inviteStatus: 'invited' }])
  const [message] = await invitationsTo(phone)
  expect(message?.body).toMatch(/^【墨契】李静邀请您加入.*，请确认：http\S+$/)
  // Nothing that is asserted proves a name: without one of one's own nobody joins.
  const nobody = await newcomer(server, phone)
  expect((await agree(server, nobody, companyId)).data.reason).toBe('space/not-authenticated')
  expect(await membersOf(phone)).toEqual([])
})

test('who has agreed is the person the provider named, by the own name, and stays so under another phone', async () => {
  const { id, phone, who } = await joined()
  const [member] = await membersOf(phone)
  expect(member).toMatchObject({ memberName: '张三丰', memberStatus: 'enabled', isSpaceOwner: 'no' })
  const renamed = await change(id, { op: 'Replace', path: 'displayName', value: '张君宝' })
  expect(renamed.body.displayName).toBe('张君宝')
  const moved = await change(id, { op: 'Replace', path: 'phoneNumbers[type eq "mobile"].value', value: nextPhone() })
  expect([moved.status, moved.body.id, moved.body.active]).toEqual([200, id, true])
  // What a provider says of a member changes neither the name nor the phone that the member proved.
  expect(await membersOf(phone)).toMatchObject([{ memberName: '张三丰', memberStatus: 'enabled' }])
  expect((await server.call('getSpaceDetailInfo', {}, who)).code).toBe(200)
})

test('who is made inactive is out from the next request on, and back when active again', async () => {
  const { id, phone, who } = await joined()
  const off = await change(id, deactivate)
  expect([off.status, off.body.active]).toEqual([200, false])
  expect(await membersOf(phone)).toMatchObject([{ memberStatus: 'disabled' }])
  expect((await server.call('getSpaceDetailInfo', {}, who)).data.reason).toBe('space/not-found')
  const [line] = await logOf()
  expect(line).toMatchObject({ who: '身份系统（SCIM）', label: '停用成员', detail: '张三丰' })
  expect((await change(id, { op: 'Replace', path: 'active', value: 'True' })).body.active).toBe(true)
  expect((await server.call('getSpaceDetailInfo', {}, who)).code).toBe(200)
  // What an administrator decided meanwhile is what the provider is told.
  const memberId = await memberIdOf(server, owner, phone)
  await server.call('updateMemberStatus', { memberId, memberStatus: 'disabled' }, owner)
  expect((await scim('GET', `/Users/${id}`)).body.active).toBe(false)
  expect((await change(id, deactivate)).body.active).toBe(false)
})

test('the provider ends a membership as an administrator would, and may invite that person again', async () => {
  const { id, phone, who } = await joined()
  expect((await scim('DELETE', `/Users/${id}`)).status).toBe(204)
  expect(await membersOf(phone)).toEqual([])
  expect((await server.call('getSpaceDetailInfo', {}, who)).data.reason).toBe('space/not-found')
  expect((await logOf())[0]).toMatchObject({ who: '身份系统（SCIM）', label: '移除成员' })
  for (const [method, body] of [['GET'], ['DELETE'], ['PATCH', patchOf(activate)]] as const) {
    expect((await scim(method, `/Users/${id}`, body)).status).toBe(404)
  }
  const again = await scim('POST', '/Users', oktaUser(nextName(), phone))
  expect(again.status).toBe(201)
  await agree(server, who, companyId)
  expect((await scim('GET', `/Users/${again.body.id}`)).body.active).toBe(true)
  expect(await membersOf(phone)).toMatchObject([{ memberStatus: 'enabled' }])
})

test('who has contracts under way is not removed without a colleague, but made inactive', async () => {
  const { id, who } = await joined()
  await sent(server, who, [personSigner(1, '王小明', '13800000001')])
  const refused = await scim('DELETE', `/Users/${id}`)
  expect([refused.status, refused.body.status]).toEqual([409, '409'])
  expect(refused.body.detail).toBe('还有1份未完成的合同，请选择接手的同事')
  expect((await scim('GET', `/Users/${id}`)).body.active).toBe(true)
  expect((await change(id, deactivate)).body.active).toBe(false)
})

test('the last administrator is neither removed nor made inactive', async () => {
  const id = await memberIdOf(server, owner, owner.phone)
  for (const answer of [await scim('DELETE', `/Users/${id}`), await change(id, deactivate)]) {
    expect([answer.status, answer.body.detail]).toEqual([409, '请先转让管理员'])
  }
  expect((await server.call('getSpaceDetailInfo', {}, owner)).code).toBe(200)
  expect((await scim('GET', `/Users/${id}`)).body.active).toBe(true)
})

test('a member whom the provider has not named is called by number, without phone, until it names that person', async () => {
  const phone = nextPhone()
  const who = await colleague(server, owner, { name: '赵敏', phone })
  const memberId = await memberIdOf(server, owner, phone)
  const known = (await scim('GET', `/Users/${memberId}`)).body
  expect(known).toMatchObject({ id: memberId, userName: memberId, displayName: '赵敏', active: true })
  expect(JSON.stringify(known)).not.toContain(phone.slice(-4))
  const name = nextName()
  expect((await change(memberId, deactivate)).body).toMatchObject({ userName: memberId, active: false })
  expect((await change(memberId, activate)).body).toMatchObject({ userName: memberId, active: true })
  const adopted = await scim('POST', '/Users', entraUser(name, phone))
  expect([adopted.status, adopted.body.id, adopted.body.active]).toEqual([201, memberId, true])
  expect(await invitedAs(phone)).toEqual([])
  expect((await logOf())[0]).toMatchObject({ who: '身份系统（SCIM）', label: '与身份系统的账号对应' })
  const all = (await scim('GET', '/Users?count=200')).body
  expect(all.Resources.filter((user) => user.id === memberId)).toHaveLength(1)
  const twice = await scim('POST', '/Users', oktaUser(nextName(), phone))
  expect([twice.status, twice.body.scimType]).toEqual([409, 'uniqueness'])
  // Who leaves by an own decision is inactive; who comes back by the same phone is the same person.
  await server.call('leaveCompany', {}, who)
  expect((await scim('GET', `/Users/${memberId}`)).body).toMatchObject({ userName: name, active: false })
  await invited(server, owner, { name: '赵敏', phone })
  await agree(server, who, companyId)
  expect((await scim('GET', `/Users/${memberId}`)).body).toMatchObject({ userName: name, active: true })
  expect((await scim('GET', '/Users?count=200')).body.totalResults).toBe(all.totalResults)
})

test('a member is named by PUT too, under the own number', async () => {
  const phone = nextPhone()
  await colleague(server, owner, { name: '周芷若', phone })
  const memberId = await memberIdOf(server, owner, phone)
  const put = { schemas: userSchemas, userName: nextName(), externalId: 'z', displayName: '周芷若' }
  const answer = await scim('PUT', `/Users/${memberId}`, put)
  expect([answer.status, answer.body]).toMatchObject([200, { id: memberId, userName: put.userName, active: true }])
  expect((await scim('GET', '/Users?filter=externalId%20eq%20%22z%22')).body.totalResults).toBe(1)
})

test('an invitation is taken back with the person, with the activity, and with the phone', async () => {
  const made = async () => {
    const phone = nextPhone()
    return { phone, id: (await scim('POST', '/Users', oktaUser(nextName(), phone))).body.id }
  }
  const removed = await made()
  expect((await scim('DELETE', `/Users/${removed.id}`)).status).toBe(204)
  expect(await invitedAs(removed.phone)).toEqual([])
  const inactive = await made()
  expect((await change(inactive.id, deactivate)).body.active).toBe(false)
  expect(await invitedAs(inactive.phone)).toEqual([])
  expect((await change(inactive.id, activate)).body.active).toBe(true)
  expect(await invitedAs(inactive.phone)).toMatchObject([{ inviteStatus: 'invited' }])
  const moved = await made()
  const other = nextPhone()
  await change(moved.id, { op: 'replace', path: 'phoneNumbers', value: [{ value: other, type: 'mobile' }] })
  expect(await invitedAs(moved.phone)).toEqual([])
  expect(await invitedAs(other)).toMatchObject([{ inviteStatus: 'invited' }])
  const gone = await change(moved.id, { op: 'remove', path: 'phoneNumbers' })
  expect([gone.status, gone.body.scimType]).toEqual([400, 'invalidValue'])
  expect(await invitedAs(other)).toMatchObject([{ inviteStatus: 'invited' }])
})

test('whom the provider names inactive is not invited, and whom an administrator invited is not invited twice', async () => {
  const phone = nextPhone()
  const quiet = await scim('POST', '/Users', oktaUser(nextName(), phone, { active: false }))
  expect([quiet.status, quiet.body.active]).toEqual([201, false])
  expect(await invitedAs(phone)).toEqual([])
  const known = nextPhone()
  await invited(server, owner, { name: '小昭', phone: known })
  expect((await scim('POST', '/Users', oktaUser(nextName(), known))).status).toBe(201)
  expect(await invitationsTo(known)).toHaveLength(1)
  expect(await invitedAs(known)).toMatchObject([{ memberName: '小昭' }])
})

test('no phone is asked more often than the rule for invitations allows, and the provider is told when to try again', async () => {
  const phone = nextPhone()
  const { id } = (await scim('POST', '/Users', oktaUser(nextName(), phone))).body
  const answers = []
  for (let each = 0; each < 5; each++) {
    await change(id, deactivate)
    answers.push(await change(id, activate))
  }
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 429])
  expect(answers[4]?.headers['retry-after']).toBe('3600')
  expect((await scim('GET', `/Users/${id}`)).body.active).toBe(false)
})

test("another company's provider sees, changes and removes none of these people, and may name the same ones", async () => {
  const chen = await player(server, '13800000004', 'company')
  const theirs = await scimOf(server, chen)
  const phone = nextPhone()
  const name = nextName()
  const { id } = (await scim('POST', '/Users', oktaUser(name, phone))).body
  const member = await joined()
  for (const victim of [id, member.id, await memberIdOf(server, owner, owner.phone), owner.tenantId, 'x']) {
    for (const [method, body] of [
      ['GET'],
      ['PUT', oktaUser(name, phone)],
      ['PATCH', patchOf(deactivate)],
      ['DELETE'],
    ] as const) {
      const answer = await theirs(method, `/Users/${victim}`, body)
      expect([answer.status, answer.body.detail], `${method} ${victim}`).toEqual([404, '成员不存在或已离开企业'])
    }
  }
  const filter = encodeURIComponent(`userName eq "${name}"`)
  expect((await theirs('GET', `/Users?filter=${filter}`)).body.totalResults).toBe(0)
  const seen = (await theirs('GET', '/Users?count=200')).body.Resources.map((user) => user.id)
  expect(seen).not.toContain(member.id)
  expect((await theirs('POST', '/Users', oktaUser(name, phone))).status).toBe(201)
  expect((await scim('GET', `/Users/${member.id}`)).body.active).toBe(true)
})

test('names that come at the same moment make one person', async () => {
  const [name, phone] = [nextName(), nextPhone()]
  const answers = await Promise.all(Array.from({ length: 8 }, () => scim('POST', '/Users', oktaUser(name, phone))))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, ...Array.from({ length: 7 }, () => 409)])
  expect(await invitedAs(phone)).toHaveLength(1)
})

test('a transfer of the administration ends with the membership of whoever was to take it', async () => {
  const { id, phone } = await joined()
  const asked = await requestTransfer(server, owner, await memberIdOf(server, owner, phone))
  expect(asked.code).toBe(200)
  expect((await change(id, deactivate)).body.active).toBe(false)
  expect((await server.call('getTransfer', {}, owner)).data.transfer).toBeNull()
})

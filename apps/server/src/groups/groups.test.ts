import { dayMs, hourMs } from '@moqi/domain/time/civil-date'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sessionHashOf } from '#src/cores/identity/session.ts'
import { colleague } from '#src/testing/company-scene.ts'
import {
  companySigner,
  newcomer,
  personSigner,
  type Player,
  player,
  sent,
  signNow,
} from '#src/testing/contract-scene.ts'
import { yunqi } from '#src/testing/demo-cast.ts'
import {
  agreed,
  type CompanyPlayer,
  founded,
  furtherCompany,
  groupLines,
  invitedInto,
  ungrouped,
} from '#src/testing/group-scene.ts'
import { boundKey, keyCode } from '#src/testing/key-scene.ts'
import { testServer, type TestServer } from '#src/testing/test-server.ts'

let server: TestServer
let now = Date.UTC(2026, 10, 20, 2)
let jing: Player
let operator: Player
let wang: Player
let chen: CompanyPlayer
let third: CompanyPlayer
let fourth: CompanyPlayer
const jiahe = { companyName: '上海嘉禾物业管理有限公司', creditCode: '91310115MA1FJHW65K' }

/** Signs everybody in anew: the tests let much time go by. */
async function signIn() {
  jing = await player(server, '13800000002', 'company')
  operator = await player(server, '13800000003', 'company')
  wang = await player(server, '13800000001', 'person')
  chen = { ...(await player(server, '13800000004', 'company')), ...jiahe }
}

/** Whoever has no password signs in by code, of which there are so many a day, only when that is needed. */
async function awake(who: CompanyPlayer): Promise<CompanyPlayer> {
  await used(who)
  const { code } = await server.call('getUserSpaceInfo', {}, { token: who.token })
  return code === 200 ? who : { ...who, token: (await newcomer(server, who.phone)).token }
}

async function signInAgain() {
  await signIn()
  third = await awake(third)
  fourth = await awake(fourth)
}

/** As if the session had been used just now, so that it does not end by itself. */
async function used(who: Player): Promise<void> {
  const hash = sessionHashOf(server.deps, who.token)
  await server.deps.db.directory((directory) =>
    directory.updateTable('session').set({ seen_at: now }).where('token_hash', '=', hash).execute(),
  )
}

beforeAll(async () => {
  server = await testServer({ now: () => now })
  await signIn()
  third = await furtherCompany(server, {
    phone: '13900000401',
    name: '孙悟空',
    companyName: '杭州云启智能装备有限公司',
  })
  fourth = await furtherCompany(server, { phone: '13900000402', name: '猪八戒', companyName: '成都云启数字有限公司' })
})
beforeEach(async () => {
  now += 61_000
  await signInAgain()
  for (const who of [jing, chen, third, fourth]) await ungrouped(server, who)
})
afterAll(() => server.close())

const groupOf = async (who: Player) => (await server.call('getGroup', {}, who)).data
const figures = async (who: Player, period: 'month' | 'quarter' | 'year' = 'month') =>
  server.call('getGroupFigures', { period }, who)
const answerTo = async (who: Player, invitationId: string, answer: 'agree' | 'refuse', version = 0) =>
  server.call('answerGroupInvitation', { invitationId, answer, version }, who)
const texts = async (who: Player) =>
  (await server.call('listMessage', {}, who)).data.messageArray.map(({ text }) => text)
const reason = ({ data }: { data: unknown }) => Object(data).reason
const lines = async (who: Player) => {
  const { data } = await server.call('listMemberLog', { pageSize: 10 }, who)
  return data.logArray.map(({ label, who: name, detail }) => [label, name, detail])
}
/** Jing's group, with these companies in it. */
async function groupWith(...companies: CompanyPlayer[]): Promise<string> {
  const groupId = await founded(server, jing)
  for (const one of companies) expect((await agreed(server, one, await invitedInto(server, jing, one))).code).toBe(200)
  return groupId
}

test('a company founds one group with a proper name, by its administrators alone', async () => {
  for (const who of [operator, wang]) {
    expect((await server.call('foundGroup', { groupName: '云启集团' }, who)).status).toBe(403)
    expect((await server.call('getGroup', {}, who)).status).toBe(403)
  }
  expect((await server.call('foundGroup', { groupName: '云' }, jing)).message).toBe('集团名称需为2-30个字')
  const groupId = await founded(server, jing)
  expect(reason(await server.call('foundGroup', { groupName: '云启二集团' }, jing))).toBe('group/taken')
  expect((await groupOf(jing)).group).toMatchObject({
    groupId,
    groupName: '云启集团',
    leadName: yunqi,
    isLead: 1,
    companyNumber: 1,
    rules: { graceDays: null, longestHours: null },
  })
  expect((await lines(jing))[0]).toEqual(['创建集团', '李静', '云启集团'])
})

test('founded twice at once there is one group', async () => {
  const both = await Promise.all(
    ['甲集团', '乙集团'].map((groupName) => server.call('foundGroup', { groupName }, jing)),
  )
  expect(both.map(({ code }) => code).toSorted()).toEqual([200, 409])
})

test('a certified company is invited by name and code, told what it is, and agrees', async () => {
  const { companyName, creditCode } = chen
  expect(reason(await server.call('inviteCompany', { companyName, creditCode }, jing))).toBe('group/not-found')
  await founded(server, jing)
  const other = await server.call('inviteCompany', { companyName: third.companyName, creditCode }, jing)
  expect(reason(other)).toBe('group/company-unknown')
  expect((await server.call('inviteCompany', { companyName, creditCode: '123' }, jing)).data).toMatchObject({
    field: 'creditCode',
  })
  const invitationId = await invitedInto(server, jing, chen)
  expect(reason(await server.call('inviteCompany', { companyName, creditCode }, jing))).toBe('group/invitation-pending')
  expect((await texts(chen))[0]).toContain(`${yunqi}邀请${companyName}加入云启集团，请在2026-12-20前`)
  const [received] = (await groupOf(chen)).invitationArray
  expect(received).toMatchObject({ invitationId, groupName: '云启集团', leadName: yunqi, inviterName: '李静' })
  expect((await groupOf(jing)).group?.sentArray).toMatchObject([{ invitationId, companyName, isOver: 0, mayUrge: 1 }])

  expect((await agreed(server, chen, invitationId)).code).toBe(200)
  expect((await texts(jing))[0]).toBe(`${companyName}已同意加入云启集团`)
  expect((await groupOf(chen)).group).toMatchObject({ groupName: '云启集团', isLead: 0, sentArray: [], lookArray: [] })
  expect((await lines(jing))[0]).toEqual(['加入集团', `陈晨（${companyName}）`, companyName])
  expect((await lines(chen))[0]?.slice(0, 2)).toEqual(['加入集团', '陈晨'])
  expect(reason(await answerTo(chen, invitationId, 'agree'))).toBe('group/invitation-over')
  expect((await server.call('inviteCompany', { companyName, creditCode }, jing)).message).toBe('该企业已在本集团中')
})

test('an invitation that is refused, withdrawn or lapsed can be agreed to no more', async () => {
  await founded(server, jing)
  const refused = await invitedInto(server, jing, chen)
  expect((await answerTo(chen, refused, 'refuse')).code).toBe(200)
  expect(reason(await answerTo(chen, refused, 'agree'))).toBe('group/invitation-over')
  expect((await texts(jing))[0]).toBe(`${chen.companyName}拒绝加入云启集团`)

  const withdrawn = await invitedInto(server, jing, chen)
  expect((await server.call('withdrawGroupInvitation', { invitationId: withdrawn }, jing)).code).toBe(200)
  expect(reason(await server.call('withdrawGroupInvitation', { invitationId: withdrawn }, jing))).toBe(
    'group/invitation-over',
  )
  expect(reason(await answerTo(chen, withdrawn, 'agree'))).toBe('group/invitation-over')
  expect((await texts(chen))[0]).toBe(`云启集团已撤回对${chen.companyName}的加入邀请`)

  const lapsed = await invitedInto(server, jing, chen)
  now += 30 * dayMs
  await signInAgain()
  expect((await groupOf(chen)).invitationArray).toEqual([])
  expect(reason(await answerTo(chen, lapsed, 'agree'))).toBe('group/invitation-over')
  expect((await groupOf(jing)).group?.sentArray).toMatchObject([{ invitationId: lapsed, isOver: 1, mayUrge: 0 }])
  const anew = await invitedInto(server, jing, chen)
  expect((await groupOf(jing)).group?.sentArray).toMatchObject([{ invitationId: anew, isOver: 0 }])
  expect((await agreed(server, chen, anew)).code).toBe(200)
})

test('the invited are urged once a day', async () => {
  await founded(server, jing)
  const invitationId = await invitedInto(server, jing, chen)
  const urge = () => server.call('urgeGroupInvitation', { invitationId }, jing)
  const before = (await texts(chen)).length
  expect((await urge()).code).toBe(200)
  expect(await texts(chen)).toHaveLength(Math.min(before + 1, 10))
  expect(reason(await urge())).toBe('group/urged')
  now += dayMs
  await signInAgain()
  expect((await urge()).code).toBe(200)
})

test('invited twice at once there is one invitation; of two groups the first that is agreed to has the company', async () => {
  await founded(server, jing)
  await founded(server, third, '装备集团')
  const { companyName, creditCode } = chen
  const twice = await Promise.all([1, 2].map(() => server.call('inviteCompany', { companyName, creditCode }, jing)))
  expect(twice.map(({ code }) => code).toSorted()).toEqual([200, 409])
  await invitedInto(server, third, chen)
  const { invitationArray } = await groupOf(chen)
  expect(invitationArray).toHaveLength(2)
  const both = await Promise.all(invitationArray.map((one) => answerTo(chen, one.invitationId, 'agree')))
  expect(both.map(({ code }) => code).toSorted()).toEqual([200, 409])
  expect(both.map(reason)).toContain('group/taken')
  expect((await groupOf(chen)).group?.companyNumber).toBe(2)
})

test('the lead sees numbers across, and each company who has looked', async () => {
  await groupWith(chen, third)
  const { taskId } = await sent(server, chen, [personSigner(1, '王小明', wang.phone)], { taskName: '嘉禾的秘密合同' })
  await signNow(server, wang, taskId)
  await sent(server, chen, [personSigner(1, '王小明', wang.phone)], { taskName: '嘉禾的另一份秘密合同' })
  const { data } = await figures(jing)
  const body = JSON.stringify(data)
  for (const secret of ['秘密', '王小明', '陈晨', wang.phone]) expect(body).not.toContain(secret)
  expect(data.companyArray.map(({ companyName, ownRole, isLead }) => [companyName, ownRole, isLead])).toEqual([
    [yunqi, 'administrator', 1],
    [chen.companyName, null, 0],
    [third.companyName, null, 0],
  ])
  expect(data.companyArray[1]).toMatchObject({
    standing: 'fine',
    figures: { signingNumber: 1, finishedNumber: 1, beforeNumber: 0, endingNumber: 0, endedNumber: 0 },
  })
  expect(data.companyArray[2]).toMatchObject({
    standing: 'quotaLow',
    figures: { memberNumber: 1, surplus: 0, total: 0 },
  })
  await figures(jing, 'year')
  const seen = [{ companyName: chen.companyName, viewerName: '李静', lookNumber: 1 }]
  expect((await groupOf(chen)).group?.lookArray).toMatchObject(seen)
  now += 11 * 60_000
  await figures(jing)
  expect((await groupOf(chen)).group?.lookArray).toMatchObject([{ lookNumber: 2 }])
  expect((await groupOf(jing)).group?.lookArray).toMatchObject([
    { companyName: chen.companyName, lookNumber: 2 },
    { companyName: third.companyName, lookNumber: 2 },
  ])
  expect(await groupLines(server, third, 'seeGroupFigures')()).toBe(1)
  expect((await lines(chen))[0]).toEqual(['集团查看企业数字', `李静（${yunqi}）`, '仅数字，没有合同内容'])
  expect(await groupLines(server, jing, 'seeGroupFigures')()).toBe(0)
})

test('figures are taken as a workbook, which the own log tells', async () => {
  await groupWith(chen)
  const answer = await server.blob('exportGroupFigures', { period: 'quarter' }, jing)
  expect(answer.status).toBe(200)
  expect((await lines(jing))[0]).toEqual(['集团导出企业数字', '李静', '本季，2家企业'])
})

test('neither a company of the group nor one outside sees across, invites or sets rules', async () => {
  await groupWith(chen)
  const acts = (who: Player) => [
    figures(who),
    server.call('inviteCompany', { companyName: third.companyName, creditCode: third.creditCode }, who),
    server.call('saveGroupRules', { version: 0, graceDays: null, longestHours: 2 }, who),
    server.call('removeGroupCompany', { tenantId: jing.tenantId }, who),
  ]
  for (const answer of await Promise.all(acts(chen))) expect(reason(answer)).toBe('group/lead-only')
  for (const answer of await Promise.all(acts(third))) expect(reason(answer)).toBe('group/not-found')
  for (const answer of await Promise.all(acts(operator))) expect(answer.status).toBe(403)
  const groupId = (await groupOf(chen)).group?.groupId ?? ''
  expect(reason(await server.call('dissolveGroup', { groupId }, chen))).toBe('group/lead-only')
  expect(reason(await server.call('leaveGroup', { groupId }, third))).toBe('group/not-found')
  expect((await groupOf(third)).group).toBeNull()
})

test('a company leaves at any time, and is seen and held no more; the lead stays', async () => {
  const groupId = await groupWith(chen, third)
  await server.call('saveGroupRules', { version: 0, graceDays: null, longestHours: 72 }, jing)
  expect(reason(await server.call('leaveGroup', { groupId }, jing))).toBe('group/lead-stays')
  expect(reason(await server.call('removeGroupCompany', { tenantId: jing.tenantId }, jing))).toBe('group/lead-stays')
  expect((await server.call('getSecurityRules', {}, chen)).data.group).toEqual({
    groupName: '云启集团',
    secondTime: null,
    longestHours: 72,
  })
  expect((await server.call('leaveGroup', { groupId }, chen)).code).toBe(200)
  expect(reason(await server.call('leaveGroup', { groupId }, chen))).toBe('group/not-found')
  expect((await server.call('getSecurityRules', {}, chen)).data.group).toBeNull()
  expect((await texts(jing))[0]).toBe(`${chen.companyName}已退出云启集团，集团规则不再适用于该企业`)
  expect(reason(await server.call('removeGroupCompany', { tenantId: chen.tenantId }, jing))).toBe('group/not-found')
  const { data } = await figures(jing)
  expect(data.companyArray.map(({ companyName }) => companyName)).toEqual([yunqi, third.companyName])

  expect((await server.call('removeGroupCompany', { tenantId: third.tenantId }, jing)).code).toBe(200)
  expect((await texts(third))[0]).toContain('已被移出云启集团')
  expect((await groupOf(third)).group).toBeNull()
  expect((await lines(third))[0]).toEqual(['移出集团', `李静（${yunqi}）`, '云启集团'])
})

test('a group that is dissolved leaves nobody in it and nothing open', async () => {
  const groupId = await groupWith(chen)
  const open = await invitedInto(server, jing, third)
  expect((await server.call('dissolveGroup', { groupId }, jing)).code).toBe(200)
  expect((await texts(chen))[0]).toBe(`云启集团已解散，不再看到${chen.companyName}的数字，集团规则不再适用`)
  expect((await texts(third))[0]).toContain('已撤回')
  expect(reason(await answerTo(third, open, 'agree'))).toBe('group/invitation-over')
  expect([(await groupOf(jing)).group, (await groupOf(chen)).group]).toEqual([null, null])
  expect((await figures(jing)).data).toMatchObject({ reason: 'group/not-found' })
})

test('what the group asks holds beside the company’s own rules, whichever is stricter', async () => {
  await groupWith(chen)
  const { data: own } = await server.call('getSecurityRules', {}, chen)
  await server.call('saveSessionRule', { version: own.version, idleMinutes: null, longestHours: 8 }, chen)
  const saved = await server.call('saveGroupRules', { version: 0, graceDays: null, longestHours: 2 }, jing)
  expect([saved.code, saved.data.version]).toEqual([200, 1])
  expect(reason(await server.call('saveGroupRules', { version: 0, graceDays: null, longestHours: 4 }, jing))).toBe(
    'group/changed',
  )
  expect((await texts(chen))[0]).toBe(
    `云启集团收紧了集团规则，适用于${chen.companyName}全体成员。双因子登录：由各企业自行决定；会话时长：不超过2小时`,
  )
  const seen = async (who: Player) => {
    const { code, data } = await server.call('getSpaceDetailInfo', {}, who)
    return code === 200 ? 'open' : reason({ data })
  }
  expect(await seen(chen)).toBe('open')
  now += 2 * hourMs + 1
  await used(chen)
  expect(await seen(chen)).toBe('space/sign-in-again')
  await signInAgain()
  await server.call('saveGroupRules', { version: 1, graceDays: null, longestHours: 72 }, jing)
  expect((await texts(chen))[0]).not.toContain('不超过3天')
  now += 8 * hourMs + 1
  await used(chen)
  expect(await seen(chen)).toBe('space/sign-in-again')
  await signInAgain()
  const { data: rules } = await server.call('getSecurityRules', {}, chen)
  await server.call('saveSessionRule', { version: rules.version, idleMinutes: null, longestHours: null }, chen)
})

test('a company that is frozen, closing or certified no more is told in its state, and leads nothing', async () => {
  const set = (tenantId: string, change: { frozen_reason?: string | null; auth_status?: 'passAuth' | 'notAuth' }) =>
    server.deps.db.directory((directory) =>
      directory.updateTable('space').set(change).where('tenant_id', '=', tenantId).execute(),
    )
  const lead = await furtherCompany(server, { phone: '13900000404', name: '白龙马', companyName: '西海云启有限公司' })
  const member = await furtherCompany(server, { phone: '13900000405', name: '观世音', companyName: '南海云启有限公司' })
  await founded(server, lead, '云海集团')
  await agreed(server, member, await invitedInto(server, lead, member))
  const standing = async () => (await figures(lead)).data.companyArray?.[1]?.standing
  await set(member.tenantId, { auth_status: 'notAuth' })
  expect(await standing()).toBe('unauthenticated')
  await set(member.tenantId, { frozen_reason: '法院协助执行' })
  expect(await standing()).toBe('frozen')
  await set(lead.tenantId, { frozen_reason: '法院协助执行' })
  expect((await figures(lead)).message).toBe('本企业已被平台冻结，暂时不能进行该操作')
  await set(lead.tenantId, { frozen_reason: null, auth_status: 'notAuth' })
  expect(reason(await figures(lead))).toBe('group/halted')
})

test('a company among the parties of another is no more to its group than any', async () => {
  await groupWith(chen)
  await sent(server, jing, [companySigner(1, chen.companyName, { name: '陈晨', phone: chen.phone })])
  const { data } = await figures(jing)
  expect(data.companyArray.map((one) => Object.keys(one.figures).length)).toEqual([8, 8])
})

// Last: from here on the lead's administrator signs in by a key.
test('a second step is asked of everybody by who has one, and agreed to by who has one', async () => {
  await founded(server, jing)
  const ask = (version: number) => server.call('saveGroupRules', { version, graceDays: 7, longestHours: null }, jing)
  expect(reason(await ask(0))).toBe('space/second-step-first')
  const invitationId = await invitedInto(server, jing, third)
  const early = await invitedInto(server, jing, fourth)
  expect((await agreed(server, fourth, early)).code).toBe(200)
  await boundKey(server, jing)
  now += 61_000
  const smsCode = await keyCode(server, jing)
  await server.call('requireKey', { keyRequired: 'yes', smsCode }, jing)
  expect((await ask(0)).code).toBe(200)
  // The rules are others than those that were shown.
  expect(reason(await answerTo(third, invitationId, 'agree', 0))).toBe('group/changed')
  expect(reason(await agreed(server, third, invitationId))).toBe('space/second-step-first')
  expect((await groupOf(fourth)).group).toMatchObject({ rules: { graceDays: 7 }, secondTime: now + 7 * dayMs })
  const member = await colleague(server, fourth, { name: '沙悟净', phone: '13900000403' })
  expect((await server.call('getSpaceDetailInfo', {}, member)).code).toBe(200)
  const held = now + 7 * dayMs
  now += 20 * 60_000
  await server.call('saveGroupRules', { version: 1, graceDays: 30, longestHours: null }, jing)
  expect((await groupOf(fourth)).group?.secondTime).toBe(held)
  now = held
  await used(member)
  expect(reason(await server.call('getSpaceDetailInfo', {}, member))).toBe('space/second-step')
})

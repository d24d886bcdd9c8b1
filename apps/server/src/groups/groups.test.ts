import { dayMs } from '@moqi/domain/time/civil-date'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { partFromGroup } from '#src/cores/group/end-group.ts'
import { type Player } from '#src/testing/contract-scene.ts'
import { yunqi } from '#src/testing/demo-cast.ts'
import {
  agreed,
  castAgain,
  type CompanyPlayer,
  founded,
  type GroupCast,
  groupCast,
  groupWith,
  invitedInto,
  ungrouped,
} from '#src/testing/group-scene.ts'
import { testServer, type TestServer } from '#src/testing/test-server.ts'

let server: TestServer
let now = Date.UTC(2026, 10, 20, 2)
let cast: GroupCast
let jing: Player
let operator: Player
let wang: Player
let chen: CompanyPlayer
let third: CompanyPlayer
let fourth: CompanyPlayer

/** Signs everybody in anew: the tests let much time go by. */
async function signInAgain() {
  cast = await castAgain(server, cast)
  ;({ jing, operator, wang, chen, third, fourth } = cast)
}

beforeAll(async () => {
  server = await testServer({ now: () => now })
  cast = await groupCast(server)
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

test('neither a company of the group nor one outside sees across, invites or sets rules', async () => {
  await groupWith(server, jing, [chen])
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
  const groupId = await groupWith(server, jing, [chen, third])
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
  const groupId = await groupWith(server, jing, [chen])
  const open = await invitedInto(server, jing, third)
  expect((await server.call('dissolveGroup', { groupId }, jing)).code).toBe(200)
  expect((await texts(chen))[0]).toBe(`云启集团已解散，不再看到${chen.companyName}的数字，集团规则不再适用`)
  expect((await texts(third))[0]).toContain('已撤回')
  expect(reason(await answerTo(third, open, 'agree'))).toBe('group/invitation-over')
  expect([(await groupOf(jing)).group, (await groupOf(chen)).group]).toEqual([null, null])
  expect((await figures(jing)).data).toMatchObject({ reason: 'group/not-found' })
})

test('a company that is closed leaves its group, and a closed lead takes the group with it', async () => {
  await groupWith(server, jing, [chen, third])
  const close = (who: Player, company: string) =>
    server.deps.db.write(who.tenantId, async (tx) => {
      const { account_id: accountId } = await tx
        .selectFrom('account')
        .where('phone', '=', who.phone)
        .select('account_id')
        .executeTakeFirstOrThrow()
      await partFromGroup(server.deps, tx, {
        accountId,
        nickName: '李静',
        address: '',
        tenantId: who.tenantId,
        company,
      })
    })
  await close(fourth, fourth.companyName)
  await close(chen, chen.companyName)
  expect((await groupOf(chen)).group).toBeNull()
  expect((await groupOf(third)).group?.companyNumber).toBe(2)
  await close(jing, yunqi)
  expect((await texts(third))[0]).toContain('云启集团已解散')
  expect((await groupOf(third)).group).toBeNull()
})

test('the lead gives the group another name, which its companies are told of and held by', async () => {
  await groupWith(server, jing, [chen])
  const rename = (who: Player, groupName: string, version = 0) =>
    server.call('renameGroup', { groupName, version }, who)
  expect((await rename(operator, '云启控股')).status).toBe(403)
  expect(reason(await rename(chen, '嘉禾集团'))).toBe('group/lead-only')
  expect(reason(await rename(third, '取经集团'))).toBe('group/not-found')
  expect((await rename(jing, '云')).message).toBe('集团名称需为2-30个字')
  expect(reason(await rename(jing, '云启控股', 3))).toBe('group/changed')
  await server.call('saveGroupRules', { version: 0, graceDays: null, longestHours: 72 }, jing)

  expect((await rename(jing, ' 云启控股 ', 1)).data).toMatchObject({ version: 2 })
  expect((await groupOf(chen)).group).toMatchObject({ groupName: '云启控股', version: 2, rules: { longestHours: 72 } })
  expect((await texts(chen))[0]).toBe(`${chen.companyName}所在的云启集团更名为云启控股，集团规则和看到的范围不变`)
  expect((await texts(jing))[0]).not.toContain('更名')
  expect((await lines(chen))[0]).toEqual(['修改集团名称', `李静（${yunqi}）`, '云启集团 → 云启控股'])
  const { group_hold: held } = await server.deps.db.directory((directory) =>
    directory.selectFrom('space').where('tenant_id', '=', chen.tenantId).select('group_hold').executeTakeFirstOrThrow(),
  )
  expect(held).toMatchObject({ groupName: '云启控股', longestMs: 72 * 3_600_000 })
  // Said once more, nothing changes, and nobody is told anew.
  expect((await rename(jing, '云启控股', 2)).data).toMatchObject({ version: 2 })
})

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { companySigner, personSigner, type Player, sent, signNow } from '#src/testing/contract-scene.ts'
import { yunqi } from '#src/testing/demo-cast.ts'
import {
  agreed,
  castAgain,
  type CompanyPlayer,
  founded,
  furtherCompany,
  type GroupCast,
  groupCast,
  groupLines,
  groupWith,
  invitedInto,
  ungrouped,
} from '#src/testing/group-scene.ts'
import { testServer, type TestServer } from '#src/testing/test-server.ts'

let server: TestServer
let now = Date.UTC(2026, 10, 20, 2)
let cast: GroupCast
let jing: Player
let wang: Player
let chen: CompanyPlayer
let third: CompanyPlayer
let fourth: CompanyPlayer

/** Signs everybody in anew: the tests let much time go by. */
async function signInAgain() {
  cast = await castAgain(server, cast)
  ;({ jing, wang, chen, third, fourth } = cast)
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
const reason = ({ data }: { data: unknown }) => Object(data).reason
const lines = async (who: Player) => {
  const { data } = await server.call('listMemberLog', { pageSize: 10 }, who)
  return data.logArray.map(({ label, who: name, detail }) => [label, name, detail])
}
test('the lead sees numbers across, and each company who has looked', async () => {
  await groupWith(server, jing, [chen, third])
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
  await groupWith(server, jing, [chen])
  const answer = await server.blob('exportGroupFigures', { period: 'quarter' }, jing)
  expect(answer.status).toBe(200)
  expect((await lines(jing))[0]).toEqual(['集团导出企业数字', '李静', '本季，2家企业'])
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
  await groupWith(server, jing, [chen])
  await sent(server, jing, [companySigner(1, chen.companyName, { name: '陈晨', phone: chen.phone })])
  const { data } = await figures(jing)
  expect(data.companyArray.map((one) => Object.keys(one.figures).length)).toEqual([8, 8])
})

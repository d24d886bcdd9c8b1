import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { ownSignId, personSigner, player, type Player, sent } from '#src/testing/contract-scene.ts'
import { newAddress } from '#src/testing/sign-in.ts'
import { arrivedMessages, messagesTo } from '#src/testing/messages.ts'
import { testServer, type TestServer } from '#src/testing/test-server.ts'

const support = 'support@example.cn'
let server: TestServer
let jing: Player
let wang: Player
beforeAll(async () => {
  server = await testServer({ now: () => Date.parse('2026-11-20T10:00:00+08:00') }, { MOQI_SUPPORT_EMAIL: support })
  jing = await player(server, '13800000002', 'company')
  wang = await player(server, '13800000001', 'person')
})
afterAll(() => server.close())

async function ticketFor(phone: string) {
  const contract = await sent(server, jing, [personSigner(1, '周晓彤', phone)])
  const [asked] = await arrivedMessages(server, { recipient: phone, scene: 'toSign' })
  return { ...contract, ticket: /\/t\/([\w-]+)/.exec(asked?.body ?? '')?.[1] ?? '' }
}

test('a report is numbered, stored, mailed to the support and written where the operator alone reads it', async () => {
  const { ticket, signId, taskId } = await ticketFor('13911110001')
  const answer = await server.call('reportByTicket', { ticket, reason: 'tricked', content: '说是领奖' }, { agent: 'X' })
  const { reportNo } = answer.data
  expect(reportNo).toMatch(/^JB20261120[2-9A-HJ-NP-Z]{8}$/)

  const told = async () => (await messagesTo(server, support)).find(({ body }) => body.includes(reportNo))
  const mail = await vi.waitUntil(told, { timeout: 30_000 })
  expect(mail.body).toContain('诱导签署贷款、分期或租赁')
  expect(mail.body).toContain('说是领奖')

  const log = await server.deps.db.read(jing.tenantId, (home) =>
    home
      .selectFrom('contract_log')
      .where('contract_id', '=', taskId)
      .select(['verb', 'detail', 'account_id'])
      .execute(),
  )
  expect(log).toContainEqual({ verb: 'report', detail: reportNo, account_id: null })
  const seen = await server.call('getSignDetailInfo', { signId }, jing)
  expect(JSON.stringify(seen.data)).not.toContain(reportNo)
  expect(seen.data.logArray.map(({ verb }) => verb)).not.toContain('report')
})

test('a party that is signed in reports from the contract itself', async () => {
  const { taskId } = await sent(server, jing, [personSigner(1, '王小明', wang.phone)])
  const signId = await ownSignId(server, wang, taskId)
  const short = await server.call('reportContract', { signId, reason: 'other', content: '假' }, wang)
  expect([short.code, short.message]).toEqual([422, '请填写举报说明(5-500字)'])
  const { data } = await server.call('reportContract', { signId, reason: 'content' }, wang)
  const row = await server.deps.db.directory((directory) =>
    directory.selectFrom('fraud_report').where('report_no', '=', data.reportNo).selectAll().executeTakeFirstOrThrow(),
  )
  expect(row).toMatchObject({ contract_id: taskId, party_no: 1, reason: 'content', content: '' })
  expect(row.account_id).not.toBeNull()
})

test('one party reports one contract five times a day, however many ask at once', async () => {
  const { ticket } = await ticketFor('13911110002')
  const answers = await Promise.all(
    Array.from({ length: 9 }, () =>
      server.call('reportByTicket', { ticket, reason: 'unknownInitiator' }, { address: newAddress() }),
    ),
  )
  expect(answers.filter(({ code }) => code === 200)).toHaveLength(5)
  expect(answers.filter(({ code }) => code === 429)).toHaveLength(4)
  expect(new Set(answers.map(({ data }) => data.reportNo)).size).toBe(6)
})

import { createHmac } from 'node:crypto'
import { webhookLimits, webhookRetriesMs } from '@moqi/domain/webhooks/webhook-delivery'
import { webhookStringToSign } from '@moqi/domain/webhooks/webhook-signature'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { keepEvents } from '#src/cores/webhook/keep-events.ts'
import { personSigner, type Player, sent, signNow } from '#src/testing/contract-scene.ts'
import { integrationScene, type IntegrationScene } from '#src/testing/integration-scene.ts'
import { testServer, type TestServer } from '#src/testing/test-server.ts'
import type { Posting } from '#src/platform/gateways/webhook/webhook-gateway.ts'

let server: TestServer
let clock = Date.UTC(2026, 10, 20, 2)
let owner: Player
let wang: Player
let keys: IntegrationScene['keys']
const posted: Posting[] = []
let takes = true

beforeAll(async () => {
  const webhook = {
    post: async (posting: Posting) => {
      posted.push(posting)
      return takes ? { status: 200, fault: null } : { status: 503, fault: 'status' as const }
    },
  }
  server = await testServer({ now: () => clock, webhook })
  ;({ owner, wang, keys } = await integrationScene(server))
  const { integrationId } = keys
  const eventArray = ['TASK_SENT', 'SIGNER_SIGNED', 'TASK_FINISHED', 'TASK_RECALLED'] as const
  const callbackUrl = 'https://oa.example.com/moqi'
  await server.call('saveWebhook', { integrationId, callbackUrl, eventArray: [...eventArray] }, owner)
})
afterAll(() => server.close())

const told = () => posted.map(({ body }) => JSON.parse(body))
const toldOf = (taskId: string) => told().flatMap((one) => (one.taskId === taskId ? [one.event] : []))
const eventually = (check: () => unknown) => vi.waitFor(check, { timeout: 20_000, interval: 50 })
const log = async (failedOnly: 0 | 1 = 0) => {
  const asked = { integrationId: keys.integrationId, failedOnly, pageSize: 20 as const }
  return (await server.call('listWebhookDelivery', asked, owner)).data.deliveryArray
}
const setting = async () => (await server.call('getWebhook', { integrationId: keys.integrationId }, owner)).data
/** Nobody's session outlives it. */
const aDayLater = async () => {
  clock += webhookLimits.pauseAfterMs
  owner = { ...owner, token: await server.login('13800000002') }
}
const launched = () => sent(server, owner, [personSigner(1, '王小明', wang.phone)])

test('what happens to a contract is told in its order, signed, and only what was asked for', async () => {
  const { taskId } = await launched()
  await signNow(server, wang, taskId)
  await eventually(() => expect(toldOf(taskId)).toEqual(['TASK_SENT', 'SIGNER_SIGNED', 'TASK_FINISHED']))
  for (const { headers, body } of posted) {
    const text = webhookStringToSign(headers['x-moqi-timestamp'] ?? '', body)
    expect(headers['x-moqi-signature']).toBe(createHmac('sha256', keys.secret).update(text).digest('base64'))
    expect(headers['x-moqi-event-id']).toBe(JSON.parse(body).eventId)
  }
})

test('a change that is rolled back tells nothing', async () => {
  const { taskId } = await launched()
  await eventually(() => expect(toldOf(taskId)).toEqual(['TASK_SENT']))
  const [before] = await log()
  const { tenantId } = owner
  const kept = { tenantId, contractId: taskId, events: ['TASK_RECALLED'], bodies: ['{}'], at: clock }
  const undone = server.deps.db.write(tenantId, async (tx) => {
    await keepEvents(tx, { ...kept, eventIds: [server.deps.newId()] })
    throw new Error('undone')
  })
  await expect(undone).rejects.toThrow('undone')
  expect((await log())[0]?.eventId).toBe(before?.eventId)
  // The same, and committed: that one is told.
  const eventIds = [server.deps.newId()]
  await server.deps.db.write(tenantId, (tx) => keepEvents(tx, { ...kept, eventIds }))
  await eventually(async () =>
    expect((await log())[0]).toMatchObject({ eventId: eventIds[0], deliveryStatus: 'delivered' }),
  )
  posted.pop()
})

test('what is not taken is tried again by the table, later events of its contract wait, and nothing is lost', async () => {
  takes = false
  const { taskId, signId } = await launched()
  await eventually(() => expect(toldOf(taskId)).toHaveLength(1))
  expect((await server.call('recallTask', { signId, reason: '金额有误' }, owner)).code).toBe(200)
  for (const [index, wait] of webhookRetriesMs.slice(0, 3).entries()) {
    await eventually(async () => expect((await log())[1]?.tryArray).toHaveLength(index + 1))
    expect((await log())[1]?.nextTime).toBe(clock + wait)
    clock += wait
  }
  takes = true
  await eventually(() => expect(toldOf(taskId).at(-1)).toBe('TASK_RECALLED'))
  expect(new Set(toldOf(taskId).slice(0, -1))).toEqual(new Set(['TASK_SENT']))
  expect(new Set(told().flatMap((one) => (one.taskId === taskId ? [one.eventId] : []))).size).toBe(2)
})

test('an event that has arrived is told again when an administrator says so', async () => {
  const [newest] = await log()
  const { integrationId } = keys
  const eventId = newest?.eventId ?? ''
  const before = posted.length
  await eventually(async () => expect((await log())[0]?.deliveryStatus).toBe('delivered'))
  expect((await server.call('replayWebhook', { integrationId, eventId }, owner)).code).toBe(200)
  await eventually(() => expect(posted).toHaveLength(before + 1))
  expect(posted.at(-1)?.body).toBe(newest?.body)
})

test('after a day without one success nothing is sent, the administrator is told, and resuming sends what waits', async () => {
  takes = false
  const { taskId } = await launched()
  await eventually(async () => expect((await setting()).failingTime).not.toBeNull())
  await aDayLater()
  await eventually(async () => expect((await setting()).paused).toBe(1))
  const tried = posted.length
  const { taskId: later } = await launched()
  await eventually(async () => expect((await setting()).waitingNumber).toBeGreaterThan(0))
  expect([posted.length, toldOf(later)]).toEqual([tried, []])
  const heard = await server.call('listMessage', {}, owner)
  expect(JSON.stringify(heard.data)).toContain('连续24小时未能送达')
  takes = true
  const { integrationId } = keys
  expect((await server.call('testWebhook', { integrationId }, owner)).code).not.toBe(200)
  expect((await server.call('switchWebhook', { integrationId, paused: 0 }, owner)).code).toBe(200)
  await eventually(() => expect([toldOf(taskId).at(-1), toldOf(later)]).toEqual(['TASK_SENT', ['TASK_SENT']]))
})

test.each(['ftp://oa.example.com', 'http://oa.example.com', 'https://u:p@oa.example.com', '回调地址'])(
  'the address %s is refused by name',
  async (callbackUrl) => {
    const { integrationId } = keys
    const asked = { integrationId, callbackUrl, eventArray: ['TASK_SENT' as const] }
    const { code, data } = await server.call('saveWebhook', asked, owner)
    expect([code, data.field]).toEqual([422, 'callbackUrl'])
  },
)

import { afterAll, beforeAll, expect, test } from 'vitest'
import { companySigner, ownSignId, personSigner, type Player, player, sent } from '#src/testing/contract-scene.ts'
import { jing, yunqi } from '#src/testing/demo-cast.ts'
import { arrivedMessages, messagesTo } from '#src/testing/messages.ts'
import { jobKeys } from '#src/testing/owner-query.ts'
import { testServer, type TestServer } from '#src/testing/test-server.ts'
import { readReceipt } from '#src/platform/messages/read-receipt.ts'
import type { Receipt } from '#src/platform/gateways/sms/sms-gateway.ts'

let server: TestServer
let who: Player
let clock = Date.UTC(2026, 10, 20, 2)
const stranger = '13900000821'

beforeAll(async () => {
  server = await testServer({ now: () => clock })
  who = await player(server, '13800000002', 'company')
})
afterAll(() => server.close())

async function sentToStranger() {
  const made = await sent(server, who, [personSigner(1, '赵一一', stranger), companySigner(2, yunqi, jing)])
  await arrivedMessages(server, { recipient: stranger, scene: 'toSign' })
  return made
}
const listed = async (signId: string) => (await server.call('listDeliveries', { signId }, who)).data
const smsOf = async (signId: string) => {
  await expect.poll(async () => (await listed(signId)).deliveryArray[0]?.deliveryState).toBe('sent')
  const [sms] = (await listed(signId)).deliveryArray
  if (!sms) throw new Error('no message to the party')
  return sms
}

test('the initiator sees what became of each message to a party, and nobody else does', async () => {
  const { signId, taskId } = await sentToStranger()
  const sms = await smsOf(signId)
  expect(sms).toMatchObject({ signerNo: 1, channel: 'sms', label: '待签署', recipient: '139****0821', fault: null })
  expect((await listed(signId)).linkArray).toEqual([1])
  const wang = await player(server, '13800000001', 'person')
  const shared = await sent(server, who, [personSigner(1, '王小明', wang.phone)])
  const own = await ownSignId(server, wang, shared.taskId)
  expect((await server.call('listDeliveries', { signId: own }, wang)).data.reason).toBe('contract/initiator-only')
  expect((await server.call('copyPartyLink', { signId: own, signerNo: 1 }, wang)).code).not.toBe(200)
  const other = await player(server, '13800000004', 'company')
  expect((await server.call('listDeliveries', { signId }, other)).data.reason).toBe('contract/not-found')
  expect(taskId).toBeTruthy()
})

test.each<[Receipt, string, string | null]>([
  [{ state: 'delivered' }, 'delivered', null],
  [{ state: 'failed', fault: 'isv.MOBILE_NOT_ON_SERVICE' }, 'failed', '手机号是空号或已停机'],
])('the receipt %j is told as %s', async (receipt, state, words) => {
  const { signId } = await sentToStranger()
  const { messageId } = await smsOf(signId)
  const sms = { ...server.deps.sms, receipt: async () => receipt }
  await readReceipt({ ...server.deps, sms }, { messageId, asked: 0 })
  const [told] = (await listed(signId)).deliveryArray
  expect([told?.deliveryState, told?.fault]).toEqual([state, words])
  expect(told?.resendable).toBe(state === 'failed' ? 1 : 0)
})

test('a carrier that does not know yet is asked again', async () => {
  const { signId } = await sentToStranger()
  const { messageId } = await smsOf(signId)
  const sms = { ...server.deps.sms, receipt: async () => null }
  await readReceipt({ ...server.deps, sms }, { messageId, asked: 0 })
  expect((await listed(signId)).deliveryArray[0]?.deliveryState).toBe('sent')
  expect(await jobKeys(server, messageId)).toContain(`receipt ${messageId}`)
})

test('a message is sent again, no sooner than ten minutes after it went', async () => {
  const { signId } = await sentToStranger()
  const { messageId } = await smsOf(signId)
  const resend = () => server.call('resendDelivery', { signId, messageId }, who)
  expect((await resend()).message).toBe('这条消息刚刚发送过，或已无需发送，请稍后再试')
  clock += 600_000
  const before = (await messagesTo(server, stranger, 'toSign')).length
  expect((await resend()).code).toBe(200)
  await arrivedMessages(server, { recipient: stranger, scene: 'toSign', count: before })
  expect((await smsOf(signId)).resendable).toBe(0)
})

test('the link of a party whose turn it is asks for that phone, and the log says who took it', async () => {
  const { signId } = await sentToStranger()
  const copied = await server.call('copyPartyLink', { signId, signerNo: 1 }, who)
  const ticket = copied.data.url.split('/t/')[1] ?? ''
  const landing = await server.call('getTicketInfo', { ticket })
  expect(landing.data).toMatchObject({ phone: '139****0821' })
  const { logArray } = (await server.call('getSignDetailInfo', { signId }, who)).data
  expect(logArray.map(({ verb }) => verb)).toContain('copyLink')
  const notYet = await server.call('copyPartyLink', { signId, signerNo: 2 }, who)
  expect(notYet.message).toBe('当前没有在等该签署方签署')
})

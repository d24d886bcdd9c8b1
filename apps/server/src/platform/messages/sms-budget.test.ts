import { afterAll, beforeAll, expect, test } from 'vitest'
import { companySigner, personSigner, type Player, player, sent } from '#src/testing/contract-scene.ts'
import { chen, jing, yunqi } from '#src/testing/demo-cast.ts'
import { testServer, type TestServer } from '#src/testing/test-server.ts'
import { takeFromBudgets } from './sms-budget.ts'

const dayMs = 86_400_000
let server: TestServer
let launcher: Player
let other: Player
let clock = Date.UTC(2026, 10, 20, 2)
/** One phone takes eight a day, of one sender four. */
const limits = { MOQI_SMS_PER_RECIPIENT: '8', MOQI_SMS_PER_SENDER: '0' }

beforeAll(async () => {
  server = await testServer({ now: () => clock }, limits)
  await signIn()
})
afterAll(() => server.close())

async function signIn() {
  launcher = await player(server, jing.phone, 'company')
  other = await player(server, chen.phone, 'company')
}

/** Nobody's session outlives the night. */
async function nextDay() {
  clock += dayMs
  await signIn()
}

const toStranger = (who: Player, phone: string) => sent(server, who, [personSigner(1, '赵一一', phone)])

/** What became of the SMS about the contract once each has been handled. */
async function handled(contractId: string) {
  const rows = () =>
    server.deps.db.directory((directory) =>
      directory
        .selectFrom('message')
        .where('contract_id', '=', contractId)
        .where('channel', '=', 'sms')
        .select(['scene', 'recipient', 'state', 'fault'])
        .orderBy('created_at')
        .execute(),
    )
  await expect.poll(async () => (await rows()).filter(({ state }) => state === 'waiting').length).toBe(0)
  return rows()
}

const heard = async (who: Player, kind: string) =>
  (await server.call('listMessage', { pageSize: 50 }, who)).data.messageArray.filter((one) => one.kind === kind)

test('a phone takes four SMS a day of one sender, who hears of each contract that had none', async () => {
  const phone = '13900000501'
  const made = []
  for (let n = 0; n < 5; n++) made.push(await toStranger(launcher, phone))
  const last = made.at(-1)
  for (const { taskId } of made.slice(0, 4)) expect(await handled(taskId)).toMatchObject([{ state: 'sent' }])
  expect(await handled(last?.taskId ?? '')).toMatchObject([{ state: 'failed', fault: 'withheld recipient' }])
  const { deliveryArray } = (await server.call('listDeliveries', { signId: last?.signId ?? '' }, launcher)).data
  expect(deliveryArray).toMatchObject([
    {
      deliveryState: 'failed',
      fault: '该手机号今日收到的短信已达上限，未发送短信；可复制签署链接转发给对方',
      resendable: 1,
    },
  ])
  await expect.poll(async () => (await heard(launcher, 'smsWithheld')).length).toBe(1)
  expect((await heard(launcher, 'smsWithheld'))[0]?.text).toMatch(
    /^139\*{4}0501今日收到的短信已达上限，《.+》未能以短信/,
  )
})

test('sent again on the same day it is withheld again, on the next it goes', async () => {
  const phone = '13900000502'
  for (let n = 0; n < 4; n++) await toStranger(launcher, phone)
  const { signId, taskId } = await toStranger(launcher, phone)
  await handled(taskId)
  const [message] = (await server.call('listDeliveries', { signId }, launcher)).data.deliveryArray
  const again = async () => {
    await server.call('resendDelivery', { signId, messageId: message?.messageId ?? '' }, launcher)
    return handled(taskId)
  }
  expect(await again()).toMatchObject([{ state: 'failed' }])
  await nextDay()
  expect(await again()).toMatchObject([{ state: 'sent', fault: null }])
})

test('several senders together reach a phone eight times a day', async () => {
  const phone = '13900000503'
  const all = []
  for (let n = 0; n < 4; n++) all.push(await toStranger(launcher, phone), await toStranger(other, phone))
  for (const { taskId } of all) expect(await handled(taskId)).toMatchObject([{ state: 'sent' }])
  const third = await player(server, '13800000001', 'person')
  expect(await handled((await toStranger(third, phone)).taskId)).toMatchObject([{ fault: 'withheld recipient' }])
})

test('whoever has an account still hears in the application what no SMS said', async () => {
  const jingAs = companySigner(1, yunqi, jing)
  for (let n = 0; n < 5; n++) {
    const { taskId } = await sent(server, other, [jingAs])
    await handled(taskId)
  }
  expect((await heard(launcher, 'toSign')).length).toBe(5)
})

test('at once, over however many nodes, no more are taken than there are, and what is refused takes nothing', async () => {
  const take = (recipient: string) => takeFromBudgets(server.deps, { recipient, sender_tenant_id: launcher.tenantId })
  const answers = await Promise.all(Array.from({ length: 12 }, () => take('13900000504')))
  expect(answers.filter((answer) => answer === null)).toHaveLength(4)
  expect(answers.filter((answer) => answer === 'recipient')).toHaveLength(8)
  const { taken } = await server.deps.db.directory((directory) =>
    directory
      .selectFrom('sms_budget')
      .where('subject', '=', 'to 13900000504')
      .select('taken')
      .executeTakeFirstOrThrow(),
  )
  expect(taken).toBe(4)
})

/** Has a space live on its trial pack alone. */
const withoutPacks = (tenantId: string, kind: 'trial' | 'gift') =>
  server.deps.db.write(tenantId, (tx) =>
    tx.updateTable('quota_pack').set({ kind }).where('tenant_id', '=', tenantId).execute(),
  )

test('a space that bought nothing sends what the setting gives it, a thousand recipients need what it bought', async () => {
  const { tenantId } = other
  const take = (n: number) =>
    takeFromBudgets(server.deps, { recipient: `137${String(n).padStart(8, '0')}`, sender_tenant_id: tenantId })
  await withoutPacks(tenantId, 'trial')
  expect(await take(90_000_000)).toBe('sender')
  await withoutPacks(tenantId, 'gift')
  const answers = []
  for (let n = 0; n < 1000; n++) answers.push(await take(n))
  expect(answers.filter((answer) => answer !== null)).toEqual([])
})

test('a recall is no SMS to who has not opened the contract', async () => {
  const { signId, taskId } = await toStranger(launcher, '13900000505')
  expect((await server.call('recallTask', { signId, reason: '改条款' }, launcher)).code).toBe(200)
  expect((await handled(taskId)).map(({ scene }) => scene)).toEqual(['toSign'])
})

test('of a day’s recalls twenty give their 份 back to a space that bought none, and the next says that it does not', async () => {
  const { tenantId } = launcher
  await withoutPacks(tenantId, 'trial')
  await nextDay()
  const surplus = async () => (await server.call('getSpaceDetailInfo', {}, launcher)).data.surplus
  const recall = async () => {
    const { signId } = await toStranger(launcher, '13900000506')
    const before = await surplus()
    expect((await server.call('recallTask', { signId, reason: '改条款' }, launcher)).code).toBe(200)
    return before === (await surplus()) - 1
  }
  const refunded = []
  for (let n = 0; n < 21; n++) refunded.push(await recall())
  expect(refunded).toEqual([...Array.from({ length: 20 }, () => true), false])
  expect((await heard(launcher, 'notRefunded')).length).toBe(1)
  await nextDay()
  expect(await recall()).toBe(true)
})

import type { NoticeKind } from '@moqi/domain/messages/notice-facts'
import { isNoticeKind } from '@moqi/domain/messages/notice-kinds'
import { formatDate } from '@moqi/domain/time/format-date'
import { openContent } from '#src/platform/messages/sealed-content.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  companySigner,
  ownSignId,
  personSigner,
  type Player,
  player,
  sent,
  signNow,
} from '#src/testing/contract-scene.ts'
import { chen, jing, yunqi } from '#src/testing/demo-cast.ts'
import { testServer, type TestServer } from '#src/testing/test-server.ts'
import { byJob } from '#src/cores/contract/contract-job.ts'
import { remindContractEnd, remindDeadline } from './remind-parties.ts'

const minute = 60_000
const day = 24 * 60 * minute
const wangPhone = '13800000001'
const zhangPhone = '13800000003'
let server: TestServer
let clock = Date.parse('2026-11-20T10:00:00+08:00')
let launcher: Player
let wang: Player

beforeAll(async () => {
  server = await testServer({ now: () => clock }, { MOQI_PUBLIC_URL: 'https://m.cn' })
  await server.deps.db.directory((directory) =>
    directory.updateTable('account').set({ email: 'wang@example.cn' }).where('phone', '=', wangPhone).execute(),
  )
})
/** The clock moves by days, which no session outlives. */
beforeEach(async () => {
  launcher = await player(server, chen.phone, 'company')
  wang = await player(server, wangPhone, 'person')
})
afterAll(() => server.close())

const alone = [personSigner(1, '王小明', wangPhone)]
const ways = [wangPhone, 'wang@example.cn', chen.phone, zhangPhone]

/** What left since then for these, as `channel kind` and what it says. */
async function outgoing(since: string, recipients = ways) {
  const rows = await server.deps.db.directory((directory) =>
    directory
      .selectFrom('message')
      .where('recipient', 'in', recipients)
      .where('message_id', '>', since)
      .orderBy('message_id')
      .select(['message_id', 'channel', 'scene', 'content', 'recipient'])
      .execute(),
  )
  return rows
    .filter(({ scene }) => isNoticeKind(scene) && scene !== 'newDevice')
    .map(({ message_id, channel, scene, content, recipient }) => ({
      what: `${channel} ${scene}`,
      recipient,
      content: JSON.stringify(openContent(server.deps, message_id, content)),
    }))
}
const names = async (since: string) => (await outgoing(since)).map(({ what }) => what).toSorted()

/** Its messages in the application of that kind, the newest first. */
const heard = async (who: Player, kind: NoticeKind) =>
  (await server.call('listMessage', { pageSize: 50 }, who)).data.messageArray.filter((one) => one.kind === kind)

const choose = (who: Player, kind: NoticeKind, chosen: { sms?: 'yes' | 'no'; mail?: 'yes' | 'no' }) =>
  server.call(
    'saveNoticeSetting',
    {
      kindArray: (['sms', 'mail'] as const).flatMap((channel) =>
        chosen[channel] ? [{ kind, channel, on: chosen[channel] }] : [],
      ),
    },
    who,
  )

test('urging comes as message and SMS, without the SMS where it is off, and by mail where that is on (C90)', async () => {
  const { signId } = await sent(server, launcher, alone, { taskName: '催签的合同' })
  const urgeAt = async (at: number) => {
    clock = at
    return server.call('urgeTask', { signId }, launcher)
  }
  const sentAt = clock
  let since = server.deps.newId()
  expect((await urgeAt(sentAt + 30 * minute)).code).toBe(200)
  expect(await names(since)).toEqual(['sms urged'])
  const [first, ...rest] = await heard(wang, 'urged')
  expect(rest).toEqual([])
  expect(first).toMatchObject({
    label: '催签',
    isRead: 'no',
    text: expect.stringContaining('提醒您签署《催签的合同》，截止11-27'),
  })

  await choose(wang, 'urged', { sms: 'no', mail: 'yes' })
  since = server.deps.newId()
  expect((await urgeAt(sentAt + 41 * minute)).code).toBe(200)
  expect(await names(since)).toEqual(['mail urged'])
  expect((await outgoing(since))[0]?.content).toContain('https://m.cn/s/')
  expect(await heard(wang, 'urged')).toHaveLength(2)

  // The throttle is not the settings' to lift.
  since = server.deps.newId()
  expect((await urgeAt(sentAt + 45 * minute)).code).toBe(429)
  expect(await outgoing(since)).toEqual([])
  expect(await heard(wang, 'urged')).toHaveLength(2)
  await choose(wang, 'urged', { sms: 'yes', mail: 'no' })
})

test('who has no account is urged by SMS with a link that opens without a password', async () => {
  const phone = '13900000901'
  const { signId } = await sent(server, launcher, [personSigner(1, '赵一一', phone)])
  clock += 30 * minute
  const since = server.deps.newId()
  expect((await server.call('urgeTask', { signId }, launcher)).code).toBe(200)
  const told = await outgoing(since, [phone])
  expect(told.map(({ what }) => what)).toEqual(['sms urged'])
  const ticket = /\/t\/([\w-]+)/.exec(told[0]?.content ?? '')?.[1] ?? ''
  expect((await server.call('getTicketInfo', { ticket }, {})).data.signerName).toBe('赵**')
})

test('a later deadline is told to whom it binds, by the channels chosen, and links live as long as it (domain 5.1)', async () => {
  const phone = '13900000902'
  const parties = [personSigner(1, '王小明', wangPhone, 1), personSigner(2, '赵一一', phone, 1)]
  const before = server.deps.newId()
  const { signId } = await sent(server, launcher, parties, { signOrderType: 'disorder', taskName: '延期的合同' })
  const invitation = (await outgoing(before, [phone]))[0]?.content ?? ''
  await choose(wang, 'extended', { sms: 'no' })
  const since = server.deps.newId()
  const deadline = clock + 12 * day
  expect((await server.call('delayTask', { signId, signExpireTime: deadline }, launcher)).code).toBe(200)
  expect(await names(since)).toEqual([])
  const [message] = await heard(wang, 'extended')
  expect(message?.text).toBe(`《延期的合同》的签署截止时间已延至${formatDate(deadline, '{m}-{d} {h}:{i}')}，请及时签署`)
  const told = await outgoing(since, [phone])
  expect(told.map(({ what }) => what)).toEqual(['sms extended'])
  clock = deadline - minute
  for (const content of [invitation, told[0]?.content ?? '']) {
    const ticket = /\/t\/([\w-]+)/.exec(content)?.[1] ?? ''
    expect((await server.call('getTicketInfo', { ticket }, {})).data.signExpireTime).toBe(deadline)
  }
  wang = await player(server, wangPhone, 'person')
  await choose(wang, 'extended', { sms: 'yes' })
  launcher = await player(server, chen.phone, 'company')
  await server.call('recallTask', { signId }, launcher)
})

test('whoever is handed a turn hears it in the company’s space, and by SMS unless that is off', async () => {
  const jingAtWork = await player(server, jing.phone, 'company')
  const zhang = await player(server, zhangPhone, 'company')
  const hand = async (subject: string, key: string) => {
    const { taskId } = await sent(server, launcher, [companySigner(1, yunqi, jing)], { taskName: subject })
    const signId = await ownSignId(server, jingAtWork, taskId)
    const since = server.deps.newId()
    const input = { signId, phone: zhangPhone, reason: '本周休假' }
    expect((await server.call('transferTask', input, { ...jingAtWork, key })).code).toBe(200)
    expect((await server.call('transferTask', input, { ...jingAtWork, key })).code).toBe(200)
    return { since, signId: await ownSignId(server, zhang, taskId) }
  }
  const first = await hand('转交的合同', 'first')
  expect(await names(first.since)).toEqual(['sms transferred'])
  const [message] = await heard(zhang, 'transferred')
  expect(message?.text).toMatch(/^李静将《转交的合同》转交给您签署，请于\S+ \S+前完成$/)
  expect(new URL(message?.path ?? '', 'https://m.cn').searchParams.get('signId')).toBe(first.signId)
  await choose(zhang, 'transferred', { sms: 'no' })
  const second = await hand('再转交的合同', 'second')
  expect(await names(second.since)).toEqual([])
  expect(await heard(zhang, 'transferred')).toHaveLength(2)
  await choose(zhang, 'transferred', { sms: 'yes' })
})

test('a deadline that is near is told once to signer and initiator, however often the job runs', async () => {
  const { signId, taskId } = await sent(server, launcher, alone, { taskName: '快到期的合同' })
  const signExpireTime = clock + 7 * day
  clock = signExpireTime - day
  launcher = await player(server, chen.phone, 'company')
  wang = await player(server, wangPhone, 'person')
  await choose(launcher, 'dueInitiator', { sms: 'no' })
  await choose(wang, 'dueSigner', { mail: 'yes' })
  const since = server.deps.newId()
  const payload = { tenantId: launcher.tenantId, contractId: taskId, signExpireTime }
  await Promise.all([1, 2, 3].map(() => byJob(remindDeadline)(server.deps, payload)))
  await byJob(remindDeadline)(server.deps, payload)
  expect(await names(since)).toEqual(['mail dueSigner', 'sms dueSigner'])
  expect((await heard(wang, 'dueSigner')).map(({ text }) => text)).toEqual([
    expect.stringMatching(/^《快到期的合同》将于\S+ \S+截止，您尚未签署，请及时处理$/),
  ])
  expect((await heard(launcher, 'dueInitiator')).map(({ text }) => text)).toEqual([
    expect.stringMatching(/^您发起的《快到期的合同》将于\S+ \S+截止，尚有1方未签署，可催签或延期$/),
  ])
  await choose(launcher, 'dueInitiator', { sms: 'yes' })
  await server.call('recallTask', { signId }, launcher)
})

test('who has no account is reminded of the deadline by SMS once, with a link of its own', async () => {
  const phone = '13900000903'
  const { taskId } = await sent(server, launcher, [personSigner(1, '赵一一', phone)])
  const signExpireTime = clock + 7 * day
  clock = signExpireTime - day
  const since = server.deps.newId()
  const payload = { tenantId: launcher.tenantId, contractId: taskId, signExpireTime }
  await Promise.all([1, 2].map(() => byJob(remindDeadline)(server.deps, payload)))
  const told = await outgoing(since, [phone])
  expect(told.map(({ what }) => what)).toEqual(['sms dueSigner'])
  expect(told[0]?.content).toContain('https://m.cn/t/')
  const tickets = await server.deps.db.directory((directory) =>
    directory.selectFrom('ticket').where('contract_id', '=', taskId).select('token_hash').execute(),
  )
  expect(tickets).toHaveLength(2)
})

test('a contract’s own end is told to its initiator once a day of reminding, in the channels chosen', async () => {
  const contractEndTime = clock + 40 * day
  const { taskId } = await sent(server, launcher, alone, { contractEndTime, taskName: '到期的合同' })
  expect((await signNow(server, wang, taskId)).data.status).toBe('finish')
  const remindAt = async (days: number) => {
    clock = contractEndTime - days * day
    launcher = await player(server, chen.phone, 'company')
    const since = server.deps.newId()
    const payload = { tenantId: launcher.tenantId, contractId: taskId, contractEndTime, days }
    await Promise.all([1, 2, 3].map(() => byJob(remindContractEnd)(server.deps, payload)))
    // That all have signed is told by a job of its own, whenever that comes.
    const told = (await outgoing(since, [chen.phone])).map(({ what }) => what)
    return told.filter((what) => !what.endsWith(' finished'))
  }
  expect(await remindAt(30)).toEqual(['sms contractEnds'])
  await choose(launcher, 'contractEnds', { sms: 'no' })
  expect(await remindAt(7)).toEqual([])
  await choose(launcher, 'contractEnds', { sms: 'yes' })
  expect((await heard(launcher, 'contractEnds')).map(({ text }) => text)).toEqual([
    expect.stringMatching(/^《到期的合同》将于\d\d-\d\d到期，如需续签或终止请及时处理$/),
    expect.stringMatching(/^《到期的合同》将于\d\d-\d\d到期/),
  ])
})

test('by night what is told waits for the morning by SMS, and stands in the application at once', async () => {
  const { taskId } = await sent(server, launcher, alone, { taskName: '夜里到期的合同' })
  const signExpireTime = clock + 7 * day
  clock = Date.parse(`${formatDate(signExpireTime - day, '{y}-{m}-{d}')}T23:30:00+08:00`)
  wang = await player(server, wangPhone, 'person')
  const carrier = { ...server.deps, sms: { ...server.deps.sms, name: 'aliyun' as const } }
  const since = server.deps.newId()
  await byJob(remindDeadline)(carrier, { tenantId: launcher.tenantId, contractId: taskId, signExpireTime })
  expect((await heard(wang, 'dueSigner'))[0]?.text).toContain('夜里到期的合同')
  await new Promise((resolve) => setTimeout(resolve, 300))
  const waiting = await server.deps.db.directory((directory) =>
    directory
      .selectFrom('message')
      .where('message_id', '>', since)
      .where('scene', '=', 'dueSigner')
      .where('channel', '=', 'sms')
      .select(['state', 'tries'])
      .execute(),
  )
  expect(waiting).toEqual([{ state: 'waiting', tries: 0 }])
})

test('the settings name the notices as domain 8 does, and let each be chosen', async () => {
  const { data } = await server.call('getNoticeSetting', {}, wang)
  const labels = new Map(data.kindArray.map(({ kind, label, sms }) => [kind, `${label} ${sms}`]))
  const kinds = ['urged', 'dueSigner', 'dueInitiator', 'extended', 'transferred', 'contractEnds']
  expect(kinds.map((kind) => labels.get(kind))).toEqual([
    '催签 on',
    '即将到期（签署方） on',
    '即将到期（发起方） on',
    '签署延期 on',
    '转交签署 on',
    '合同到期 on',
  ])
})

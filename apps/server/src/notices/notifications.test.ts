import { noticeKinds } from '@moqi/domain/messages/notice-kinds'
import { dayMs, shanghaiDate, startOfDayShanghai } from '@moqi/domain/time/civil-date'
import { formatDate } from '@moqi/domain/time/format-date'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadContract } from '#src/cores/contract/contract-rows.ts'
import { concernedParty, notifyPeople } from '#src/cores/contract/notify-people.ts'
import { notify } from '#src/platform/messages/notify.ts'
import { sweep } from '#src/platform/jobs/sweep.ts'
import { ownSignId, newcomer, personSigner, type Player, player, sent, signNow } from '#src/testing/contract-scene.ts'
import { chen, jing } from '#src/testing/demo-cast.ts'
import { messagesTo } from '#src/testing/messages.ts'
import { testServer, type TestServer } from '#src/testing/test-server.ts'

const noon = Date.parse('2026-11-20T12:00:00+08:00')
const wang = '13800000001'
let server: TestServer
let launcher: Player
let signer: Player
let stranger: Player

beforeAll(async () => {
  server = await testServer({ now: () => noon })
  launcher = await player(server, jing.phone, 'company')
  signer = await player(server, wang, 'person')
  stranger = await player(server, chen.phone, 'company')
  await server.deps.db.directory((directory) =>
    directory.updateTable('account').set({ email: 'wang@example.cn' }).where('phone', '=', wang).execute(),
  )
})
afterAll(() => server.close())

const toWang = [personSigner(1, '王小明', wang)]
const messages = async (who: Player, more: { isRead?: 'yes' | 'no' } = {}) =>
  (await server.call('listMessage', { pageSize: 50, ...more }, who)).data.messageArray
const unread = async (who: Player) => (await server.call('getUnreadTotal', {}, who)).data.unread
const accountOf = async (phone: string) =>
  server.deps.db.directory((directory) =>
    directory.selectFrom('account').where('phone', '=', phone).select('account_id').executeTakeFirstOrThrow(),
  )
const to = async (who: Player) => ({ accountId: (await accountOf(who.phone)).account_id, tenantId: who.tenantId })

/** What was queued for them since, by channel and kind. */
async function outgoing(recipients: string[], since: { id: string }) {
  const rows = await server.deps.db.directory((directory) =>
    directory
      .selectFrom('message')
      .where('recipient', 'in', recipients)
      .where('message_id', '>', since.id)
      .orderBy('message_id')
      .select(['channel', 'scene', 'content', 'recipient'])
      .execute(),
  )
  return rows.filter(({ scene }) => scene in noticeKinds)
}
const now = () => ({ id: server.deps.newId() })
const names = (rows: { channel: string; scene: string }[]) =>
  rows.map(({ channel, scene }) => `${channel} ${scene}`).toSorted()
const ways = [wang, 'wang@example.cn']

test('a contract comes as message, SMS and mail; the other end hears of its refusal (domain 8)', async () => {
  const since = now()
  const before = await unread(signer)
  const made = await sent(server, launcher, toWang, { taskName: '仓储服务合同' })
  const rows = await outgoing(ways, since)
  expect(names(rows)).toEqual(['mail toSign', 'sms toSign'])
  const [newest] = await messages(signer)
  expect(newest).toMatchObject({
    kind: 'toSign',
    label: '待签署',
    isRead: 'no',
    text: expect.stringMatching(
      `^.+邀请您签署《仓储服务合同》，请于${formatDate(noon + 7 * dayMs, '{m}-{d} {h}:{i}')}前完成$`,
    ),
  })
  expect(await unread(signer)).toBe(before + 1)
  const mail = rows.find(({ channel }) => channel === 'mail')?.content
  const sms = rows.find(({ channel }) => channel === 'sms')?.content
  expect(JSON.stringify(mail)).toContain('查看并签署')
  const link = /https?:[^"]*\/s\/[\w-]+/
  expect(link.exec(JSON.stringify(mail))?.[0]).toBe(link.exec(JSON.stringify(sms))?.[0])
  const signId = new URL(newest?.path ?? '', 'https://m.cn').searchParams.get('signId') ?? ''
  expect((await server.call('getSignDetailInfo', { signId }, signer)).code).toBe(200)

  await server.call('rejectTask', { signId, reason: '金额有误' }, signer)
  const [refused] = await messages(launcher)
  expect(refused).toMatchObject({ kind: 'rejected', text: '您发起的《仓储服务合同》已被王小明拒签，原因：金额有误' })
  expect(new URL(refused?.path ?? '', 'https://m.cn').searchParams.get('signId')).toBe(made.signId)
})

test('what is switched off does not come, what cannot be is refused, and the message comes always', async () => {
  const off = { kind: 'toSign', channel: 'sms', on: 'no' } as const
  expect((await server.call('saveNoticeSetting', { kindArray: [off] }, signer)).code).toBe(200)
  const recalled = { kind: 'recalled', channel: 'mail', on: 'yes' } as const
  await server.call('saveNoticeSetting', { kindArray: [recalled] }, signer)
  const since = now()
  const made = await sent(server, launcher, toWang, { taskName: '只在站内和邮件' })
  await server.call('getSignDetailInfo', { signId: await ownSignId(server, signer, made.taskId) }, signer)
  await server.call('recallTask', { signId: made.signId, reason: '改条款' }, launcher)
  expect(names(await outgoing(ways, since))).toEqual(['mail recalled', 'mail toSign', 'sms recalled'])
  expect((await messages(signer)).slice(0, 2).map(({ kind }) => kind)).toEqual(['recalled', 'toSign'])
  const { data } = await server.call('getNoticeSetting', {}, signer)
  expect(data.kindArray.find(({ kind }) => kind === 'toSign')).toMatchObject({ sms: 'off', mail: 'on' })
  expect(data.email).toBe('w***@example.cn')
  for (const [kind, channel] of [
    ['newDevice', 'sms'],
    ['invited', 'mail'],
    ['toString', 'sms'],
  ] as const) {
    const refused = await server.call('saveNoticeSetting', { kindArray: [{ kind, channel, on: 'no' }] }, signer)
    expect([refused.code === 200, refused.data]).toMatchObject([false, { reason: 'field/invalid' }])
  }
  const other = await server.call('getNoticeSetting', {}, stranger)
  expect(other.data.kindArray.find(({ kind }) => kind === 'toSign')).toMatchObject({ sms: 'on' })
  await server.call(
    'saveNoticeSetting',
    {
      kindArray: [
        { ...off, on: 'yes' },
        { ...recalled, on: 'no' },
      ],
    },
    signer,
  )
})

test('who hides names of contracts reads them in the application alone', async () => {
  await server.call('saveNoticeSetting', { hideTaskName: 'yes' }, signer)
  const since = now()
  await sent(server, launcher, toWang, { taskName: '绝密收购协议' })
  const rows = await outgoing(ways, since)
  expect(names(rows)).toEqual(['mail toSign', 'sms toSign'])
  expect(JSON.stringify(rows)).not.toContain('绝密')
  expect((await messages(signer))[0]?.text).toContain('《绝密收购协议》')
  await server.call('saveNoticeSetting', { hideTaskName: 'no' }, signer)
  expect((await server.call('getNoticeSetting', {}, signer)).data.hideTaskName).toBe('no')
})

test('by night the SMS waits for the morning, message and mail do not', async () => {
  // The queue goes by the database's clock: the night to come, whenever this runs.
  const night = startOfDayShanghai(shanghaiDate(Date.now())) + dayMs + 23 * 3_600_000
  const carrier = { ...server.deps, sms: { ...server.deps.sms, name: 'aliyun' as const }, now: () => night }
  const since = now()
  const recipient = await to(stranger)
  const facts = { admin: '李静', company: '云启', url: 'https://m.cn/j/x' }
  await server.deps.db.directoryWrite((tx) => notify(carrier, tx, { kind: 'invited', to: recipient, facts }))
  expect((await messages(stranger))[0]?.kind).toBe('invited')
  const states = await server.deps.db.directory((directory) =>
    directory.selectFrom('message').where('message_id', '>', since.id).select(['state', 'tries']).execute(),
  )
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(states).toEqual([{ state: 'waiting', tries: 0 }])
  expect(JSON.stringify(await messagesTo(server, stranger.phone))).not.toContain('邀请您加入云启')
})

test('ten repeats of one telling are one message, one SMS and one mail', async () => {
  const since = now()
  const before = await unread(signer)
  const about = { name: '王小明', title: '重复', contractNo: 'HT1', signId: 'x', url: null }
  const recipient = await to(signer)
  for (let n = 0; n < 10; n++) {
    await server.deps.db.directoryWrite((tx) =>
      notify(server.deps, tx, {
        kind: 'finished',
        to: recipient,
        facts: { ...about, url: 'https://m.cn/s/x' },
        once: 'finished 重复',
      }),
    )
  }
  expect(await unread(signer)).toBe(before + 1)
  expect(names(await outgoing(ways, since))).toEqual(['mail finished', 'sms finished'])
})

test('who is concerned twice hears it once; who has no account gets the SMS alone', async () => {
  const made = await sent(server, launcher, toWang, { taskName: '两处签署' })
  const place = { homeTenantId: launcher.tenantId, contractId: made.taskId }
  const { contract, parties } = await server.deps.db.read(launcher.tenantId, (home) => loadContract(home, place))
  const own = parties.map(concernedParty)
  const nobody = { to: { phone: '13911112222' }, name: '孙小圣', signId: 'x' }
  const since = now()
  const before = (await messages(signer)).length
  await server.deps.db.write(launcher.tenantId, (tx) =>
    notifyPeople(server.deps, tx, contract, [...own, ...own, nobody, nobody], {
      kind: 'expired',
      factsOf: (about) => ({ ...about, isInitiator: false }),
    }),
  )
  expect(names(await outgoing([...ways, '13911112222'], since))).toEqual(['sms expired', 'sms expired'])
  expect(await messages(signer)).toHaveLength(before + 1)
})

const heardOfEnd = async (who: Player) =>
  (await messages(who)).some(({ kind, text }) => kind === 'finished' && text.includes('签完的合同'))

test('a finished contract is told to party and initiator once it has been verified', async () => {
  const made = await sent(server, launcher, toWang, { taskName: '签完的合同' })
  await signNow(server, signer, made.taskId)
  await expect.poll(() => heardOfEnd(signer)).toBe(true)
  expect(await heardOfEnd(launcher)).toBe(true)
  expect(await heardOfEnd(stranger)).toBe(false)
})

test('messages are read one by one or all, and turned page by page', async () => {
  const recipient = await to(signer)
  const facts = { name: '王小明', title: '许多', contractNo: 'HT1', signId: 'x', url: null }
  for (let n = 0; n < 12; n++) {
    await server.deps.db.directoryWrite((tx) => notify(server.deps, tx, { kind: 'recalled', to: recipient, facts }))
  }
  const all = await messages(signer)
  const [first] = all
  if (!first) throw new Error('no message')
  const before = await unread(signer)
  expect(before).toBe(all.filter(({ isRead }) => isRead === 'no').length)
  const named = { messageIdArray: [first.messageId, 'no id'] }
  expect((await server.call('readMessage', named, signer)).data).toEqual({ unread: before - 1 })
  expect((await server.call('readMessage', named, signer)).data).toEqual({ unread: before - 1 })
  expect((await messages(signer, { isRead: 'yes' })).map(({ messageId }) => messageId)).toEqual([first.messageId])
  const page = await server.call('listMessage', { pageSize: 10 }, signer)
  const next = await server.call('listMessage', { pageSize: 10, cursor: page.data.nextCursor }, signer)
  const turned = [...page.data.messageArray, ...next.data.messageArray].map(({ messageId }) => messageId)
  expect(turned.length).toBeGreaterThan(10)
  expect(turned).toEqual(all.slice(0, turned.length).map(({ messageId }) => messageId))
  expect((await server.call('readMessage', {}, signer)).data).toEqual({ unread: 0 })
  expect(await messages(signer, { isRead: 'no' })).toEqual([])
  expect((await server.call('listMessage', { cursor: 'x' }, signer)).data).toMatchObject({ reason: 'request/invalid' })
})

test('nobody else sees, reads or counts them: not another person, not the same one in another space', async () => {
  await sent(server, launcher, toWang)
  const [own] = await messages(signer)
  const company = await player(server, '13800000003', 'company')
  for (const who of [stranger, launcher, company]) {
    await server.call('readMessage', { messageIdArray: [own?.messageId ?? ''] }, who)
    expect((await messages(who)).map(({ messageId }) => messageId)).not.toContain(own?.messageId)
  }
  expect((await messages(signer))[0]).toMatchObject({ messageId: own?.messageId, isRead: 'no' })
  const wall = await server.deps.db.read(stranger.tenantId, (tenant) =>
    tenant.selectFrom('notice_message').select('tenant_id').distinct().execute(),
  )
  expect(wall.map(({ tenant_id }) => tenant_id)).toEqual([stranger.tenantId])
})

test('an invitation waits in the personal space of whoever has an account', async () => {
  const invitee = await newcomer(server, '13900000777', '唐三藏')
  const inviteArray = [{ memberName: '唐三藏', phone: invitee.phone }]
  expect((await server.call('inviteUser', { inviteArray }, launcher)).data).toMatchObject({ successNumber: 1 })
  expect(await messages(invitee)).toMatchObject([{ kind: 'invited', path: '/user-space/company-join-list' }])
})

test('after 180 days they are gone, and no longer counted', async () => {
  const { db } = server.deps
  const stored = () =>
    db.read(signer.tenantId, (tenant) =>
      tenant.selectFrom('notice_message').select(['created_at', 'read_at']).execute(),
    )
  const counted = () =>
    db.read(signer.tenantId, (tenant) => tenant.selectFrom('notice_unread').select('number').executeTakeFirstOrThrow())
  expect((await stored()).some(({ read_at }) => read_at === null)).toBe(true)
  expect((await counted()).number).toBeGreaterThan(0)
  const late = noon + 181 * dayMs
  for (let hour = 0; hour < 24; hour++) await sweep({ db, now: () => late + hour * 3_600_000 })
  expect([await stored(), await counted()]).toEqual([[], { number: 0 }])
})

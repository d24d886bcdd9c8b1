import { dayMs } from '@moqi/domain/time/civil-date'
import { openContent } from '#src/platform/messages/sealed-content.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ownSignId, personSigner, type Player, player, sent } from '#src/testing/contract-scene.ts'
import { chen, jing } from '#src/testing/demo-cast.ts'
import { testServer, type TestServer } from '#src/testing/test-server.ts'
import { byJob } from '#src/cores/contract/contract-job.ts'
import { expireContract } from './close-contract.ts'

const noon = Date.parse('2026-11-20T12:00:00+08:00')
const [wang, zhang, asked, unasked, copied, later] = [
  '13800000001',
  '13800000003',
  '13900000911',
  '13900000912',
  '13900000913',
  '13900000914',
] as const
let server: TestServer
let launcher: Player
let signer: Player
let waiting: Player
let reader: Player
let clock = noon

beforeAll(async () => {
  server = await testServer({ now: () => clock })
  launcher = await player(server, chen.phone, 'company')
  signer = await player(server, wang, 'person')
  waiting = await player(server, zhang, 'person')
  reader = await player(server, jing.phone, 'person')
})
afterAll(() => server.close())

/** Sent to two who are asked and two whose turn is later, one of each without account; copied to three. */
const toAll = (subject: string) =>
  sent(
    server,
    launcher,
    [
      personSigner(1, '王小明', wang, 1),
      personSigner(2, '赵一一', asked, 1),
      personSigner(3, '张伟', zhang, 2),
      personSigner(4, '钱二二', unasked, 2),
    ],
    {
      taskName: subject,
      ccArray: [
        { name: '李静', phone: jing.phone, when: 'send' },
        { name: '孙三三', phone: copied, when: 'send' },
        { name: '周四四', phone: later, when: 'finish' },
      ],
    },
  )

/** What each heard in the application of the contract's end. */
async function heard(subject: string) {
  const told = await Promise.all(
    [launcher, signer, waiting, reader].map(async (who) => {
      const { data } = await server.call('listMessage', { pageSize: 50 }, who)
      const texts = data.messageArray.map(({ text }) => text)
      return texts.filter((text) => text.includes(subject) && !/邀请您签署|抄送/.test(text))
    }),
  )
  const [ofLauncher, ofSigner, ofWaiting, ofReader] = told
  return { ofLauncher, ofSigner, ofWaiting, ofReader }
}

/** Whom an SMS of the scene went to since then, and what it said. */
async function texted(since: string, scene: string) {
  const rows = await server.deps.db.directory((directory) =>
    directory
      .selectFrom('message')
      .where('message_id', '>', since)
      .where('channel', '=', 'sms')
      .where('scene', '=', scene)
      .select(['message_id', 'recipient', 'content'])
      .execute(),
  )
  return new Map(
    rows.map(({ message_id, recipient, content }) => [
      recipient,
      JSON.stringify(openContent(server.deps, message_id, content)),
    ]),
  )
}

test('a refusal is told to everybody who knows of the contract, but for who refused (C52, domain 5.1 row 7)', async () => {
  const { taskId } = await toAll('拒签要告知')
  const since = server.deps.newId()
  const signId = await ownSignId(server, signer, taskId)
  expect((await server.call('rejectTask', { signId, reason: '金额有误' }, signer)).code).toBe(200)
  const over = '《拒签要告知》已被王小明拒签，签署终止，您无需处理'
  expect(await heard('拒签要告知')).toEqual({
    ofLauncher: ['您发起的《拒签要告知》已被王小明拒签，原因：金额有误'],
    ofSigner: [],
    ofWaiting: [over],
    ofReader: [over],
  })
  const sms = await texted(since, 'rejected')
  expect([...sms.keys()].toSorted()).toEqual([jing.phone, chen.phone, asked, copied].toSorted())
  expect(sms.get(asked)).toContain(over)
  expect(sms.get(chen.phone)).toContain('原因：金额有误')
})

test('a recall is told to parties and copy recipients, by SMS to who has opened it, and not to who recalled (C53)', async () => {
  const { signId, taskId } = await toAll('撤回要告知')
  const opened = await ownSignId(server, signer, taskId)
  expect((await server.call('getSignDetailInfo', { signId: opened }, signer)).code).toBe(200)
  const since = server.deps.newId()
  expect((await server.call('recallTask', { signId, reason: '改条款' }, launcher)).code).toBe(200)
  const over = ['《撤回要告知》已被发起方撤回，签署终止，您无需处理']
  expect(await heard('撤回要告知')).toEqual({ ofLauncher: [], ofSigner: over, ofWaiting: over, ofReader: over })
  const sms = await texted(since, 'recalled')
  // The other parties and the copy recipients have not opened it.
  expect([...sms.keys()]).toEqual([wang])
})

test('the deadline’s passing is told to all of them once, however often the job runs', async () => {
  const { taskId } = await toAll('过期要告知')
  const since = server.deps.newId()
  clock = noon + 7 * dayMs + 2000
  const place = { tenantId: launcher.tenantId, contractId: taskId }
  await Promise.all([1, 2, 3].map(() => byJob(expireContract)(server.deps, place)))
  launcher = await player(server, chen.phone, 'company')
  signer = await player(server, wang, 'person')
  waiting = await player(server, zhang, 'person')
  reader = await player(server, jing.phone, 'person')
  const over = ['《过期要告知》逾期未完成签署，已过期，签署终止，您无需处理']
  expect(await heard('过期要告知')).toEqual({
    ofLauncher: ['《过期要告知》逾期未完成签署，已过期。如需继续请重新发起'],
    ofSigner: over,
    ofWaiting: over,
    ofReader: over,
  })
  const sms = await texted(since, 'expired')
  expect([...sms.keys()].toSorted()).toEqual([wang, jing.phone, chen.phone, asked, copied].toSorted())
})

import { dayMs } from '@moqi/domain/time/civil-date'
import { formatDate } from '@moqi/domain/time/format-date'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { personSigner, type Player, player, prepared, sent } from '#src/testing/contract-scene.ts'
import { chen } from '#src/testing/demo-cast.ts'
import { testServer, type TestServer } from '#src/testing/test-server.ts'
import { ageDrafts, ageDraftsOf } from './age-drafts.ts'

const start = Date.parse('2026-11-20T10:00:00+08:00')
const alone = [personSigner(1, '王小明', '13800000001')]
let server: TestServer
let clock = start
let launcher: Player

beforeAll(async () => {
  server = await testServer({ now: () => clock })
})
afterAll(() => server.close())

/** The clock moves by months, which no session outlives. */
async function at(days: number): Promise<void> {
  clock = start + days * dayMs
  launcher = await player(server, chen.phone, 'company')
}

const onThreeNodes = (job: () => Promise<void>) => Promise.all([1, 2, 3].map(job))
const age = () => onThreeNodes(() => ageDraftsOf(server.deps, launcher.tenantId))

/** What the launcher was told of drafts that nobody touches, the newest first. */
async function told(subject: string): Promise<string[]> {
  const { data } = await server.call('listMessage', { pageSize: 50 }, launcher)
  return data.messageArray
    .filter(({ kind, text }) => kind === 'draftIdle' && text.includes(subject))
    .map(({ text }) => text)
}

async function names(status: string): Promise<string[]> {
  const { data } = await server.call('listTasks', { status, pageSize: 50 }, launcher)
  return data.taskInfoArray.map(({ taskName }) => taskName)
}

const warning = (subject: string, date: number) =>
  `草稿《${subject}》已有180天没有改动，将于${formatDate(date, '{y}-{m}-{d}')}移入回收站。如需保留，请打开后重新保存`

test('a draft nobody touches is told of at 180 days and goes into the bin at 365, once on however many nodes', async () => {
  await at(0)
  const draft = { fileIdArray: [], signerArray: alone }
  await server.call('saveDraft', { ...draft, taskName: '搁置的草稿' }, launcher)
  const kept = await server.call('saveDraft', { ...draft, taskName: '改动的草稿' }, launcher)
  await prepared(server, launcher, alone, { taskName: '待发送的合同' })
  await sent(server, launcher, alone, { taskName: '已发送的合同' })

  await at(179)
  await age()
  expect(await told('')).toEqual([])

  await at(180)
  await age()
  await age()
  for (const name of ['搁置的草稿', '改动的草稿', '待发送的合同']) {
    expect(await told(name)).toEqual([warning(name, start + 365 * dayMs)])
  }
  expect(await told('已发送的合同')).toEqual([])
  // Telling is no change: whoever has the draft open goes on.
  const { signId, version } = kept.data
  const again = await server.call('saveDraft', { ...draft, taskName: '改动的草稿', signId, version }, launcher)
  expect(again.code).toBe(200)

  await at(300)
  await age()
  expect(await told('搁置的草稿')).toHaveLength(1)

  // Messages are kept for 180 days: that of the other draft is gone, and does not come again.
  await at(362)
  await age()
  expect(await told('')).toEqual([warning('改动的草稿', start + 545 * dayMs)])
  expect(await names('draft')).toEqual(['改动的草稿', '搁置的草稿'])

  await at(365)
  await age()
  expect(await names('draft')).toEqual(['改动的草稿'])
  expect(await names('waitSend')).toEqual([])
  expect((await names('bin')).toSorted()).toEqual(['待发送的合同', '搁置的草稿'].toSorted())
  const { data: totals } = await server.call('getStatusTotal', {}, launcher)
  expect([totals.draft, totals.waitSend, totals.bin]).toEqual([1, 0, 2])

  const { data } = await server.call('listTasks', { status: 'bin', keyword: '搁置' }, launcher)
  await server.call('restoreTask', { signId: data.taskInfoArray[0]?.signId ?? '' }, launcher)
  await age()
  expect(await names('draft')).toContain('搁置的草稿')
})

test('a draft that nobody told of in time is told of first, and kept for thirty days more', async () => {
  await at(1000)
  await server.call('saveDraft', { taskName: '久远的草稿', fileIdArray: [], signerArray: alone }, launcher)
  await at(1900)
  await age()
  expect(await told('久远的草稿')).toEqual([warning('久远的草稿', start + 1930 * dayMs)])
  await at(1929)
  await age()
  expect(await names('draft')).toContain('久远的草稿')
  await at(1930)
  await age()
  expect(await names('draft')).not.toContain('久远的草稿')
})

test('the job comes to every space once a day', async () => {
  await at(2000)
  await server.call('saveDraft', { taskName: '轮到的草稿', fileIdArray: [], signerArray: alone }, launcher)
  const hours = []
  for (let hour = 0; hour < 24; hour++) {
    await at(2180 + hour / 24)
    const before = (await told('轮到的草稿')).length
    await onThreeNodes(() => ageDrafts(server.deps))
    hours.push((await told('轮到的草稿')).length - before)
  }
  expect(hours.toSorted()).toEqual([...Array.from({ length: 23 }, () => 0), 1])
})

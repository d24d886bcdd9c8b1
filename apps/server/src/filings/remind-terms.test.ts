import { afterAll, beforeAll, expect, test } from 'vitest'
import { personSigner, type Player, player, sent, signNow } from '#src/testing/contract-scene.ts'
import { madeFolder } from '#src/testing/filing-scene.ts'
import { testServer, type TestServer } from '#src/testing/test-server.ts'
import { remindTerms } from './remind-terms.ts'

const start = Date.parse('2026-03-12T10:00:00+08:00')
let clock = start
let server: TestServer
let owner: Player
let member: Player
let stranger: Player
let signer: Player
/** Ids of finished contracts: the owner's, and the member's. */
let owners: string
let members: string

beforeAll(async () => {
  server = await testServer({ now: () => clock })
  owner = await player(server, '13800000002', 'company')
  member = await player(server, '13800000003', 'company')
  stranger = await player(server, '13800000004', 'company')
  signer = await player(server, '13800000001', 'person')
  owners = await finished(owner)
  members = await finished(member)
})
afterAll(() => server.close())

/** Sets the clock; sessions that nobody used meanwhile are over, so all sign in anew. */
async function at(moment: string): Promise<void> {
  clock = Date.parse(moment)
  for (const who of [owner, member, stranger]) Object.assign(who, await player(server, who.phone, 'company'))
  Object.assign(signer, await player(server, signer.phone, 'person'))
}

async function finished(by: Player): Promise<string> {
  clock += 1000
  const { taskId } = await sent(server, by, [personSigner(1, '王小明', signer.phone)])
  await signNow(server, signer, taskId)
  return taskId
}

const overview = async (who = owner) => (await server.call('listFolders', {}, who)).data
const list = async (input = {}, who = owner) => (await server.call('listFilings', { pageSize: 50, ...input }, who)).data
const filingOf = async (filingId: string, who = owner) => (await server.call('getFiling', { filingId }, who)).data
const saved = async (filingId: string, input: object, who = owner) => {
  const { filing } = await filingOf(filingId, who)
  const whole = { filingId, version: filing.version, beginDate: '', endDate: '', valueArray: [], ...input }
  return server.call('saveFiling', whole, who)
}
test('a term is shown as it stands, told thirty and seven days before to the owner and the administrators, once each', async () => {
  const told = async (who: Player) => {
    const { data } = await server.call('listMessage', { pageSize: 50 }, who)
    return data.messageArray.map(({ text }) => text).filter((text) => text.includes('2026-06-30'))
  }
  const term = { beginDate: '2025/7/1', endDate: '2026-06-30' }
  const { data } = await saved(members, { ...term, valueArray: [] })
  expect([data.term, data.keepUntil]).toEqual([{ termState: 'running', part: 70, words: '还有3个月' }, '2036-06-30'])
  expect((await saved(members, { beginDate: '2026-07-01', endDate: '2026-06-30' })).message).toBe(
    '到期日期不能早于生效日期',
  )
  await remindTerms(server.deps)
  expect(await told(owner)).toEqual([])
  for (const [date, count] of [
    ['2026-05-31', 1],
    ['2026-06-01', 1],
    ['2026-06-23', 2],
  ] as const) {
    await at(`${date}T03:00:00+08:00`)
    await remindTerms(server.deps)
    await remindTerms(server.deps)
    expect([date, (await told(owner)).length, (await told(member)).length]).toEqual([date, count, count])
  }
  expect((await told(member))[0]).toContain('还有7天，未约定续签')
  const { soonNumber, monthArray } = await overview()
  expect([soonNumber, monthArray[0]]).toEqual([1, { month: '2026-06', number: 1 }])
  expect(monthArray).toHaveLength(12)
  await at('2026-07-03T03:00:00+08:00')
  await remindTerms(server.deps)
  expect((await list({ termState: 'past' })).filingArray.map(({ term: { words } }) => words)).toEqual([
    '已到期3天，尚未处理',
  ])
  const settled = await saved(members, { ...term, settled: 1 })
  expect(settled.data.term.words).toBe('已到期3天，已处理')
  expect((await overview()).pastNumber).toBe(0)
})

test('what goes on by itself is told when notice must be given, and has gone on when it ended', async () => {
  const term = { beginDate: '2025-09-01', endDate: '2026-08-31', renewMonths: 12, noticeDays: 45 }
  expect((await saved(members, term)).data.term.words).toBe('还有59天')
  await at('2026-07-17T03:00:00+08:00')
  await remindTerms(server.deps)
  const { data } = await server.call('listMessage', { pageSize: 50 }, member)
  expect(data.messageArray[0]?.text).toContain('还有45天，自动顺延1年')
  await at('2026-09-01T03:00:00+08:00')
  await remindTerms(server.deps)
  const { filing, logArray } = await filingOf(members)
  expect([filing.endDate, logArray[0]]).toMatchObject(['2027-08-31', { who: '系统', label: '自动顺延' }])
  expect(filing.keepUntil).toBe('2037-08-31')
})

test('retention only grows, and what is past it is listed and stays', async () => {
  await saved(owners, { endDate: '2027-03-31' })
  const folderId = await madeFolder(server, owner, '长期保存')
  const years = (retentionYears: number | null) =>
    server.call('saveFolder', { folderId, parentId: null, folderName: '长期保存', retentionYears }, owner)
  await server.call('fileContracts', { filingIdArray: [owners], folderId }, owner)
  expect((await filingOf(owners)).filing.keepUntil).toBe('2037-03-31')
  expect((await years(15)).code).toBe(200)
  expect((await filingOf(owners)).filing.keepUntil).toBe('2042-03-31')
  expect((await years(12)).message).toBe('保存年限只能加长，不能少于15年')
  await server.call('fileContracts', { filingIdArray: [owners], folderId: null }, owner)
  expect((await filingOf(owners)).filing.keepUntil).toBe('2042-03-31')
  await at('2042-04-02T03:00:00+08:00')
  await remindTerms(server.deps)
  const over = await list({ place: 'kept' })
  const row = over.filingArray.find(({ filingId }) => filingId === owners)
  expect((await server.blob('downloadFinishedPdf', { signId: row?.signId ?? '' }, owner)).status).toBe(200)
  await at('2026-09-02T03:00:00+08:00')
})

import { operationLimits } from '@moqi/domain/contract/after-sending'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { searchEntryOf } from '#src/cores/contract/search-entry.ts'
import {
  companySigner,
  ownSignId,
  personSigner,
  type Player,
  player,
  prepared,
  sent,
  signNow,
} from '#src/testing/contract-scene.ts'
import { jing, yunqi } from '#src/testing/demo-cast.ts'
import { testServer, type TestServer } from '#src/testing/test-server.ts'

const minute = 60_000
const start = Date.UTC(2026, 10, 20, 2)
let server: TestServer
let clock = start
let launcher: Player
let wang: Player

beforeAll(async () => {
  server = await testServer({ now: () => clock })
  launcher = await player(server, '13800000002', 'company')
  wang = await player(server, '13800000001', 'person')
})
afterAll(() => server.close())

type Filter = Parameters<typeof server.call<'listTasks'>>[1]
const list = async (who: Player, filter: Filter) => (await server.call('listTasks', filter, who)).data

const counted = [
  'all',
  'draft',
  'waitSend',
  'iSign',
  'otherSign',
  'signing',
  'finish',
  'reject',
  'recall',
  'expired',
  'cancel',
  'myLaunch',
]

/** Every counter beside the length of the list it counts. */
async function counters(who: Player) {
  const totals = (await server.call('getStatusTotal', {}, who)).data
  const lists: Record<string, number> = {}
  for (const status of counted) lists[status] = (await list(who, { status, pageSize: 50 })).taskInfoArray.length
  return { totals: Object.fromEntries(counted.map((status) => [status, totals[status]])), lists }
}

test('the counters count what the lists hold, after every move of a contract', async () => {
  const alone = [personSigner(1, '王小明', wang.phone)]
  const check = async () => {
    for (const who of [launcher, wang]) {
      const { totals, lists } = await counters(who)
      expect(totals).toEqual(lists)
    }
  }
  await prepared(server, launcher, alone)
  await check()
  const toReject = await sent(server, launcher, alone)
  const toRecall = await sent(server, launcher, alone)
  const toSign = await sent(server, launcher, [...alone, personSigner(2, '陈晨', '13800000004')])
  const toDelete = await prepared(server, launcher, alone)
  await check()
  const { data } = await server.call('recentTasks', {}, wang)
  const own = data.taskInfoArray.find(({ taskId }) => taskId === toReject.taskId)
  await server.call('rejectTask', { signId: own?.signId ?? '', reason: '金额有误' }, wang)
  await server.call('recallTask', { signId: toRecall.signId }, launcher)
  await server.call('deleteTask', { signId: toDelete.signId }, launcher)
  await check()
  expect((await signNow(server, wang, toSign.taskId)).data.status).toBe('otherSign')
  await check()
  clock += 2 * minute
  const chen = await player(server, '13800000004', 'person')
  await signNow(server, chen, toSign.taskId)
  await check()
  const { totals } = await counters(launcher)
  expect(totals).toMatchObject({ all: 4, waitSend: 1, reject: 1, recall: 1, finish: 1, iSign: 0, otherSign: 0 })
})

/** 120 finished rows of one person, five of them at the same ms, as an archive would bring them. */
async function addArchive(who: Player): Promise<void> {
  const { account_id } = await server.deps.db.directory((directory) =>
    directory.selectFrom('account').where('phone', '=', who.phone).select('account_id').executeTakeFirstOrThrow(),
  )
  const rows = Array.from({ length: 120 }, (_, n) => ({
    tenant_id: who.tenantId,
    account_id,
    contract_id: server.deps.newId(),
    home_tenant_id: who.tenantId,
    sign_id: `archived-${n}`,
    row_status: 'finish' as const,
    is_initiator: n % 3 === 0,
    party_state: 'signed' as const,
    contract_state: 'finish' as const,
    void_state: 'none' as const,
    kind: n % 10 === 0 ? ('void' as const) : ('normal' as const),
    contract_no: `HT${n}`,
    subject: `采购合同_${n}%`,
    initiator_name: n % 2 === 0 ? '杭州云启科技有限公司' : '上海嘉禾物业管理有限公司',
    party_names: '陈晨、王小明',
    sign_expire_at: start + n * minute,
    created_at: start - Math.floor(n / 5) * minute,
    sent_at: start,
    finished_at: start + n,
    changed_at: start,
  }))
  await server.deps.db.write(who.tenantId, async (tx) => {
    await tx.insertInto('inbox').values(rows).execute()
    await tx.insertInto('search_entry').values(rows.map(searchEntryOf)).execute()
  })
}

test('pages follow each other without a gap or a repeat, though rows share a time and new ones arrive', async () => {
  const chen = await player(server, '13800000004', 'company')
  await addArchive(chen)
  const seen: string[] = []
  let cursor: string | null = null
  let pages = 0
  do {
    const page: Awaited<ReturnType<typeof list>> = await list(chen, { status: 'finish', pageSize: 20, cursor })
    seen.push(...page.taskInfoArray.map(({ taskId }) => taskId))
    const times = page.taskInfoArray.map(({ createTime }) => createTime)
    expect(times).toEqual(times.toSorted((a, b) => b - a))
    cursor = page.nextCursor
    pages += 1
    if (pages === 2) await prepared(server, chen, [personSigner(1, '王小明', wang.phone)])
  } while (cursor !== null)
  expect([pages, seen.length, new Set(seen).size]).toEqual([6, 120, 120])
})

test.each([
  [{ keyword: '采购合同_7' }, 11],
  [{ keyword: 'ht119' }, 1],
  [{ keyword: 'HT119' }, 1],
  [{ keyword: '%' }, 0],
  [{ keyword: '采' }, 120],
  [{ keyword: '同' }, 0],
  [{ keyword: '_1%' }, 1],
  [{ keyword: '合同 采购 ＨＴ1１9' }, 1],
  [{ keyword: "' or true --" }, 0],
  [{ keyword: '\\' }, 0],
  [{ initiatorName: '嘉禾' }, 60],
  [{ signerName: '王小明' }, 120],
  [{ taskType: 'relieve' as const }, 12],
  [{ rowStatus: 'finish' as const }, 120],
  [{ rowStatus: 'reject' as const }, 0],
  [{ keyword: 'HT119', rowStatus: 'finish' as const }, 1],
  [{ keyword: 'HT119', rowStatus: 'recall' as const }, 0],
  [{ createTimeStart: start - minute, createTimeEnd: start }, 10],
  [{ signExpireTimeStart: start + 118 * minute }, 2],
  [{ finishTimeStart: start, finishTimeEnd: start + 4 }, 5],
  [{ keyword: '采购', initiatorName: '云启', taskType: 'relieve' as const }, 12],
])('the filter %j finds %i rows, and counts nothing it did not count', async (filter, number) => {
  const chen = await player(server, '13800000004', 'company')
  let found = 0
  let cursor: string | null = null
  do {
    const page: Awaited<ReturnType<typeof list>> = await list(chen, {
      status: 'finish',
      pageSize: 50,
      cursor,
      ...filter,
    })
    found += page.taskInfoArray.length
    expect(page.total).toBeUndefined()
    cursor = page.nextCursor
  } while (cursor !== null)
  expect(found).toBe(number)
})

test('what I launched and what was refused are asked together, and exported so (R32, C48, C58)', async () => {
  const parties = [personSigner(1, '王小明', wang.phone)]
  const [refused, recalled] = [await sent(server, launcher, parties), await sent(server, launcher, parties)]
  await server.call('rejectTask', { signId: await ownSignId(server, wang, refused.taskId), reason: '金额有误' }, wang)
  await server.call('recallTask', { signId: recalled.signId, reason: '改条款' }, launcher)
  const { taskInfoArray } = await list(launcher, { status: 'myLaunch', rowStatus: 'reject', pageSize: 50 })
  expect(taskInfoArray.map(({ taskId }) => taskId)).toContain(refused.taskId)
  expect(new Set(taskInfoArray.map(({ status, initiateUser }) => `${status} ${initiateUser}`))).toEqual(
    new Set(['reject yes']),
  )
  expect((await list(wang, { status: 'myLaunch', rowStatus: 'reject' })).taskInfoArray).toEqual([])
  const headers = { authorization: `Bearer ${launcher.token}`, 'x-tenant-id': launcher.tenantId }
  const payload = { status: 'all', rowStatus: '待我签署' }
  const odd = await server.app.inject({ method: 'POST', url: '/api/common/v1/task/list', headers, payload })
  expect(odd.statusCode).toBe(400)
})

test('发起时间 is when a contract was sent: drafts have none, and one made before the asked time counts (R32, R34)', async () => {
  const before = clock
  const parties = [personSigner(1, '王小明', wang.phone)]
  const [late, never] = [await prepared(server, launcher, parties), await prepared(server, launcher, parties)]
  clock += 10 * minute
  await server.call('sendTask', { signId: late.signId }, launcher)
  const asked = { createTimeStart: clock - minute, createTimeEnd: clock }
  const { data } = await server.call('listAllSpacesTasks', asked, launcher)
  for (const rows of [(await list(launcher, asked)).taskInfoArray, data.taskInfoArray]) {
    expect(rows.map(({ taskId, initiateTime }) => [taskId, initiateTime])).toEqual([[late.taskId, clock]])
  }
  const whenMade = await list(launcher, { createTimeStart: before, createTimeEnd: before + minute })
  const taskIds = whenMade.taskInfoArray.map(({ taskId }) => taskId)
  expect([taskIds.includes(late.taskId), taskIds.includes(never.taskId)]).toEqual([false, false])
  clock = before
})

test.each([
  { status: 'nonsense' },
  { status: 'myapproval' },
  { cursor: 'nonsense' },
  { cursor: '1.2' },
  { cursor: `${'9'.repeat(20)}.0198a000-0000-7000-8000-000000000000` },
  { createTimeStart: 1.5 },
  { finishTimeEnd: 1e300 },
])('%j is no question: 400', async (filter) => {
  const answer = await server.call('listTasks', filter, launcher)
  expect([answer.status, answer.code]).toEqual([400, 400])
})

test('the home page shows the ten rows that changed last', async () => {
  const chen = await player(server, '13800000004', 'company')
  const { data } = await server.call('recentTasks', {}, chen)
  expect(data.taskInfoArray).toHaveLength(10)
})

test('a filtered list is counted on its first page, beyond a hundred no further (Z14)', async () => {
  const asked = { keyword: '点数用的合同', pageSize: 10 } as const
  expect((await list(launcher, asked)).foundNumber).toBe(0)
  const parties = [personSigner(1, '王小明', wang.phone)]
  for (let at = 0; at < 12; at++) await prepared(server, launcher, parties, { taskName: `点数用的合同${at}` })
  const first = await list(launcher, asked)
  expect([first.taskInfoArray.length, first.total, first.foundNumber]).toEqual([10, undefined, 12])
  expect((await list(launcher, { ...asked, cursor: first.nextCursor })).foundNumber).toBeUndefined()
  expect((await list(launcher, { status: 'waitSend' })).foundNumber).toBeUndefined()
  await server.deps.db.write(launcher.tenantId, (tx) =>
    sql`insert into inbox select (jsonb_populate_record(i, jsonb_build_object('contract_id', gen_random_uuid()))).*
      from inbox i, generate_series(1, 9)
      where i.tenant_id = ${launcher.tenantId} and subject like '点数用的合同%' and i.tenant_id <> i.account_id`.execute(
      tx,
    ),
  )
  expect((await list(launcher, { taskType: 'normal' })).foundNumber).toBe(operationLimits.countedRows + 1)
})

test('whom a contract is with stands before the own side, in a draft as after sending', async () => {
  clock += minute
  const parties = [companySigner(1, yunqi, jing), personSigner(2, '王小明', wang.phone)]
  const { signId } = await prepared(server, launcher, parties)
  const named = async () =>
    (await list(launcher, { status: 'all' })).taskInfoArray.find((row) => row.signId === signId)?.signerName
  const before = await named()
  await server.call('sendTask', { signId }, launcher)
  expect([before, await named()]).toEqual(Array.from({ length: 2 }, () => `王小明、${jing.name}/${yunqi}`))
})

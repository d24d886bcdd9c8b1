import { dayMs } from '@moqi/domain/time/civil-date'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from 'kysely'
import { type InboxRow } from './find-rows.ts'
import { indexContract } from './index-contract.ts'
import { searchEntryOf } from '#src/cores/contract/search-entry.ts'
import { companySigner, personSigner, type Player, player, prepared, sent } from '#src/testing/contract-scene.ts'
import { chen, jiahe, yunqi } from '#src/testing/demo-cast.ts'
import { testServer, type TestServer } from '#src/testing/test-server.ts'

const start = Date.UTC(2026, 10, 20, 2)
let clock = start
let server: TestServer
let launcher: Player
let wang: Player

beforeAll(async () => {
  server = await testServer({ now: () => clock })
  launcher = await player(server, '13800000002', 'company')
  wang = await player(server, '13800000001', 'person')
})
afterAll(() => server.close())

type Filter = Parameters<typeof server.call<'listTasks'>>[1]

/** The subjects of everything a filter finds, over all pages. */
async function found(who: Player, filter: Filter): Promise<string[]> {
  const names: string[] = []
  let cursor: string | null = null
  do {
    const asked: Filter = { ...filter, cursor }
    const { data }: Awaited<ReturnType<typeof server.call<'listTasks'>>> = await server.call('listTasks', asked, who)
    names.push(...data.taskInfoArray.map(({ taskName }) => taskName))
    cursor = data.nextCursor
  } while (cursor !== null)
  return names
}

/** The files' text is read by a job. */
async function foundSoon(who: Player, filter: Filter): Promise<string[]> {
  for (let attempt = 0; attempt < 600; attempt++) {
    const names = await found(who, filter)
    if (names.length > 0) return names
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return []
}

test('a contract is found by its subject at once, by what its files say soon, and by nobody else (S8, I1)', async () => {
  const parties = [personSigner(1, '王小明', wang.phone)]
  await sent(server, launcher, parties, { taskName: '雨花石转让协议', file: '保密协议.pdf' })
  expect(await found(launcher, { keyword: '花石' })).toEqual(['雨花石转让协议'])
  expect(await found(launcher, { keyword: '石转 王小' })).toEqual(['雨花石转让协议'])
  expect(await found(wang, { signerName: '小明', keyword: '雨花' })).toEqual(['雨花石转让协议'])
  expect(await foundSoon(launcher, { keyword: '保密信息' })).toEqual(['雨花石转让协议'])
  // The party's row is in another tenant than the text.
  expect(await foundSoon(wang, { keyword: '保密信息 雨花石' })).toEqual(['雨花石转让协议'])
  const theirs = await player(server, chen.phone, 'company')
  expect(await found(theirs, { keyword: '保密信息' })).toEqual([])
  expect(await found(theirs, { keyword: '雨花' })).toEqual([])
})

test('the person behind a company is shown with it, and found by either (R32, C48)', async () => {
  const subject = '云启与嘉禾的合同'
  await sent(server, launcher, [companySigner(1, jiahe, chen), personSigner(2, '王小明', wang.phone)], {
    taskName: subject,
  })
  const theirs = await player(server, chen.phone, 'company')
  for (const who of [launcher, theirs, wang]) {
    const { data } = await server.call('listTasks', { keyword: subject }, who)
    expect(data.taskInfoArray.map(({ initiatorName, signerName }) => [initiatorName, signerName])).toEqual([
      [`李静/${yunqi}`, who === theirs ? `王小明、陈晨/${jiahe}` : `陈晨/${jiahe}、王小明`],
    ])
    for (const filter of [
      { initiatorName: '李静' },
      { initiatorName: '云启' },
      { initiatorName: '杭' },
      { initiatorName: '李' },
      { signerName: '陈晨' },
      { signerName: '嘉禾物业' },
      { signerName: '上' },
      { signerName: '陈晨/上海' },
      { keyword: '李静 陈晨' },
      { initiatorName: '静', keyword: subject },
    ]) {
      // A character alone is found at the beginning of a name only.
      const expected = filter.initiatorName === '静' ? [] : [subject]
      expect([filter, (await found(who, filter)).filter((name) => name === subject)]).toEqual([filter, expected])
    }
    expect(await found(who, { initiatorName: '陈晨' })).not.toContain(subject)
    expect(await found(who, { signerName: '李静' })).not.toContain(subject)
  }
  const { data: row } = await server.call('listTasks', { keyword: subject }, launcher)
  const { data } = await server.call('getSignDetailInfo', { signId: row.taskInfoArray[0]?.signId ?? '' }, launcher)
  expect([data.initiatorName, data.signerName]).toEqual([`李静/${yunqi}`, `陈晨/${jiahe}、王小明`])
})

test('whom the search asks for stands first in the row, others before the reader', async () => {
  const subject = '三方核对书'
  const parties = [personSigner(1, '李静', launcher.phone), personSigner(2, '王小明', wang.phone)]
  await sent(server, launcher, [...parties, personSigner(3, '赵一', '13900000771')], { taskName: subject })
  const names = async (filter: Filter) =>
    (
      await server.call('listTasks', { ...filter, keyword: filter.keyword ?? subject }, launcher)
    ).data.taskInfoArray.map(({ signerName }) => signerName)
  expect(await names({})).toEqual(['王小明、赵一、李静'])
  expect(await names({ signerName: '赵一' })).toEqual(['赵一、王小明、李静'])
  expect(await names({ keyword: `${subject} 李静` })).toEqual(['李静、王小明、赵一'])
  const { taskInfoArray } = (await server.call('recentTasks', {}, launcher)).data
  expect(taskInfoArray.find(({ taskName }) => taskName === subject)?.signerName).toBe('王小明、赵一、李静')
})

test('a row found by its files shows the sentence that says it, to whoever reads the contract by right (I9)', async () => {
  const subject = '玛瑙保密约定'
  const operator = await player(server, '13800000003', 'company')
  await sent(server, operator, [personSigner(1, '王小明', wang.phone)], { taskName: subject, file: '保密协议.pdf' })
  expect(await foundSoon(wang, { keyword: '玛瑙 保密信息' })).toEqual([subject])
  for (const who of [operator, wang]) {
    const { data } = await server.call('listTasks', { keyword: '玛瑙 保密信息' }, who)
    const text = data.taskInfoArray[0]?.foundText
    expect(text?.match).toBe('保密信息')
    expect(`${text?.before}${text?.match}${text?.after}`).toContain('甲乙双方就“保密信息的定义”达成如下约定：')
  }
  const shown = await server.call('listTasks', { keyword: '玛瑙' }, wang)
  expect(shown.data.taskInfoArray[0]?.foundText).toBeUndefined()
  const company = await server.call('listTasks', { keyword: '玛瑙 保密信息', scope: 'company' }, launcher)
  expect(company.data.taskInfoArray.map(({ taskName, foundText }) => [taskName, foundText])).toEqual([
    [subject, undefined],
  ])
})

test('reading a contract’s files once more writes no row of the index anew (performance 5)', async () => {
  const parties = [personSigner(1, '王小明', wang.phone)]
  const { taskId } = await sent(server, launcher, parties, { taskName: '绿松石合同', file: '保密协议.pdf' })
  await foundSoon(launcher, { keyword: '绿松石 保密信息' })
  const again = () => indexContract(server.deps, { tenantId: launcher.tenantId, contractId: taskId })
  const writtenBy = async () => {
    const { rows } = await server.deps.db.read(launcher.tenantId, (tenant) =>
      sql<{ xmin: string }>`select xmin::text from search_entry where contract_id = ${taskId}`.execute(tenant),
    )
    return rows
  }
  await again()
  const before = await writtenBy()
  expect(before.length).toBeGreaterThan(0)
  await again()
  expect(await writtenBy()).toEqual(before)
})

test('a draft that is sent becomes the newest, in the list and in the index alike', async () => {
  const first = clock
  const parties = [personSigner(1, '王小明', wang.phone)]
  const names = ['翡翠甲', '翡翠乙', '翡翠丙']
  const drafts = []
  for (const subject of names) {
    clock += 60_000
    drafts.push(await prepared(server, launcher, parties, { taskName: subject }))
  }
  clock += 60_000
  await server.call('sendTask', { signId: drafts[0]?.signId ?? '' }, launcher)
  expect(await found(launcher, { keyword: '翡翠' })).toEqual(['翡翠甲', '翡翠丙', '翡翠乙'])
  const placed = await server.deps.db.read(launcher.tenantId, (tenant) =>
    tenant
      .selectFrom('inbox as i')
      .innerJoin('search_entry as s', (join) =>
        join
          .onRef('s.tenant_id', '=', 'i.tenant_id')
          .onRef('s.account_id', '=', 'i.account_id')
          .onRef('s.contract_id', '=', 'i.contract_id'),
      )
      .where('i.created_at', '>', first)
      .whereRef('i.created_at', '<>', 's.created_at')
      .select('i.subject')
      .execute(),
  )
  expect(placed).toEqual([])
})

test('pairs of characters that stand in the text apart from each other are no match', async () => {
  await prepared(server, launcher, [personSigner(1, '王小明', wang.phone)], { taskName: '甲乙丙与乙丙丁' })
  expect(await found(launcher, { keyword: '乙丙' })).toEqual(['甲乙丙与乙丙丁'])
  expect(await found(launcher, { keyword: '甲乙丙丁' })).toEqual([])
})

test('a draft is found by what it is called now, and no longer after it was deleted', async () => {
  const made = await prepared(server, launcher, [personSigner(1, '王小明', wang.phone)], { taskName: '初稿名称' })
  const draft = await server.call('getDraftInfo', { signId: made.signId }, launcher)
  const { version, fileArray } = draft.data
  await server.call(
    'saveDraft',
    {
      signId: made.signId,
      version,
      taskName: '定稿名称',
      fileIdArray: fileArray.map(({ fileId }) => fileId),
      signerArray: [personSigner(1, '王小明', wang.phone)],
    },
    launcher,
  )
  expect(await found(launcher, { keyword: '初稿' })).toEqual([])
  expect(await found(launcher, { keyword: '定稿' })).toEqual(['定稿名称'])
  await server.call('deleteTask', { signId: made.signId }, launcher)
  expect(await found(launcher, { keyword: '定稿' })).toEqual([])
})

/** Rows of an archive: `each` a day for `days` days, `old` more on one day long ago. */
async function addArchive(who: Player, { each, days, old }: { each: number; days: number; old: number }) {
  const { account_id } = await server.deps.db.directory((directory) =>
    directory.selectFrom('account').where('phone', '=', who.phone).select('account_id').executeTakeFirstOrThrow(),
  )
  const row = (n: number, at: number, subject: string): InboxRow => ({
    tenant_id: who.tenantId,
    account_id,
    contract_id: server.deps.newId(),
    home_tenant_id: who.tenantId,
    sign_id: `archived-${n}`,
    row_status: n % 100 === 0 ? 'reject' : 'finish',
    is_initiator: true,
    party_state: null,
    contract_state: n % 100 === 0 ? 'reject' : 'finish',
    void_state: 'none',
    kind: 'normal',
    contract_no: `HT-${String(n).padStart(6, '0')}`,
    subject,
    initiator_name: '陈晨',
    party_names: '陈晨',
    sign_expire_at: null,
    created_at: at,
    sent_at: at,
    finished_at: at,
    changed_at: at,
    binned_at: null,
  })
  const rows = Array.from({ length: each * days }, (_, n) =>
    row(n, start - Math.floor(n / each) * dayMs - (n % each) * 1000, n % 777 === 776 ? `稀有合同${n}` : `普通合同${n}`),
  )
  for (let n = 0; n < old; n++) rows.push(row(100_000 + n, start - 700 * dayMs - n * 1000, `旧档合同${n}`))
  for (let at = 0; at < rows.length; at += 500) {
    const some = rows.slice(at, at + 500)
    await server.deps.db.write(who.tenantId, async (tx) => {
      await tx.insertInto('inbox').values(some).execute()
      await tx.insertInto('search_entry').values(some.map(searchEntryOf)).execute()
    })
  }
  return rows
}

test('common, rare and long past words are found in the list’s order, each once', { timeout: 60_000 }, async () => {
  const zhang = await player(server, '13800000003', 'company')
  const rows = await addArchive(zhang, { each: 40, days: 100, old: 2500 })
  const expected = (matches: (row: InboxRow) => boolean) =>
    rows
      .filter(matches)
      .toSorted((a, b) => b.created_at - a.created_at || (a.contract_id < b.contract_id ? 1 : -1))
      .map(({ subject }) => subject)
  const all = await found(zhang, { keyword: '合同', pageSize: 50 })
  expect(all).toEqual(expected(() => true))
  expect(await found(zhang, { keyword: '稀有' })).toEqual(expected(({ subject }) => subject.includes('稀有')))
  expect(await found(zhang, { keyword: '旧档', pageSize: 50 })).toEqual(
    expected(({ subject }) => subject.includes('旧档')),
  )
  expect(await found(zhang, { keyword: 'ht-003999' })).toEqual(['普通合同3999'])
  const rejected = expected((row) => row.row_status === 'reject')
  expect(await found(zhang, { keyword: '合同', status: 'reject' })).toEqual(rejected)
  expect(await found(zhang, { keyword: '旧档合同', createTimeStart: start - 600 * dayMs })).toEqual([])
})

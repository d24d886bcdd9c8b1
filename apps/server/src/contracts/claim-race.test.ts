import { afterAll, beforeAll, expect, test } from 'vitest'
import { newcomer, personSigner, type Player, player, prepared } from '#src/testing/contract-scene.ts'
import { testServer, type TestServer } from '#src/testing/test-server.ts'

const races = 20
let server: TestServer
let clock = Date.UTC(2026, 10, 20, 2)
let launcher: Player

beforeAll(async () => {
  server = await testServer({ now: () => clock })
  launcher = await player(server, '13800000002', 'company')
})
afterAll(() => server.close())

async function rowOf(who: Player, taskId: string) {
  for (let attempt = 0; attempt < 1000; attempt++) {
    const { data } = await server.call('recentTasks', {}, who)
    const row = data.taskInfoArray.find((task) => task.taskId === taskId)
    if (row) return row
    await new Promise((resolve) => setTimeout(resolve, 30))
  }
  return undefined
}

test('a contract sent while its party becomes real-named is always theirs', async () => {
  const outcomes: (string | undefined)[] = []
  for (let n = 0; n < races; n++) {
    const phone = `135${String(n).padStart(8, '0')}`
    const party = await newcomer(server, phone)
    const { signId, taskId } = await prepared(server, launcher, [personSigner(1, '韩信', phone)])
    const authenticate = () =>
      server.call(
        'submitPersonAuth',
        { realName: '韩信', idNumber: '11010519491231002X', agree: 1, certificateAgree: 1 },
        party,
      )
    const send = async () => {
      // Freezing takes its time before the transaction begins: each race starts it a little later.
      await new Promise((resolve) => setTimeout(resolve, n % 2 === 0 ? 0 : n * 3))
      return server.call('sendTask', { signId }, launcher)
    }
    const delayed = new Promise((resolve) => setTimeout(resolve, (races - n) * 8)).then(authenticate)
    const [sent, authenticated] = await Promise.all([send(), delayed])
    expect([sent.code, authenticated.code]).toEqual([200, 200])
    outcomes.push((await rowOf(party, taskId))?.status)
    clock += 61_000
  }
  expect(outcomes).toEqual(Array.from({ length: races }, () => 'iSign'))
  const waiting = await server.deps.db.directory((directory) =>
    directory.selectFrom('waiting_entry').selectAll().execute(),
  )
  expect(waiting).toEqual([])
})

/** The person's entries, once there are `count` of them: they are claimed one after the other. */
async function entriesOf({ tenantId }: Player, count: number): Promise<{ party_no: number | null }[]> {
  for (let attempt = 0; ; attempt++) {
    const entries = await server.deps.db.read(tenantId, (tenant) =>
      tenant.selectFrom('entry').where('tenant_id', '=', tenantId).select('party_no').execute(),
    )
    if (entries.length >= count || attempt > 100) return entries
    await new Promise((resolve) => setTimeout(resolve, 30))
  }
}

test('two contracts that wait for one person are both claimed, also one in which the person is party twice', async () => {
  const phone = '13400000001'
  const made = []
  for (const parties of [1, 2]) {
    const signers = Array.from({ length: parties }, (_, n) => personSigner(n + 1, '韩信', phone, n + 1))
    const { signId, taskId } = await prepared(server, launcher, signers)
    expect((await server.call('sendTask', { signId }, launcher)).code).toBe(200)
    made.push(taskId)
  }
  const party = await newcomer(server, phone, '韩信')
  for (const taskId of made) expect((await rowOf(party, taskId))?.status).toBe('iSign')
  expect(await entriesOf(party, 3)).toHaveLength(3)
  const { data } = await server.call('listTasks', { status: 'iSign' }, party)
  expect([data.taskInfoArray.length, data.total]).toEqual([2, 2])
})

test('a company’s contract is not claimed by a person of the same phone alone', async () => {
  const phone = '13400000002'
  const company = {
    signType: 1,
    signerNo: 1,
    signOrder: 1,
    signerName: '韩信',
    phone,
    companyName: '成都汉中贸易有限公司',
  }
  const { signId, taskId } = await prepared(server, launcher, [{ ...company, signType: 1 }])
  await server.call('sendTask', { signId }, launcher)
  const party = await newcomer(server, phone, '韩信')
  await new Promise((resolve) => setTimeout(resolve, 300))
  const { data } = await server.call('recentTasks', {}, party)
  expect(data.taskInfoArray.filter((task) => task.taskId === taskId)).toEqual([])
})

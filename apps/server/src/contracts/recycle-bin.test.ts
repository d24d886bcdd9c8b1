import { dayMs } from '@moqi/domain/time/civil-date'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { ownSignId, personSigner, type Player, player, prepared, sent } from '#src/testing/contract-scene.ts'
import { jobKeys } from '#src/testing/owner-query.ts'
import { testServer, type TestServer } from '#src/testing/test-server.ts'
import { emptyBin } from './recycle-bin.ts'

let server: TestServer
let clock = Date.UTC(2026, 10, 20, 2)
let launcher: Player
let wang: Player

beforeAll(async () => {
  server = await testServer({ now: () => clock })
})
beforeEach(async () => {
  launcher = await player(server, '13800000002', 'company')
  wang = await player(server, '13800000001', 'person')
})
afterAll(() => server.close())

const alone = [personSigner(1, '王小明', '13800000001')]
const listed = async (status: string, who: Player) =>
  (await server.call('listTasks', { status, pageSize: 50 }, who)).data.taskInfoArray
const ids = async (status: string, who: Player) => (await listed(status, who)).map(({ signId }) => signId)
const counted = async (who: Player) => (await server.call('getStatusTotal', {}, who)).data

/** The counters must say what the lists hold, in and outside the bin. */
async function countersHold(who: Player): Promise<void> {
  const counters = await counted(who)
  for (const status of ['all', 'draft', 'waitSend', 'reject', 'recall', 'bin', 'myLaunch']) {
    expect([status, counters[status]]).toEqual([status, (await ids(status, who)).length])
  }
}

async function recalled(): Promise<{ signId: string; taskId: string; theirs: string }> {
  const made = await sent(server, launcher, alone)
  await server.call('recallTask', { signId: made.signId }, launcher)
  return { ...made, theirs: await ownSignId(server, wang, made.taskId) }
}

test('a deleted draft lies in the bin, comes back as a draft with everything in it, and can be sent', async () => {
  const { signId, taskId } = await prepared(server, launcher, alone)
  const before = await server.call('getDraftInfo', { signId }, launcher)
  expect((await server.call('deleteTask', { signId }, launcher)).code).toBe(200)
  expect(await ids('all', launcher)).not.toContain(signId)
  const [row] = await listed('bin', launcher)
  expect([row?.signId, row?.operationArray]).toEqual([signId, ['restore', 'remove']])
  expect((await server.call('getSignDetailInfo', { signId }, launcher)).code).toBe(404)
  await countersHold(launcher)
  expect((await server.call('restoreTask', { signId }, launcher)).code).toBe(200)
  await countersHold(launcher)
  const after = await server.call('getDraftInfo', { signId }, launcher)
  expect({ ...after.data, version: 0, status: '' }).toEqual({ ...before.data, version: 0, status: '' })
  expect(after.data.status).toBe('draft')
  const { version, positionArray } = after.data
  await server.call('saveLocation', { signId, version, positionArray }, launcher)
  expect((await server.call('sendTask', { signId }, launcher)).code).toBe(200)
  expect(await ids('iSign', wang)).toContain(await ownSignId(server, wang, taskId))
})

test('hiding a closed contract hides it from oneself alone, and putting it back undoes that (domain 5.1, row 15)', async () => {
  const { signId, theirs } = await recalled()
  expect((await server.call('hideTask', { signId }, launcher)).code).toBe(200)
  expect(await ids('recall', launcher)).not.toContain(signId)
  expect(await ids('recall', wang)).toContain(theirs)
  const row = (await listed('bin', launcher)).find((one) => one.signId === signId)
  expect(row?.operationArray).toEqual(['view', 'restore', 'remove'])
  expect((await server.call('hideTask', { signId }, launcher)).code).toBe(409)
  expect((await server.call('getSignDetailInfo', { signId }, launcher)).data.status).toBe('recall')
  await countersHold(launcher)
  expect((await server.call('restoreTask', { signId }, launcher)).code).toBe(200)
  expect((await server.call('restoreTask', { signId }, launcher)).code).toBe(409)
  expect(await ids('recall', launcher)).toContain(signId)
  await countersHold(launcher)
})

test('what is open or finished is never put away, and only what lies in the bin is removed (domain 5.1, row 16)', async () => {
  const { signId } = await sent(server, launcher, alone)
  expect((await server.call('hideTask', { signId }, launcher)).code).toBe(409)
  expect((await server.call('removeTask', { signId }, launcher)).code).toBe(409)
  expect((await server.call('restoreTask', { signId }, launcher)).code).toBe(409)
  expect(await ids('otherSign', launcher)).toContain(signId)
})

test('removing for good erases a draft and takes a closed contract from the own list only', async () => {
  const draft = await prepared(server, launcher, alone)
  await server.call('deleteTask', { signId: draft.signId }, launcher)
  expect((await server.call('removeTask', { signId: draft.signId }, launcher)).code).toBe(200)
  expect((await server.call('restoreTask', { signId: draft.signId }, launcher)).code).toBe(404)
  expect(await rowsOf(draft.taskId)).toEqual({ contract: 0, party: 0, area: 0, contract_file: 0, entry: 0 })
  const closed = await recalled()
  await server.call('hideTask', { signId: closed.theirs }, wang)
  expect((await server.call('removeTask', { signId: closed.theirs }, wang)).code).toBe(200)
  expect(await ids('bin', wang)).not.toContain(closed.theirs)
  expect(await ids('recall', launcher)).toContain(closed.signId)
  await countersHold(launcher)
  await countersHold(wang)
})

async function rowsOf(contractId: string): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const table of ['contract', 'party', 'area', 'contract_file', 'entry'] as const) {
    const rows = await server.deps.db.read(launcher.tenantId, (db) =>
      db.selectFrom(table).where('contract_id', '=', contractId).select('contract_id').execute(),
    )
    counts[table] = rows.length
  }
  return counts
}

test('after 30 days the bin lets go, whatever node looks first; what was put back in time stays', async () => {
  const draft = await prepared(server, launcher, alone)
  const kept = await prepared(server, launcher, alone)
  for (const { signId } of [draft, kept]) await server.call('deleteTask', { signId }, launcher)
  await server.call('restoreTask', { signId: kept.signId }, launcher)
  const { db } = server.deps
  const account = await db.directory((directory) =>
    directory.selectFrom('account').where('phone', '=', launcher.phone).select('account_id').executeTakeFirstOrThrow(),
  )
  const place = { tenantId: launcher.tenantId, homeTenantId: launcher.tenantId, accountId: account.account_id }
  const keys = await jobKeys(server, draft.taskId)
  expect(keys.filter((key) => key.startsWith('bin'))).toEqual([
    `bin ${place.tenantId} ${place.accountId} ${draft.taskId}`,
  ])
  const empty = ({ taskId }: { taskId: string }) =>
    Promise.all([1, 2].map(() => emptyBin(server.deps, { ...place, contractId: taskId })))
  clock += 30 * dayMs - 1
  await empty(draft)
  expect((await rowsOf(draft.taskId)).contract).toBe(1)
  clock += 1
  await Promise.all([empty(draft), empty(kept)])
  expect((await rowsOf(draft.taskId)).contract).toBe(0)
  expect((await rowsOf(kept.taskId)).contract).toBe(1)
})

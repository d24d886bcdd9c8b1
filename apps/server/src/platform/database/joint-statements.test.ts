import { randomUUID } from 'node:crypto'
import { Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { Pool } from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { migrated, type OwnDatabase, testDatabase } from '#src/testing/test-database.ts'
import { compiledOnce } from './compiled-once.ts'
import { type Database, type Db, openDatabase } from './database.ts'
import { inTenant } from './transaction.ts'
import { migrate } from './migrate.ts'
import { tolerateLoss } from './tolerate-loss.ts'

let database: OwnDatabase
let db: Database

beforeAll(async () => {
  database = await testDatabase(await migrated())
  // One connection, so that whatever one piece of work leaves behind meets the next.
  db = openDatabase({ ...(await migrate(database.owner, () => 'secret')), max: 1 })
})

afterAll(async () => {
  await db.close()
  await database.drop()
})

const put = (tx: Db, tenantId: string, number: number) =>
  tx.insertInto('notice_unread').values({ tenant_id: tenantId, account_id: tenantId, number }).execute()

const rowsOf = (own: Db) => own.selectFrom('notice_unread').select('number').execute()

const seen = (tenantId: string): Promise<number[]> =>
  db.read(tenantId, async (own) => {
    const rows = await rowsOf(own)
    return rows.map(({ number }) => number)
  })

const allCaptchas = () => db.directory((directory) => directory.selectFrom('captcha').selectAll().execute())

test('a connection shows each tenant its own rows, whoever it served before', async () => {
  const [one, two] = [randomUUID(), randomUUID()]
  await db.write(one, (tx) => put(tx, one, 1))
  await db.write(two, (tx) => put(tx, two, 2))
  expect(await seen(one)).toEqual([1])
  expect(await seen(two)).toEqual([2])
  await expect(db.read(one, () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await seen(two)).toEqual([2])
})

test('statements started together see the tenant that was set before them', async () => {
  const tenantId = randomUUID()
  await db.write(tenantId, (tx) => put(tx, tenantId, 3))
  await seen(randomUUID())
  expect(await db.read(tenantId, (own) => Promise.all([rowsOf(own), rowsOf(own)]))).toEqual([
    [{ number: 3 }],
    [{ number: 3 }],
  ])
})

test('of statements started together none stays when one fails', async () => {
  const tenantId = randomUUID()
  const work = db.write(tenantId, (tx) =>
    Promise.all([put(tx, tenantId, 1), sql`select 1 / 0`.execute(tx), put(tx, tenantId, 2)]),
  )
  await expect(work).rejects.toThrow('division by zero')
  expect(await seen(tenantId)).toEqual([])
})

test('what is still going on after a failure cannot write any more', async () => {
  const tenantId = randomUUID()
  let straggler: Promise<unknown> = Promise.resolve()
  const work = db.write(tenantId, async (tx) => {
    straggler = pause(30).then(() => put(tx, tenantId, 1))
    straggler.catch(() => {})
    await sql`select 1 / 0`.execute(tx)
  })
  await expect(work).rejects.toThrow('division by zero')
  await expect(straggler).rejects.toThrow('given back')
  expect(await seen(tenantId)).toEqual([])
})

test('a transaction whose failed statement was overlooked is reported, not taken for committed', async () => {
  const tenantId = randomUUID()
  const work = db.write(tenantId, async (tx) => {
    await put(tx, tenantId, 1)
    await sql`select 1 / 0`.execute(tx).catch(() => {})
  })
  await expect(work).rejects.toThrow('ROLLBACK')
  expect(await seen(tenantId)).toEqual([])
})

test('part of a transaction runs as another tenant, and the rest as the first again', async () => {
  const [home, other] = [randomUUID(), randomUUID()]
  await db.write(home, async (tx) => {
    await inTenant(tx, other, () => put(tx, other, 5))
    await put(tx, home, 6)
  })
  expect(await seen(home)).toEqual([6])
  expect(await seen(other)).toEqual([5])
  await expect(db.write(home, (tx) => put(tx, other, 7))).rejects.toThrow('row-level security')
})

test('a statement compiled once takes other values each time, null too', async () => {
  const echo = compiledOnce(
    (_, given: { text: string | null; number: number }) =>
      sql<{ text: string | null; number: number }>`
        select ${given.text}::text as text, ${given.number}::int as number`,
  )
  await db.directory(async (directory) => {
    expect(await echo(directory, { text: '甲', number: 1 })).toEqual([{ text: '甲', number: 1 }])
    expect(await echo(directory, { text: null, number: 2 })).toEqual([{ text: null, number: 2 }])
  })
})

test('reads that fail together leave the connection with the tenant it had', async () => {
  const [one, two] = [randomUUID(), randomUUID()]
  await db.write(one, (tx) => put(tx, one, 1))
  await db.write(two, (tx) => put(tx, two, 2))
  expect(await seen(one)).toEqual([1])
  const failing = db.read(two, (own) => Promise.all([rowsOf(own), sql`select 1 / 0`.execute(own)]))
  await expect(failing).rejects.toThrow('division by zero')
  expect(await seen(one)).toEqual([1])
  expect(await seen(two)).toEqual([2])
  const later = db.read(one, async (own) => {
    expect(await rowsOf(own)).toEqual([{ number: 1 }])
    await sql`select 1 / 0`.execute(own)
  })
  await expect(later).rejects.toThrow('division by zero')
  expect(await seen(one)).toEqual([1])
  expect(await seen(two)).toEqual([2])
})

test('a transaction is in its tenant alone, whether it commits or not', async () => {
  const [one, two] = [randomUUID(), randomUUID()]
  await db.write(one, (tx) => put(tx, one, 1))
  expect(await seen(one)).toEqual([1])
  await db.write(two, async (tx) => {
    await put(tx, two, 2)
    expect(await rowsOf(tx)).toEqual([{ number: 2 }])
  })
  expect(await seen(one)).toEqual([1])
  await expect(db.write(two, (tx) => put(tx, two, 3))).rejects.toThrow('duplicate key')
  await expect(db.write(two, () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await seen(one)).toEqual([1])
  expect(await seen(two)).toEqual([2])
})

const share = (own: Db, by: number) => sql<{ part: number }>`select 12 / ${by}::int as part, null as none`.execute(own)

test('what failed the first time it was asked is prepared anew, and read as often as it is asked', async () => {
  const rows = (by: number) => db.directory(async (directory) => (await share(directory, by)).rows)
  await expect(rows(0)).rejects.toThrow('division by zero')
  await expect(rows(0)).rejects.toThrow('division by zero')
  expect(await rows(3)).toEqual([{ part: 4, none: null }])
  expect(await rows(4)).toEqual([{ part: 3, none: null }])
  await expect(rows(0)).rejects.toThrow('division by zero')
  const [first, second] = await db.directory((directory) => Promise.all([share(directory, 6), share(directory, 12)]))
  expect([first.rows, second.rows]).toEqual([[{ part: 2, none: null }], [{ part: 1, none: null }]])
})

test('an error tells who asked', async () => {
  const asked = db.directory((directory) => sql`select 1 / 0`.execute(directory))
  await expect(asked).rejects.toMatchObject({ stack: expect.stringContaining('joint-statements.test.ts') })
})

test('a table changed by a newer node does not break what an older one has prepared', async () => {
  const admin = new Pool(database.owner)
  tolerateLoss(admin)
  await allCaptchas()
  await admin.query('alter table captcha add column hint text')
  await expect(allCaptchas()).resolves.toEqual([])
  await admin.query('alter table captcha drop column hint')
  await admin.end()
})

const rowsSeen = { name: 'rows seen', text: 'select count(*)::int as number from notice_unread' }

/** Lets a witness of writes to `notice_unread` hear of one piece of work; answers what it was told, and the writes. */
async function witnessedWork(
  work: (tx: Db, tenantId: string) => Promise<unknown>,
): Promise<{ told: unknown[]; writes: number }> {
  const tenantId = randomUUID()
  const told: unknown[] = []
  db.witnessed({
    heeds: (text) => text.includes('insert into "notice_unread"'),
    asks: rowsSeen,
    beforeCommit(_, { rows }) {
      told.push(rows[0]?.number)
      return []
    },
    afterCommit: () => told.push('held'),
  })
  const uncork = vi.spyOn(Socket.prototype, 'uncork')
  await db.write(tenantId, (tx) => work(tx, tenantId))
  const writes = uncork.mock.calls.length
  uncork.mockRestore()
  return { told, writes }
}

test('what a witness asks goes out behind the statements it is about, in their write', async () => {
  const own = randomUUID()
  const { told, writes } = await witnessedWork((tx) => inTenant(tx, own, () => put(tx, own, 1)))
  // The beginning; the row and the question; the commit.
  expect([told, writes]).toEqual([[1, 'held'], 3])
  const nothing = await witnessedWork((tx) => rowsOf(tx))
  expect([nothing.told, nothing.writes]).toEqual([[], 3])
})

const putTwin = compiledOnce(
  () => sql`insert into notice_unread select tenant_id, gen_random_uuid(), 2 from notice_unread`,
)

test('a witness is answered anew when something was sent after its question', async () => {
  const waited = await witnessedWork(async (tx, tenantId) => {
    await put(tx, tenantId, 1)
    await putTwin(tx, {})
  })
  expect([waited.told, waited.writes]).toEqual([[2, 'held'], 4])
  const unheard = await witnessedWork(async (tx, tenantId) => {
    await put(tx, tenantId, 1)
    // Nobody waits for it: it goes out with the commit.
    void putTwin(tx, {})
  })
  expect([unheard.told, unheard.writes]).toEqual([[2, 'held'], 4])
})

test('a witness is asked a few times on the way, however many steps the work has', async () => {
  const steps = 20
  const { told, writes } = await witnessedWork(async (tx, tenantId) => {
    for (let step = 0; step < steps; step++) {
      const accountId = randomUUID()
      await tx.insertInto('notice_unread').values({ tenant_id: tenantId, account_id: accountId, number: 1 }).execute()
    }
  })
  // The beginning, the steps, the question about all of them, the commit.
  expect([told, writes]).toEqual([[steps, 'held'], 1 + steps + 1 + 1])
})

import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { Client, type PoolConfig } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type OwnDatabase, testDatabase } from '#src/testing/test-database.ts'
import { type Database, type Db, openDatabase } from './database.ts'
import { inTenant } from './transaction.ts'
import { migrate } from './migrate.ts'

const [a, b] = [randomUUID(), randomUUID()]
let database: OwnDatabase
let server: PoolConfig
let db: Database

beforeAll(async () => {
  database = await testDatabase()
  server = await migrate(database.owner, () => 'secret')
  // One connection: what one piece of work leaves behind, the next would meet.
  db = openDatabase({ ...server, max: 1 })
  for (const tenant of [a, b]) await db.write(tenant, (tx) => addRow(tx, tenant))
})
afterAll(async () => {
  await db.close()
  await database.drop()
})

const addRow = (tx: Db, tenant: string) =>
  tx.insertInto('notice_unread').values({ tenant_id: tenant, account_id: tenant, number: 7 }).execute()
const seen = async (connection: Db) =>
  (await connection.selectFrom('notice_unread').select('tenant_id').execute()).map(({ tenant_id }) => tenant_id)
const failing = (sqlState: string) => sql.raw(`do $$ begin raise exception using errcode = '${sqlState}'; end $$`)

test('the role of the server is bound by row-level security and cannot change that', async () => {
  const role = await db.directory((connection) =>
    sql<Record<string, boolean>>`select rolsuper, rolbypassrls, rolcreaterole, rolcreatedb from pg_roles
      where rolname = current_user`.execute(connection),
  )
  expect(role.rows).toEqual([{ rolsuper: false, rolbypassrls: false, rolcreaterole: false, rolcreatedb: false }])
  for (const statement of [
    'alter table notice_unread disable row level security',
    'drop policy tenant on notice_unread',
    'set role moqi_owner',
    'set session authorization moqi_owner',
    'select * from graphile_worker.jobs',
    'create table stray (id int)',
  ]) {
    await expect(db.write(a, (tx) => sql.raw(statement).execute(tx))).rejects.toThrow(/permission denied|must be owner/)
  }
})

test('every table with a tenant has a policy that binds even its owner', async () => {
  const { rows } = await db.directory((connection) =>
    sql<{ relname: string; bound: boolean; policies: number }>`
      select c.relname, c.relrowsecurity and c.relforcerowsecurity as bound,
        (select count(*)::int from pg_policy p where p.polrelid = c.oid) as policies
      from pg_class c join pg_attribute t on t.attrelid = c.oid and t.attname = 'tenant_id' and not t.attisdropped
      where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace`.execute(connection),
  )
  const shared = new Set([
    'space',
    'membership',
    'session',
    'auth_token',
    'auto_login_token',
    'audit_head',
    'company_role',
    'invitation',
    'invitation_link',
    'administration_transfer',
    // Whoever comes back from a provider is in no space yet.
    'provider_link',
    'company_auth',
    // Every request asks which of somebody's companies are closing.
    'company_closing',
    // Two companies' sides of one thing, which the other one has to find (ADR 0078).
    'group_company',
    'group_invitation',
    'arrived_payment',
    'certificate_register',
    'appeal',
    'join_wish',
    'person_auth',
    // As those below.
    'person_review',
    'company_review',
    'face_ticket',
    'handwriting_ticket',
    // What the platform's operator looks through, whose it is.
    'seal_review',
    'flagged_number',
    'contract_freezing',
    'sign_code_link',
    // A callback names no space.
    'payment',
    // Where those who run the platform, who sell, find what they sold.
    'order_register',
    // Nor does what waits for somebody of the platform.
    'invoice_waiting',
    // Nor does what waits for a second operator.
    'tenant_proposal',
    // Every node looks through what is due of all spaces: ids and times alone (ADR 0031).
    'webhook_lane',
  ])
  const own = rows.filter(({ relname }) => !shared.has(relname))
  expect(own.length).toBeGreaterThan(15)
  expect(own.filter(({ bound, policies }) => !bound || policies !== 1)).toEqual([])
})

test('a connection of no tenant sees nothing, one of a tenant only its own rows, without any where', async () => {
  expect(await db.directory(seen)).toEqual([])
  expect(await db.read(a, seen)).toEqual([a])
  expect(await db.read(b, seen)).toEqual([b])
  expect(await db.directory(seen)).toEqual([])
})

test('a row of another tenant can be neither written nor changed nor deleted nor given away', async () => {
  const wall = /row-level security/
  await expect(db.write(a, (tx) => addRow(tx, randomUUID()))).rejects.toThrow(wall)
  await expect(db.directoryWrite((tx) => addRow(tx, randomUUID()))).rejects.toThrow(wall)
  const given = db.write(a, (tx) => tx.updateTable('notice_unread').set({ tenant_id: b }).execute())
  await expect(given).rejects.toThrow(wall)
  const changed = await db.write(a, (tx) =>
    tx.updateTable('notice_unread').set({ number: 0 }).where('tenant_id', '=', b).executeTakeFirst(),
  )
  const deleted = await db.write(a, (tx) =>
    tx.deleteFrom('notice_unread').where('tenant_id', '=', b).executeTakeFirst(),
  )
  expect([changed.numUpdatedRows, deleted.numDeletedRows]).toEqual([0n, 0n])
})

test('part of a transaction runs as another tenant and comes back, also after it failed', async () => {
  const course = await db.write(a, async (tx) => [
    await seen(tx),
    await inTenant(tx, b, async () => [
      await seen(tx),
      await inTenant(tx, a, () => seen(tx)),
      await inTenant(tx, b, () => seen(tx)),
      await seen(tx),
    ]),
    await seen(tx),
    await inTenant(tx, b, () => Promise.reject(new Error('refused'))).catch((error: Error) => error.message),
    await seen(tx),
  ])
  expect(course).toEqual([[a], [[b], [a], [b], [b]], [a], 'refused', [a]])
  expect(await db.read(a, seen)).toEqual([a])
})

test('outside a transaction nobody becomes another tenant', async () => {
  const crossing = db.read(a, (connection) => inTenant(connection, b, () => seen(connection)))
  await expect(crossing).rejects.toThrow('inTenant needs a transaction')
})

test('a transaction that is rolled back leaves nothing behind, neither rows nor a tenant', async () => {
  const third = randomUUID()
  const work = db.write(a, (tx) =>
    inTenant(tx, third, async () => {
      await addRow(tx, third)
      throw new Error('no')
    }),
  )
  await expect(work).rejects.toThrow('no')
  expect(await db.read(third, seen)).toEqual([])
  expect(await db.directory(seen)).toEqual([])
  await expect(db.write(b, (tx) => inTenant(tx, a, () => failing('22012').execute(tx)))).rejects.toMatchObject({
    code: '22012',
  })
  expect(await db.read(b, seen)).toEqual([b])
  expect(await db.directory(seen)).toEqual([])
})

test.each(['40001', '40P01'])('a transaction the database gives up with %s runs again, whole', async (sqlState) => {
  const tenant = randomUUID()
  let runs = 0
  await db.write(tenant, async (tx) => {
    runs += 1
    await addRow(tx, tenant)
    if (runs < 3) await failing(sqlState).execute(tx)
  })
  expect([runs, await db.read(tenant, seen)]).toEqual([3, [tenant]])
})

test('a transaction is not run for ever, and another failure not twice', async () => {
  let runs = 0
  const hopeless = db.write(a, (tx) => {
    runs += 1
    return failing('40001').execute(tx)
  })
  await expect(hopeless).rejects.toMatchObject({ code: '40001' })
  expect(runs).toBe(8)
  runs = 0
  const broken = db.write(a, (tx) => {
    runs += 1
    return failing('23505').execute(tx)
  })
  await expect(broken).rejects.toMatchObject({ code: '23505' })
  expect(runs).toBe(1)
})

test('two transactions that lock in opposite order both commit', async () => {
  const wide = openDatabase({ ...server, max: 4 })
  const met = Promise.withResolvers<void>()
  let waiting = 0
  const cross = (first: string, second: string) => {
    let run = 0
    return wide.write(first, async (tx) => {
      run += 1
      await tx
        .updateTable('notice_unread')
        .set((eb) => ({ number: eb('number', '+', 1) }))
        .execute()
      if (run === 1) {
        waiting += 1
        if (waiting === 2) met.resolve()
        await met.promise
      }
      await inTenant(tx, second, () =>
        tx
          .updateTable('notice_unread')
          .set((eb) => ({ number: eb('number', '+', 1) }))
          .where('tenant_id', '=', second)
          .execute(),
      )
    })
  }
  await Promise.all([cross(a, b), cross(b, a)])
  const numberIn = (tenant: string) =>
    wide.read(tenant, (tx) => tx.selectFrom('notice_unread').select('number').execute())
  expect([await numberIn(a), await numberIn(b)]).toEqual([[{ number: 9 }], [{ number: 9 }]])
  await wide.close()
})

test('a connection the database has ended is replaced', async () => {
  const owner = new Client(database.owner)
  await owner.connect()
  await db.read(a, seen)
  await owner.query('select pg_terminate_backend(pid) from pg_stat_activity where usename = $1', [server.user])
  await owner.end()
  const again = async () => db.read(a, seen).catch(() => db.read(a, seen))
  expect(await again()).toEqual([a])
})

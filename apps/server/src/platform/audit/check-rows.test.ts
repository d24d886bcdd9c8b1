import { Kysely, PostgresDialect } from 'kysely'
import { Client, Pool } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openOwner } from '#src/commands/owner-connection.ts'
import { guardedTables } from '#src/platform/database/guarded-tables.ts'
import type { Schema } from '#src/platform/database/schema.ts'
import { alter, alterationKinds, dice, keepPast } from '#src/testing/owner-alterations.ts'
import { personSigner, player, sent, signNow } from '#src/testing/contract-scene.ts'
import { testServer, type TestServer } from '#src/testing/test-server.ts'
import { audit, keptOutside } from './audit.ts'
import { sequenceJournal, sequencerLock } from './sequence-journal.ts'

let server: TestServer
let owner: Client
let reader: Kysely<Schema>

beforeAll(async () => {
  server = await testServer()
  const access = await openOwner(server.deps.config)
  owner = new Client(access.owner)
  await owner.connect()
  // One connection, on which the auditor sees what the owner has done and will undo.
  const pool = { connect: async () => Object.assign(owner, { release: () => {} }), end: async () => {} }
  reader = new Kysely<Schema>({ dialect: new PostgresDialect({ pool: Object.assign(new Pool(), pool) }) })
  const jing = await player(server, '13800000002', 'company')
  const wang = await player(server, '13800000001', 'person')
  const { taskId } = await sent(server, jing, [personSigner(1, '王小明', wang.phone)])
  await sequenceJournal(server.deps)
  await keepPast(owner)
  await signNow(server, wang, taskId)
  await sequenceJournal(server.deps)
  // What comes from now on waits for its place to the end.
  await owner.query('select pg_advisory_lock($1)', [sequencerLock])
  await sent(server, jing, [personSigner(1, '王小明', wang.phone)])
})
afterAll(async () => {
  await owner.end()
  await server.close()
})

async function found(): Promise<string[]> {
  const db = {
    directory: <T>(work: (db: Kysely<Schema>) => Promise<T>) => work(reader),
    read: <T>(_: string, work: (db: Kysely<Schema>) => Promise<T>) => work(reader),
  }
  const { config, derivationKey, authority } = server.deps
  const outside = await keptOutside(config)
  const trust = { roots: authority.roots, now: Date.now() }
  const { faults, rows } = await audit(db, { outside, derivationKey, trust })
  return [
    ...rows.map(({ what, table, key, columns }) => `${table} ${key} ${what} ${columns.join(',')}`),
    ...faults.map(({ what }) => what),
  ]
}

test('untouched, every row is what its newest line left', async () => {
  expect(await found()).toEqual([])
})

test('whatever the database’s owner does to a row or its journal is found', async () => {
  const seed = 20_261_123
  const roll = dice(seed)
  const missed: unknown[] = []
  for (let round = 0; round < 52; round++) {
    await owner.query('begin')
    const kind = alterationKinds[round % alterationKinds.length] ?? ''
    const altered = await alter(owner, kind, round % guardedTables.length, roll)
    if ((await found()).length === 0) missed.push(altered)
    await owner.query('rollback')
  }
  expect(missed).toEqual([])
  expect(await found()).toEqual([])
})

test('it says in which table, row and column', async () => {
  await owner.query('begin')
  await owner.query(`update account set phone = '13912345678' where phone = '13800000001'`)
  expect(await found()).toEqual([expect.stringMatching(/^account \S+ 被改动 phone$/)])
  await owner.query('rollback')
})

test('an alteration that the server builds upon stays found', async () => {
  const { rows } = await owner.query<{ tenant_id: string; pack_id: string }>(
    'update quota_pack set remaining = remaining + 1 where remaining < total returning tenant_id, pack_id',
  )
  const [pack] = rows
  if (!pack) throw new Error('no pack has been used')
  await server.deps.db.write(pack.tenant_id, (tx) =>
    tx
      .updateTable('quota_pack')
      .set(({ eb }) => ({ remaining: eb('remaining', '-', 1) }))
      .where('pack_id', '=', pack.pack_id)
      .execute(),
  )
  expect(await found()).toEqual([`quota_pack ${pack.pack_id} 曾在系统之外被改动 remaining`])
})

import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openWire, type BreakableWire } from '#src/testing/breakable-wire.ts'
import { type OwnDatabase, testDatabase } from '#src/testing/test-database.ts'
import { type Database, openDatabase } from './database.ts'
import { isLostConnection } from './database-away.ts'

let own: OwnDatabase
let wire: BreakableWire
let database: Database

beforeAll(async () => {
  own = await testDatabase()
  const { host, user, database: name } = own.owner
  wire = await openWire(() => join(host, '.s.PGSQL.5432'))
  // Nothing limits a statement here: what is not noticed is waited for without end.
  database = openDatabase({ host: '127.0.0.1', port: wire.port, user, database: name })
})
afterAll(async () => {
  await database.close()
  wire.close()
  await own.drop()
})

const one = () => database.directory((db) => sql<{ one: number }>`select 1 as one`.execute(db)).then(({ rows }) => rows)

test('what is asked on a connection that has gone silent fails, and all others are made anew', async () => {
  await Promise.all([one(), one(), one(), one()])
  wire.silence()
  const lost = await one().catch((error: unknown) => error)
  expect([String(lost), isLostConnection(lost)]).toEqual([expect.stringContaining('Connection terminated'), true])
  // Of the three that were idle none is waited for.
  expect(await Promise.all([one(), one(), one(), one()])).toEqual(Array.from({ length: 4 }, () => [{ one: 1 }]))
})

test('a statement that takes its time is waited for', async () => {
  const slept = await database.directory((db) => sql`select pg_sleep(5)`.execute(db))
  expect(slept.rows).toHaveLength(1)
})

import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isDatabaseAway } from './database-away.ts'
import { type Database, openDatabase } from './database.ts'
import { type EmbeddedPostgres, ownerOf, startPostgres } from './embedded-postgres.ts'

let folder: string
let postgres: EmbeddedPostgres
let owner: Client
let database: Database

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'moqi-standby-'))
  chmodSync(folder, 0o755)
  postgres = await startPostgres(join(folder, 'postgres'))
  owner = new Client(ownerOf(postgres))
  await owner.connect()
  await owner.query('create table kept (word text)')
  database = openDatabase(ownerOf(postgres))
})
afterAll(async () => {
  await database.close()
  await owner.end()
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** From then on a commit waits for a standby of that name; none connects. */
async function wantStandby(name: string): Promise<void> {
  await owner.query(`alter system set synchronous_standby_names = '${name}'`)
  await owner.query('select pg_reload_conf()')
  await expect
    .poll(async () => (await owner.query('show synchronous_standby_names')).rows)
    .toEqual([{ synchronous_standby_names: name }])
}

/** As somebody does who looks for what is stuck; how many. */
const cancelWaiting = async () =>
  (await owner.query("select pg_cancel_backend(pid) from pg_stat_activity where wait_event = 'SyncRep'")).rowCount

const keep = (word: string) =>
  database
    .directoryWrite((tx) => sql`insert into kept values (${word})`.execute(tx))
    .then(
      () => 'acknowledged',
      (error: unknown) => (isDatabaseAway(error) ? 'away' : String(error)),
    )

test('a commit whose waiting for its standby was cancelled is not acknowledged', async () => {
  expect(await keep('before')).toBe('acknowledged')
  await wantStandby('nobody')
  const alone = keep('alone')
  await expect.poll(cancelWaiting).toBe(1)
  // PostgreSQL answers COMMIT.
  expect(await alone).toBe('away')
  await wantStandby('')
  expect(await keep('after')).toBe('acknowledged')
})

test('who is led to a server that takes no writes is told that it is away, and asks elsewhere next', async () => {
  const backend = () =>
    database
      .directory((db) => sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db))
      .then(({ rows }) => rows)
  const before = await backend()
  // What a standby says to a write, SQLSTATE 25006.
  await database.directory((db) => sql`set default_transaction_read_only = on`.execute(db))
  expect(await keep('refused')).toBe('away')
  expect(await backend()).not.toEqual(before)
  expect(await keep('elsewhere')).toBe('acknowledged')
})

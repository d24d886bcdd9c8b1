import { randomBytes } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { Client, type QueryResult } from 'pg'
import { inject } from 'vitest'
import { migrate } from '#src/platform/database/migrate.ts'
import type { Cluster } from './cluster.ts'

/** A database of the run's cluster: as its owner reaches it, and the same in one line as DATABASE_URL has it. */
export type TestDatabase = { owner: { host: string; user: string; database: string }; url: string }
export type OwnDatabase = TestDatabase & { drop: () => Promise<void> }

/** What `cluster.ts` has started for this run. */
export const runCluster = (): Cluster => inject('cluster')

/** A new database with nothing in it, or with what the template of that name has. */
export async function testDatabase(from = 'template0'): Promise<OwnDatabase> {
  const name = `test_${randomBytes(8).toString('hex')}`
  // Copied by its files: twice as fast as by the log of a database that is thrown away.
  await ask(`create database ${name} template ${from} strategy file_copy`)
  return {
    ...databaseOf(name),
    async drop() {
      await leftAlone(name)
      await ask(`drop database if exists ${name} with (force)`)
    },
  }
}

/**
 * Waits until the last connection has ended, a second at most. A pool says that it has ended once it has told its
 * connections to; one that is dropped meanwhile hears of it as an error, for which nobody listens any more.
 */
async function leftAlone(name: string): Promise<void> {
  const anyone = `select 1 from pg_stat_activity where datname = '${name}' limit 1`
  const until = performance.now() + 1_000
  while ((await ask(anyone)).rowCount && performance.now() < until) await setTimeout(5)
}

/** The name of a template that has every table and no row. */
export const migrated = (): Promise<string> =>
  template({ name: 'migrated', from: 'template0' }, async ({ owner }) => {
    await migrate(owner, () => 'secret')
  })

/** Templates that this process knows to be there. */
const known = new Set<string>()

/**
 * The name of a template, which `fill` makes when no other file of this run has made it yet; meanwhile the others wait.
 * It counts from the moment `fill` has ended: what was left half done is made anew.
 */
export async function template(
  { name, from }: { name: string; from: string },
  fill: (database: TestDatabase) => Promise<void>,
): Promise<string> {
  if (!known.has(name)) await ensureTemplate({ name, from }, fill)
  known.add(name)
  return name
}

async function ensureTemplate(
  { name, from }: { name: string; from: string },
  fill: (database: TestDatabase) => Promise<void>,
): Promise<void> {
  const isMade = `select 1 from pg_database where datname = '${name}' and datistemplate`
  if ((await ask(isMade)).rowCount) return
  // On a connection of its own, since it may wait for another process's.
  const client = new Client(databaseOf('postgres').owner)
  await client.connect()
  try {
    await client.query('select pg_advisory_lock(hashtext($1))', [name])
    if ((await client.query(isMade)).rowCount) return
    await client.query(`drop database if exists ${name} with (force)`)
    await client.query(`create database ${name} template ${from} strategy file_copy`)
    await fill(databaseOf(name))
    await client.query(`alter database ${name} with is_template true allow_connections false`)
  } finally {
    await client.end()
  }
}

function databaseOf(database: string): TestDatabase {
  const { host, user } = runCluster()
  return {
    owner: { host, user, database },
    url: `postgres://${user}@localhost/${database}?host=${encodeURIComponent(host)}`,
  }
}

let asking: Promise<Client> | undefined

/** Asks as the cluster’s owner, on one connection for all files of a process: it costs more than most questions. */
async function ask(text: string): Promise<QueryResult> {
  asking ??= connected()
  return (await asking).query(text)
}

async function connected(): Promise<Client> {
  const client = new Client(databaseOf('postgres').owner)
  // The cluster may end before the process.
  client.on('error', () => (asking = undefined))
  await client.connect()
  return client
}

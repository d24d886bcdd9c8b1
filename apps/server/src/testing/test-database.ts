import { randomBytes } from 'node:crypto'
import { Client } from 'pg'
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
  await asOwner((client) => client.query(`create database ${name} template ${from} strategy file_copy`))
  return {
    ...databaseOf(name),
    async drop() {
      await asOwner((client) => client.query(`drop database if exists ${name} with (force)`))
    },
  }
}

/** The name of a template that has every table and no row. */
export const migrated = (): Promise<string> =>
  template({ name: 'migrated', from: 'template0' }, async ({ owner }) => {
    await migrate(owner, () => 'secret')
  })

/**
 * The name of a template, which `fill` makes when no other file of this run has made it yet; meanwhile the others wait.
 * It counts from the moment `fill` has ended: what was left half done is made anew.
 */
export async function template(
  { name, from }: { name: string; from: string },
  fill: (database: TestDatabase) => Promise<void>,
): Promise<string> {
  await asOwner(async (client) => {
    await client.query('select pg_advisory_lock(hashtext($1))', [name])
    const made = await client.query('select 1 from pg_database where datname = $1 and datistemplate', [name])
    if (made.rowCount) return
    await client.query(`drop database if exists ${name} with (force)`)
    await client.query(`create database ${name} template ${from}`)
    await fill(databaseOf(name))
    await client.query(`alter database ${name} with is_template true allow_connections false`)
  })
  return name
}

function databaseOf(database: string): TestDatabase {
  const { host, user } = runCluster()
  return {
    owner: { host, user, database },
    url: `postgres://${user}@localhost/${database}?host=${encodeURIComponent(host)}`,
  }
}

async function asOwner(work: (client: Client) => Promise<unknown>): Promise<void> {
  const client = new Client(databaseOf('postgres').owner)
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}

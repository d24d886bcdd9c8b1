import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client, type PoolConfig } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type EmbeddedPostgres, startPostgres } from './embedded-postgres.ts'
import { migrate } from './migrate.ts'

const directory = mkdtempSync(join(tmpdir(), 'moqi-migrate-'))
let postgres: EmbeddedPostgres

beforeAll(async () => {
  postgres = await startPostgres(join(directory, 'postgres'))
  await asOwner("create role plain login password 'plain'")
  await asOwner("create role maker login createrole password 'maker'")
  await asOwner("create role unbound login bypassrls password 'unbound'")
})
afterAll(async () => {
  await postgres.stop()
  rmSync(directory, { recursive: true, force: true })
})

async function query(config: PoolConfig, text: string): Promise<Record<string, unknown>[]> {
  const client = new Client(config)
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(text)).rows
  } finally {
    await client.end()
  }
}
const asOwner = (text: string, database = 'postgres') =>
  query({ host: postgres.host, user: postgres.user, database }, text)

const password = (role: string) => `${role}'s`.replaceAll(/\W/g, '')
const whoAmI = `select current_user as me, rolsuper or rolbypassrls as free,
  (select count(*)::int from quota) as visible from pg_roles where rolname = current_user`

/** A database of that owner with one row of a tenant, after `migrate`. */
async function migrated(name: string, owner: PoolConfig): Promise<PoolConfig> {
  const server = await migrate(owner, password)
  await asOwner(`insert into quota values (gen_random_uuid(), 1)`, name)
  return server
}

test('two nodes that start at once on an empty database both come up, as the same role', async () => {
  await asOwner('create database twins')
  const owner = { host: postgres.host, user: postgres.user, database: 'twins' }
  const nodes = await Promise.all([migrate(owner, password), migrate(owner, password), migrate(owner, password)])
  expect(new Set(nodes.map(({ user }) => user)).size).toBe(1)
  const done = await asOwner('select name from kysely_migration order by name', 'twins')
  const files = readdirSync(join(import.meta.dirname, 'migrations')).toSorted()
  expect(done).toEqual(files.map((file) => ({ name: file.replace('.ts', '') })))
})

describe('a database reached by address', () => {
  const addresses: Record<string, (database: string, user: string) => string> = {
    'a host in the query': (database, user) => `postgres://${user}@localhost/${database}?host=${postgres.host}`,
    'an empty host': (database, user) => `postgres://${user}@/${database}?host=${postgres.host}`,
    'an encoded socket': (database, user) => `postgres://${user}@${encodeURIComponent(postgres.host)}/${database}`,
    'a user in the query': (database, user) => `postgres:///${database}?host=${postgres.host}&user=${user}`,
    'a socket address': (database, user) => `socket://${user}@${postgres.host}?db=${database}`,
  }

  test.each(Object.keys(addresses).map((kind, index) => [kind, `address${index}`] as const))(
    'with %s is served by a role that sees no row without a tenant',
    async (kind, database) => {
      await asOwner(`create database ${database}`)
      const connectionString = addresses[kind]?.(database, postgres.user) ?? ''
      const server = await migrated(database, { connectionString })
      const [seen] = await query(server, whoAmI)
      expect(seen).toMatchObject({ free: false, visible: 0 })
      expect(seen?.me).toMatch(/^moqi_app_\d+$/)
    },
  )
})

test('an address whose user cannot be replaced starts no server', async () => {
  await asOwner('create database fragment')
  const connectionString = `postgres://${postgres.user}@localhost/fragment?host=${postgres.host}#x`
  await expect(migrate({ connectionString }, password)).rejects.toThrow('would bypass row-level security')
})

test('an owner who may not create roles serves as itself, bound by its own policies', async () => {
  await asOwner('create database modest owner plain')
  const connectionString = `postgres://plain:plain@localhost/modest?host=${postgres.host}`
  const server = await migrated('modest', { connectionString })
  expect(await query(server, whoAmI)).toEqual([{ me: 'plain', free: false, visible: 0 }])
})

test('an owner who may create roles but is no superuser starts again and again', async () => {
  await asOwner('create database made owner maker')
  const connectionString = `postgres://maker:maker@localhost/made?host=${postgres.host}`
  await migrated('made', { connectionString })
  const server = await migrate({ connectionString }, password)
  expect(await query(server, whoAmI)).toMatchObject([{ free: false, visible: 0 }])
})

test('an owner whom row-level security does not bind and who cannot create a role is refused', async () => {
  await asOwner('create database open owner unbound')
  const connectionString = `postgres://unbound:unbound@localhost/open?host=${postgres.host}`
  await expect(migrate({ connectionString }, password)).rejects.toThrow('bypasses row-level security')
})

test('jobs enter by one door only, and nobody else may use it', async () => {
  await asOwner('create database jobs')
  const server = await migrate({ host: postgres.host, user: postgres.user, database: 'jobs' }, password)
  await query(server, `select enqueue_job('sweep', '{}', null, null)`)
  const stranger = { host: postgres.host, user: 'plain', password: 'plain', database: 'jobs' }
  await expect(query(stranger, `select enqueue_job('sweep', '{}', null, null)`)).rejects.toThrow('permission denied')
  expect(await asOwner('select task_identifier from graphile_worker.jobs', 'jobs')).toEqual([
    { task_identifier: 'sweep' },
  ])
})

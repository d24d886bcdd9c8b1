import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runMigrations } from 'graphile-worker'
import { Kysely, PostgresDialect } from 'kysely'
import { Migrator } from 'kysely/migration'
import { Client, Pool, type PoolConfig } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type EmbeddedPostgres, startPostgres } from './embedded-postgres.ts'
import { migrate } from './migrate.ts'
import { readMigrations } from './read-migrations.ts'

const directory = mkdtempSync(join(tmpdir(), 'moqi-migrate-'))
let postgres: EmbeddedPostgres

beforeAll(async () => {
  postgres = await startPostgres(join(directory, 'postgres'), { volatile: true })
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
  (select count(*)::int from notice_unread) as visible from pg_roles where rolname = current_user`

/** A database of that owner with one row of a tenant, after `migrate`. */
async function migrated(name: string, owner: PoolConfig): Promise<PoolConfig> {
  const server = await migrate(owner, password)
  await asOwner(`insert into notice_unread values (gen_random_uuid(), gen_random_uuid(), 1)`, name)
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

const contractOf = (tenant: string, number: number, state: string) => `
  insert into contract (tenant_id, contract_id, task_no, subject, task_type, state, relieve_state, sign_order_type,
    initiator_account_id, initiator_sign_id, initiator_name, version, created_at)
  values ('${tenant}', '00000000-0000-7000-8000-00000000000${number}', 'n${number}', '合同', 'normal', '${state}', 'none',
    'order', '00000000-0000-7000-8000-0000000000a1', 's${number}', '甲', 1, 1);`

test('rows of before name the people beside their companies and stand by their sending', async () => {
  await asOwner('create database unnamed')
  const owner = { host: postgres.host, user: postgres.user, database: 'unnamed' }
  const pool = new Pool(owner)
  const provider = { getMigrations: readMigrations }
  const migrator = new Migrator({ db: new Kysely({ dialect: new PostgresDialect({ pool }) }), provider })
  expect((await migrator.migrateTo('0025-company-authentication')).error).toBeUndefined()
  const [company, jing] = ['00000000-0000-7000-8000-00000000000c', '00000000-0000-7000-8000-0000000000a1']
  const row = (n: number, sentAt: number | null) => `
    insert into inbox (tenant_id, account_id, contract_id, home_tenant_id, sign_id, row_status, is_initiator, task_state,
      relieve_state, task_type, task_no, subject, initiator_name, signer_names, created_at, sent_at, changed_at)
    values ('${company}', '${jing}', '00000000-0000-7000-8000-00000000000${n}', '${company}', 's${n}', 'draft', true,
      'draft', 'none', 'normal', 'n', '合同', '云启', '王小明、嘉禾', 1, ${sentAt}, 1);`
  const party = (number: number, name: string, companyName: string, state = 'waiting') => `
    insert into party (tenant_id, contract_id, signer_no, sign_order, sign_type, signer_name, phone, company_name, state,
      will_auth_type, sign_id)
    values ('${company}', '00000000-0000-7000-8000-000000000001', ${number}, ${9 - number}, 0, '${name}', '1', ${companyName},
      '${state}', 'any', 'p${number}');`
  await pool.query(`
    set row_security = off;
    ${contractOf(company, 1, 'signing')} ${contractOf(company, 2, 'draft')}
    update contract set initiator_company = '云启' where task_no = 'n1';
    ${row(1, 7)} ${row(2, null)}
    ${party(1, '陈晨', `'嘉禾'`)} ${party(2, '王小明', 'null')} ${party(3, '李静', `'嘉禾'`, 'transferred')}`)
  await pool.end()
  await migrate(owner, password)
  const rows = await asOwner(
    'select initiator_name, party_names, created_at::int from inbox order by sign_id',
    'unnamed',
  )
  expect(rows).toEqual([
    { initiator_name: '甲/云启', party_names: '王小明、陈晨/嘉禾', created_at: 7 },
    { initiator_name: '云启', party_names: '王小明、嘉禾', created_at: 1 },
  ])
})

test('a database of before gets company rows, counters anew and an index job for each contract that stands', async () => {
  await asOwner('create database older')
  const owner = { host: postgres.host, user: postgres.user, database: 'older' }
  const pool = new Pool(owner)
  const provider = { getMigrations: readMigrations }
  const migrator = new Migrator({ db: new Kysely({ dialect: new PostgresDialect({ pool }) }), provider })
  const { error } = await migrator.migrateTo('0021-evidence')
  expect(error).toBeUndefined()
  await runMigrations({ pgPool: pool })
  const company = '00000000-0000-7000-8000-00000000000c'
  const [jing, li] = ['00000000-0000-7000-8000-0000000000a1', '00000000-0000-7000-8000-0000000000a2']
  const row = (contract: number, account: string | undefined, own: string, state: string, binned = 'null') => `
    insert into inbox (tenant_id, account_id, contract_id, home_tenant_id, sign_id, row_status, is_initiator, party_state,
      task_state, relieve_state, task_type, task_no, subject, initiator_name, signer_names, search, created_at,
      changed_at, binned_at)
    values ('${company}', '${account}', '00000000-0000-7000-8000-00000000000${contract}', '${company}', 's${contract}',
      ${own}, '${state}', 'none', 'normal', 'n', '合同', '甲', '乙', 'x', 1, 1, ${binned});`
  await pool.query(`
    set row_security = off;
    insert into space (tenant_id, kind, name, auth_status, created_at) values ('${company}', 'company', '甲', 'passAuth', 1);
    ${row(1, jing, `'otherSign', true, null`, 'signing')}
    ${row(1, li, `'iSign', false, 'toSign'`, 'signing')}
    ${row(2, jing, `'recall', true, null`, 'recall', '5')}
    ${row(3, jing, `'draft', true, null`, 'deleted', '5')}
    ${[1, 2, 3].map((n) => contractOf(company, n, n === 3 ? 'deleted' : 'signing')).join('')}`)
  await pool.end()

  await migrate(owner, password)
  const rows = await asOwner(`select sign_id, is_initiator, binned_at from inbox where account_id = tenant_id`, 'older')
  expect(rows).toEqual([
    { sign_id: 's1', is_initiator: true, binned_at: null },
    { sign_id: 's2', is_initiator: true, binned_at: null },
  ])
  const counts = await asOwner('select account_id, category, number from inbox_count', 'older')
  const of = (account: string | undefined) =>
    Object.fromEntries(
      counts.filter((count) => count.account_id === account).map(({ category, number }) => [category, number]),
    )
  expect(of(company)).toEqual({ all: 2, otherSign: 1, signing: 1, recall: 1, myLaunch: 2 })
  expect(of(jing)).toEqual({ all: 1, otherSign: 1, signing: 1, myLaunch: 1, bin: 2 })
  expect(of(li)).toEqual({ all: 1, iSign: 1, signing: 1 })
  const jobs = await asOwner(
    'select task_identifier as task, count(*)::int as number from graphile_worker.jobs group by 1',
    'older',
  )
  expect(jobs).toEqual([{ task: 'indexContract', number: 2 }])
})

const entryOf = (tenant: string | undefined, kind: string, change: number, contract: number | null) => `
  insert into quota_entry (tenant_id, quota_entry_id, kind, change, contract_id, created_at) values ('${tenant}',
    gen_random_uuid(), '${kind}', ${change},
    ${contract === null ? 'null' : `'00000000-0000-7000-8000-00000000000${contract}'`}, 5);`

test('a balance of before becomes one pack, and its ledger adds up to it', async () => {
  await asOwner('create database balances')
  const owner = { host: postgres.host, user: postgres.user, database: 'balances' }
  const pool = new Pool(owner)
  const provider = { getMigrations: readMigrations }
  const migrator = new Migrator({ db: new Kysely({ dialect: new PostgresDialect({ pool }) }), provider })
  expect((await migrator.migrateTo('0031-row-company')).error).toBeUndefined()
  const [plain, twice, idle] = ['a', 'b', 'c'].map((end) => `00000000-0000-7000-8000-00000000000${end}`)
  await pool.query(`
    insert into quota values ('${plain}', 4), ('${twice}', 5), ('${idle}', 7);
    ${entryOf(plain, 'gift', 5, null)} ${entryOf(plain, 'send', -1, 1)} ${entryOf(plain, 'send', -1, 2)}
    ${entryOf(plain, 'recallRefund', 1, 2)} ${entryOf(twice, 'gift', 5, null)} ${entryOf(twice, 'gift', 5, null)}`)
  await pool.end()
  await migrate(owner, password)
  const packs = await asOwner(
    `select tenant_id, kind, total, remaining, given_at > 0 as given, expires_at,
      (select sum(change)::int from quota_entry e where e.tenant_id = p.tenant_id and e.pack_id = p.pack_id) as written
    from quota_pack p order by 1`,
    'balances',
  )
  const pack = { kind: 'trial', given: true, expires_at: null }
  expect(packs).toEqual([
    { ...pack, tenant_id: plain, total: 5, remaining: 4, written: 4 },
    { ...pack, tenant_id: twice, total: 5, remaining: 5, written: 5 },
    { ...pack, tenant_id: idle, total: 7, remaining: 7, written: 7 },
  ])
  const adjusted = await asOwner(`select change from quota_entry where kind = 'adjust' order by 1`, 'balances')
  expect(adjusted).toEqual([{ change: -5 }, { change: 7 }])
})

test('a list of before keeps its columns under the names they have now', async () => {
  await asOwner('create database lists')
  const owner = { host: postgres.host, user: postgres.user, database: 'lists' }
  const pool = new Pool(owner)
  const provider = { getMigrations: readMigrations }
  const migrator = new Migrator({ db: new Kysely({ dialect: new PostgresDialect({ pool }) }), provider })
  expect((await migrator.migrateTo('0040-message-delivery')).error).toBeUndefined()
  const values = JSON.stringify({ '2.signerName': '"3.signerName"', '2.phone': '138' })
  await pool.query(`set session_replication_role = replica; insert into batch_row
    (tenant_id, batch_id, row_no, row_values, formulas, faults, state, contract_id)
    values (gen_random_uuid(), gen_random_uuid(), 1, '${values}', '["12.signerName"]',
      '[{"field":"2.signerName","message":"请输入真实姓名"}]', 'listed', gen_random_uuid())`)
  await pool.end()
  await migrate(owner, password)
  expect(await asOwner('select row_values, formulas, faults from batch_row', 'lists')).toEqual([
    {
      row_values: { '2.name': '"3.signerName"', '2.phone': '138' },
      formulas: ['12.name'],
      faults: [{ field: '2.name', message: '请输入真实姓名' }],
    },
  ])
})

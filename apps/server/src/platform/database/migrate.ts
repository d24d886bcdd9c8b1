import { runMigrations } from 'graphile-worker'
import { Kysely, PostgresDialect } from 'kysely'
import { DEFAULT_MIGRATION_TABLE as ledgerTable, type Migration, Migrator } from 'kysely/migration'
import { Client, Pool, type PoolClient, type PoolConfig } from 'pg'
import { jobFunctionNames, jobFunctions } from './job-functions.ts'
import { noteChanges } from './note-changes.ts'
import { readMigrations } from './read-migrations.ts'
import { tolerateLoss } from './tolerate-loss.ts'

const startLock = 71_052_018

/** How the owner of the schema reaches the database. */
export type OwnerConnection = PoolConfig

/** The password of the server's own role; asked for when the tables are there. */
export type RolePassword = (role: string) => string | Promise<string>

/**
 * Brings the schema up to date and returns how the server itself connects: as a role that row-level security binds.
 * Several nodes may start at once; one works, the others wait.
 */
export async function migrate(owner: OwnerConnection, password: RolePassword): Promise<PoolConfig> {
  const pool = new Pool({ ...owner, max: 3 })
  tolerateLoss(pool)
  const holder = await pool.connect()
  try {
    await holder.query('select pg_advisory_lock($1)', [startLock])
    await migrateTables(pool)
    await runMigrations({ pgPool: pool })
    await noteChanges(holder)
    await holder.query(jobFunctions)
    const server = await serverRole(holder, owner, password)
    await proveBound(server)
    return server
  } finally {
    await holder.query('select pg_advisory_unlock($1)', [startLock])
    holder.release()
    await pool.end()
  }
}

/**
 * Makes the tables of an empty database by the named steps alone, as they were when it had no others. Throws for a step
 * that is not known here.
 */
export async function makeTables(owner: OwnerConnection, steps: readonly string[]): Promise<void> {
  const pool = new Pool({ ...owner, max: 3 })
  tolerateLoss(pool)
  try {
    await migrateTables(pool, steps)
    await runMigrations({ pgPool: pool })
  } finally {
    await pool.end()
  }
}

async function migrateTables(pool: Pool, steps?: readonly string[]): Promise<void> {
  if (await areTaken(pool, await stepsOf(steps))) return
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) })
  // A step may be finished after one with a higher number; each stands on its own.
  const migrator = new Migrator({
    db,
    provider: { getMigrations: () => stepsOf(steps) },
    allowUnorderedMigrations: true,
  })
  const { error } = await migrator.migrateToLatest()
  if (error) throw error
}

/** Whether these steps are those that were taken: the migrator looks at every table before it finds nothing to do. */
async function areTaken(pool: Pool, steps: Record<string, Migration>): Promise<boolean> {
  const ledger = await pool.query("select from pg_tables where schemaname = 'public' and tablename = $1", [ledgerTable])
  if (!ledger.rowCount) return false
  const { rows } = await pool.query<{ name: string }>(`select name from public.${ledgerTable}`)
  return new Set(rows.map(({ name }) => name)).symmetricDifference(new Set(Object.keys(steps))).size === 0
}

async function stepsOf(names: readonly string[] | undefined): Promise<Record<string, Migration>> {
  const known = await readMigrations()
  if (!names) return known
  const unknown = names.filter((name) => !known[name])
  if (unknown.length > 0) throw new Error(`the schema has steps that are not known here: ${unknown.join(', ')}`)
  return Object.fromEntries(Object.entries(known).filter(([name]) => names.includes(name)))
}

async function serverRole(client: PoolClient, owner: OwnerConnection, password: RolePassword): Promise<PoolConfig> {
  const found = await client.query<{ free: boolean; creates: boolean; database: string }>(
    `select rolsuper or rolbypassrls as free, rolsuper or rolcreaterole as creates,
       (select oid::text from pg_database where datname = current_database()) as database
     from pg_roles where rolname = current_user`,
  )
  const [me] = found.rows
  if (!me) throw new Error('the database does not know its own user')
  if (!me.creates) {
    if (me.free) throw new Error('the database user bypasses row-level security and cannot create a role that does not')
    return owner
  }
  const role = `moqi_app_${me.database}`
  const secret = await password(role)
  const exists = await client.query('select 1 from pg_roles where rolname = $1', [role])
  // Only a superuser may speak of a role's attributes again, even to leave them as they are.
  const statement = exists.rowCount ? `alter role ${role}` : `create role ${role} nosuperuser nobypassrls nocreaterole`
  await client.query(`${statement} login password '${secret}'`)
  await client.query(`grant usage on schema public to ${role}`)
  await client.query(`grant select, insert, update, delete on all tables in schema public to ${role}`)
  // What was logged stays as it was.
  await client.query(
    `revoke update, delete, truncate on contract_log, audit_leaf, audit_node, signed_head from ${role}`,
  )
  // The sequencer gives a line its place.
  await client.query(`grant update (seq, chain_hash) on contract_log to ${role}`)
  await client.query(`revoke all on job_worker, dropped_job from ${role}`)
  for (const name of jobFunctionNames) {
    await client.query(`revoke execute on function ${name} from public`)
    await client.query(`grant execute on function ${name} to ${role}`)
  }
  return asRole(owner, role, secret)
}

/**
 * An address can name its user in several places; in its query the driver looks first, and the last one there counts.
 */
function asRole(owner: OwnerConnection, user: string, password: string): PoolConfig {
  const { connectionString } = owner
  if (!connectionString) return { ...owner, user, password }
  const join = connectionString.includes('?') ? '&' : '?'
  return { ...owner, connectionString: `${connectionString}${join}${new URLSearchParams({ user, password })}` }
}

/** However the address is written: a server that row-level security does not bind does not start. */
async function proveBound(server: PoolConfig): Promise<void> {
  const client = new Client(server)
  await client.connect()
  try {
    const found = await client.query<{ free: boolean }>(
      'select rolsuper or rolbypassrls as free from pg_roles where rolname = current_user',
    )
    if (found.rows[0]?.free !== false) throw new Error('the server would bypass row-level security: check DATABASE_URL')
  } finally {
    await client.end()
  }
}

import { Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient, sql } from 'kysely'
import { DatabaseError, Pool, type PoolClient, type PoolConfig, types } from 'pg'
import type { Schema } from './schema.ts'
import { tolerateLoss } from './tolerate-loss.ts'

/** Queries on one connection, which sees the rows of one tenant. */
export type Db = Kysely<Schema>

/** The only way to the pool. */
export type Database = {
  /** Reads of one tenant. The connection sees no other tenant's rows (second wall); queries name the tenant too. */
  read: <T>(tenantId: string, work: (db: Db) => Promise<T>) => Promise<T>
  /** One transaction that starts in `tenantId`; commits whole or not at all; retried when the database asks for it. */
  write: <T>(tenantId: string, work: (tx: Db) => Promise<T>) => Promise<T>
  /** Directory tables only: no tenant's rows are visible. */
  directory: <T>(work: (db: Db) => Promise<T>) => Promise<T>
  /** One transaction on directory tables. */
  directoryWrite: <T>(work: (tx: Db) => Promise<T>) => Promise<T>
  close: () => Promise<void>
}

/** A connection with its query builder, and the tenant its session is set to. */
type Connection = { client: PoolClient; db: Db; tenantId: string }

const nobody = ''
const attempts = 8
/** Serialization failure and deadlock: the transaction may simply be run again. */
const retryable = new Set(['40001', '40P01'])

types.setTypeParser(types.builtins.INT8, Number)

export function openDatabase(config: PoolConfig): Database {
  const pool = new Pool({ max: 20, ...config })
  tolerateLoss(pool)
  const connections = new WeakMap<PoolClient, Connection>()

  async function withConnection<T>(tenantId: string, work: (connection: Connection) => Promise<T>): Promise<T> {
    const client = await pool.connect()
    const connection = connections.get(client) ?? wrap(client)
    connections.set(client, connection)
    let broken: Error | undefined
    try {
      if (connection.tenantId !== tenantId) {
        await client.query({ name: 'tenant', text: "select set_config('moqi.tenant', $1, false)", values: [tenantId] })
        connection.tenantId = tenantId
      }
      return await work(connection)
    } catch (error) {
      if (isConnectionError(error)) broken = error
      throw error
    } finally {
      client.release(broken)
    }
  }

  async function transaction<T>(tenantId: string, work: (tx: Db) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await withConnection(tenantId, (connection) => oneTransaction(connection, work))
      } catch (error) {
        if (attempt >= attempts || !retryable.has(sqlState(error))) throw error
        await new Promise((resolve) => setTimeout(resolve, 2 ** attempt * Math.random()))
      }
    }
  }

  return {
    read: (tenantId, work) => withConnection(tenantId, ({ db }) => work(db)),
    write: transaction,
    directory: (work) => withConnection(nobody, ({ db }) => work(db)),
    directoryWrite: (work) => transaction(nobody, work),
    close: () => pool.end(),
  }
}

async function oneTransaction<T>({ client, db, tenantId }: Connection, work: (tx: Db) => Promise<T>): Promise<T> {
  await client.query('begin')
  current.set(db, tenantId)
  try {
    const result = await work(db)
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  } finally {
    current.delete(db)
  }
}

/** The tenant of each running transaction. */
const current = new WeakMap<Db, string>()

/** Runs part of a transaction as another tenant: a contract's parties each have rows in their own. */
export async function inTenant<T>(tx: Db, tenantId: string, work: () => Promise<T>): Promise<T> {
  const before = current.get(tx)
  if (before === undefined) throw new Error('inTenant needs a transaction')
  if (before === tenantId) return work()
  await enter(tx, tenantId)
  try {
    return await work()
  } finally {
    // After an error the transaction is rolled back, and the setting with it.
    await enter(tx, before).catch(() => {})
  }
}

async function enter(tx: Db, tenantId: string): Promise<void> {
  await sql`select set_config('moqi.tenant', ${tenantId}, true)`.execute(tx)
  current.set(tx, tenantId)
}

function wrap(client: PoolClient): Connection {
  const single: PostgresPool = { connect: async () => borrowed, end: async () => {}, options: {} }
  // The query builder gives the connection back after every query; it stays ours until we release it.
  const borrowed: PostgresPoolClient = {
    query: client.query.bind(client) as PostgresPoolClient['query'],
    release() {},
  }
  return { client, db: new Kysely<Schema>({ dialect: new PostgresDialect({ pool: single }) }), tenantId: nobody }
}

const sqlState = (error: unknown) => (error instanceof DatabaseError ? (error.code ?? '') : '')

function isConnectionError(error: unknown): error is Error {
  if (!(error instanceof Error)) return false
  return error instanceof DatabaseError ? sqlState(error).startsWith('57P') : /[Cc]onnection/.test(error.message)
}

/** Whether an insert met a row that is already there. */
export const isDuplicate = (error: unknown) => sqlState(error) === '23505'

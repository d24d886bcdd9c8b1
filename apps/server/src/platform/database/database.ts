import type { Kysely } from 'kysely'
import { DatabaseError, Pool, type PoolClient, type PoolConfig, types } from 'pg'
import { isLostConnection } from './database-away.ts'
import { asTenant, type Connection, connectionOn } from './connection.ts'
import type { Schema } from './schema.ts'
import { holdingConnection } from './held-connection.ts'
import { watchSilence } from './silence-watch.ts'
import { forgetPlans, sender } from './statement-sender.ts'
import { tolerateLoss } from './tolerate-loss.ts'
import { heardStatement, oneTransaction, type Witness } from './transaction.ts'

/** Queries on one connection, which sees the rows of one tenant. */
export type Db = Kysely<Schema>

/** The only way to the pool. */
export type Database = {
  /**
   * Reads of one tenant, which may be run again. The connection sees no other tenant's rows (second wall); queries name
   * the tenant too. Queries that need nothing of each other are best started together: they travel together.
   */
  read: <T>(tenantId: string, work: (db: Db) => Promise<T>) => Promise<T>
  /** One transaction that starts in `tenantId`; commits whole or not at all; retried when the database asks for it. */
  write: <T>(tenantId: string, work: (tx: Db) => Promise<T>) => Promise<T>
  /**
   * The same for work that starts by reading what it locks. `lock` may only read and lock: its first statements travel
   * with the begin, and what it asks later would stand alone if that had failed.
   */
  writeLocked: <L, T>(
    tenantId: string,
    lock: (tx: Db) => Promise<L>,
    work: (tx: Db, locked: L) => Promise<T>,
  ) => Promise<T>
  /** Directory tables only: no tenant's rows are visible. */
  directory: <T>(work: (db: Db) => Promise<T>) => Promise<T>
  /** One transaction on directory tables. */
  directoryWrite: <T>(work: (tx: Db) => Promise<T>) => Promise<T>
  /** From now on hears of every transaction that changes what it heeds. */
  witnessed: (witness: Witness) => void
  /** How many connections of each pool are in use, and how many wait for one. */
  load: () => { pool: 'directory' | 'tenants'; used: number; waiting: number; most: number }[]
  close: () => Promise<void>
}

const nobody = ''
const attempts = 8
/** Serialization failure and deadlock: the transaction may simply be run again. */
const retryable = new Set(['40001', '40P01'])

types.setTypeParser(types.builtins.INT8, Number)

/**
 * The directory has connections of its own: nearly every request asks it before a tenant's rows, and a connection that
 * served both would change its tenant twice a request.
 */
function openPool(config: PoolConfig, max: number): Pool {
  const pool = new Pool({ max, pipeline: true, ...config })
  tolerateLoss(pool)
  return pool
}

const loadOf = (name: 'directory' | 'tenants', pool: Pool) => ({
  pool: name,
  used: pool.totalCount - pool.idleCount,
  waiting: pool.waitingCount,
  most: pool.options.max,
})

/** How many connections there are at most, for the directory and for tenants' data. */
export type Connections = { directory: number; tenants: number }

/** Opens connections as they are needed. */
export function openDatabase(config: PoolConfig, most: Connections = { directory: 8, tenants: 16 }): Database {
  const pools = { directory: openPool(config, most.directory), tenants: openPool(config, most.tenants) }
  const connections = new WeakMap<PoolClient, Connection>()
  const watch = watchSilence(config)
  let witness: Witness | undefined
  const wrap = (client: PoolClient, tenantId: string) => {
    const trailer = {}
    return connectionOn(
      sender(client, () => watch.asked(client), trailer),
      tenantId,
      heardStatement,
      trailer,
    )
  }

  async function connect(pool: Pool): Promise<PoolClient> {
    for (;;) {
      const client = await pool.connect()
      if (!watch.isDoubtful(client)) return client
      client.release(true)
    }
  }

  async function withConnection<T>(tenantId: string, work: (connection: Connection) => Promise<T>): Promise<T> {
    const client = await connect(tenantId === nobody ? pools.directory : pools.tenants)
    const connection = connections.get(client) ?? wrap(client, nobody)
    connections.set(client, connection)
    let broken: Error | undefined
    try {
      return await holdingConnection(() => work(connection))
    } catch (error) {
      // Of statements that were started together the others may still be going on, but not on a connection given back.
      connection.revoke()
      connections.set(client, wrap(client, connection.tenantId))
      if (error instanceof Error && isLostConnection(error)) broken = error
      throw error
    } finally {
      client.release(broken)
    }
  }

  /** Runs work on one connection, again when the database asks for it. */
  async function onConnection<T>(tenantId: string, work: (connection: Connection) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await withConnection(tenantId, work)
      } catch (error) {
        if (isPlanStale(error)) forgetPlans()
        else if (!retryable.has(sqlState(error))) throw error
        if (attempt >= attempts) throw error
        await new Promise((resolve) => setTimeout(resolve, 2 ** attempt * Math.random()))
      }
    }
  }

  const writeLocked: Database['writeLocked'] = (tenantId, lock, work) =>
    onConnection(tenantId, (connection) => oneTransaction(connection, tenantId, { lock, work, witness }))
  const write = <T>(tenantId: string, work: (tx: Db) => Promise<T>) => writeLocked(tenantId, async () => {}, work)

  return {
    read: (tenantId, work) => onConnection(tenantId, (connection) => asTenant(connection, tenantId, work)),
    write,
    writeLocked,
    directory: (work) => onConnection(nobody, ({ db }) => work(db)),
    directoryWrite: (work) => write(nobody, work),
    witnessed(by) {
      witness = by
    },
    load: () => [loadOf('directory', pools.directory), loadOf('tenants', pools.tenants)],
    async close() {
      await watch.close()
      await Promise.all([pools.directory.end(), pools.tenants.end()])
    },
  }
}

const sqlState = (error: unknown) => (error instanceof DatabaseError ? (error.code ?? '') : '')

/** PostgreSQL gives this its general code for what it does not support, so the words must tell. */
const isPlanStale = (error: unknown) => sqlState(error) === '0A000' && String(error).includes('cached plan')

/** Whether an insert met a row that is already there. */
export const isDuplicate = (error: unknown) => sqlState(error) === '23505'

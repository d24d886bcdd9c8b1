import { Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient, sql } from 'kysely'
import { DatabaseError, Pool, type PoolClient, type PoolConfig, types } from 'pg'
import { isLostConnection } from './database-away.ts'
import { compiledOnce, sendingOn } from './compiled-once.ts'
import type { Schema } from './schema.ts'
import { holdingConnection } from './held-connection.ts'
import { watchSilence } from './silence-watch.ts'
import { forgetPlans, preparing, type Send, sender } from './statement-sender.ts'
import { tolerateLoss } from './tolerate-loss.ts'

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

/**
 * Who sees what transactions change: `heeds` says by a statement's text whether it may matter; `beforeCommit` runs in
 * each transaction with such a statement, as its last work, and may leave statements on their way; `afterCommit` hears
 * that it held.
 */
export type Witness = {
  heeds: (text: string) => boolean
  beforeCommit: (tx: Db) => Promise<Promise<unknown>[]>
  afterCommit: () => void
}

/** A connection with its query builder, and the tenant its session is set to. */
type Connection = {
  db: Db
  tenantId: string
  send: Send
  /** Refuses whatever the query builder is asked for from now on. */
  revoke: () => void
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

/** Opens 8 connections for the directory and 16 for tenants' data, as they are needed. */
export function openDatabase(config: PoolConfig): Database {
  const pools = { directory: openPool(config, 8), tenants: openPool(config, 16) }
  const connections = new WeakMap<PoolClient, Connection>()
  const watch = watchSilence(config)
  let witness: Witness | undefined
  const wrap = (client: PoolClient, tenantId: string) =>
    connectionOn(
      sender(client, () => watch.asked(client)),
      tenantId,
    )

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

/**
 * Whatever a tenant asks for is found by keys that begin with the tenant, whoever it is: a statement is planned once a
 * connection. PostgreSQL left to itself plans a list anew at each call, which costs more than reading it.
 */
const enter = (isLocal: boolean) => `select set_config('moqi.tenant', $1, ${isLocal}),
  set_config('plan_cache_mode', 'force_generic_plan', ${isLocal})`
const enterSession = { name: 'enter', text: enter(false) }
const enterTransaction = { name: 'enter transaction', text: enter(true) }

/**
 * The work's first statements travel together with the tenant that they are judged by, which stands before them. If one
 * of them fails the session stays with the tenant it had, as the group is undone.
 */
async function asTenant<T>(connection: Connection, tenantId: string, work: (db: Db) => Promise<T>): Promise<T> {
  const { db, send } = connection
  if (connection.tenantId === tenantId) return work(db)
  const entering = send({ ...enterSession, values: [tenantId] })
  const working = (async () => work(db))()
  const [worked, entered] = await Promise.allSettled([working, entering])
  if (entered.status === 'rejected') throw entered.reason
  connection.tenantId = tenantId
  if (worked.status === 'rejected') throw worked.reason
  return worked.value
}

type Work<L, T> = {
  lock: (tx: Db) => Promise<L>
  work: (tx: Db, locked: L) => Promise<T>
  witness: Witness | undefined
}

async function oneTransaction<L, T>(
  { send, db, revoke, tenantId: ofSession }: Connection,
  tenantId: string,
  { lock, work, witness }: Work<L, T>,
): Promise<T> {
  const running: Running = { tenantId, leaving: [], told: [], heeds: witness?.heeds, isHeeded: false }
  transactions.set(db, running)
  try {
    // Nothing is written before this is answered: without a transaction each statement would commit by itself.
    const beginning = send({ name: 'begin', text: 'begin' })
    // For the transaction alone: were it undone, the session's tenant would be undone with it.
    const entering = ofSession === tenantId ? null : send({ ...enterTransaction, values: [tenantId] })
    const [locked] = await Promise.all([lock(db), beginning, entering])
    const result = await work(db, locked)
    const witnessing = running.isHeeded && witness ? await witness.beforeCommit(db) : []
    const [ended] = await Promise.all([
      send({ name: 'commit', text: 'commit' }, 'apart'),
      ...witnessing,
      ...running.leaving,
      ...tellings(send, running.told),
    ])
    // PostgreSQL answers the commit of a transaction that has failed with ROLLBACK, and no error.
    if (ended.command !== 'COMMIT') throw new Error(`the transaction ended with ${ended.command}`)
    if (running.isHeeded) witness?.afterCommit()
    return result
  } catch (error) {
    // Before the transaction ends: what came after it would commit by itself.
    revoke()
    await send({ name: 'rollback', text: 'rollback' }, 'apart').catch(() => {})
    throw error
  } finally {
    transactions.delete(db)
  }
}

/**
 * A transaction under way: the tenant it is in, the returns from other tenants that nobody has waited for yet, and what
 * other nodes are told afterwards, what its witness heeds, and whether it did.
 */
type Running = {
  tenantId: string
  leaving: Promise<void>[]
  told: Telling[]
  heeds: Witness['heeds'] | undefined
  isHeeded: boolean
}
type Telling = { channel: string; payload: string }
const transactions = new WeakMap<Db, Running>()

/**
 * Tells every node that listens, once the transaction has ended. PostgreSQL would let commits that tell something wait
 * for one another; an event that is lost with this process costs a page no more than its next reading.
 */
export function tellAfterwards(tx: Db, telling: Telling): void {
  const running = transactions.get(tx)
  if (!running) throw new Error('tellAfterwards needs a transaction')
  running.told.push(telling)
}

function tellings(send: Send, told: Telling[]): Promise<unknown>[] {
  if (told.length === 0) return []
  const values = [told.map(({ channel }) => channel), told.map(({ payload }) => payload)]
  const text = 'select pg_notify(channel, payload) from unnest($1::text[], $2::text[]) as telling (channel, payload)'
  // Behind the commit, in order: what was not committed is at worst told in vain.
  return [send({ name: 'tell', text, values }).catch(() => {})]
}

/**
 * Runs part of a transaction as another tenant: a contract's parties each have rows in their own. Nothing else of the
 * transaction may run meanwhile, since statements are sent in order on one connection.
 */
export async function inTenant<T>(tx: Db, tenantId: string, work: () => Promise<T>): Promise<T> {
  const running = transactions.get(tx)
  if (!running) throw new Error('inTenant needs a transaction')
  const before = running.tenantId
  if (before === tenantId) return work()
  const entering = moveTo(tx, tenantId)
  running.tenantId = tenantId
  try {
    const [result] = await Promise.all([work(), entering])
    return result
  } finally {
    running.tenantId = before
    // Whatever comes next stands behind it. If it fails so does the commit, which reports it.
    const leaving = moveTo(tx, before)
    leaving.catch(() => {})
    running.leaving.push(leaving)
  }
}

const setTenant = compiledOnce(
  (_, { tenantId }: { tenantId: string }) => sql`select set_config('moqi.tenant', ${tenantId}, true)`,
)

async function moveTo(tx: Db, tenantId: string): Promise<void> {
  await setTenant(tx, { tenantId })
}

function connectionOn(send: Send, tenantId: string): Connection {
  let revoked = false
  const query = preparing((statement) => {
    if (revoked) return Promise.reject(new Error('the connection was given back'))
    const running = transactions.get(db)
    if (running && !running.isHeeded && running.heeds?.(statement.text)) running.isHeeded = true
    return send(statement)
  })
  // The query builder gives the connection back after every query; it stays ours until we release it.
  const borrowed: PostgresPoolClient = { query, release() {} }
  const single: PostgresPool = { connect: async () => borrowed, end: async () => {}, options: {} }
  const db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool: single }) })
  sendingOn.set(db, query)
  const revoke = () => {
    revoked = true
  }
  return { db, tenantId, send, revoke }
}

const sqlState = (error: unknown) => (error instanceof DatabaseError ? (error.code ?? '') : '')

/** PostgreSQL gives this its general code for what it does not support, so the words must tell. */
const isPlanStale = (error: unknown) => sqlState(error) === '0A000' && String(error).includes('cached plan')

/** Whether an insert met a row that is already there. */
export const isDuplicate = (error: unknown) => sqlState(error) === '23505'

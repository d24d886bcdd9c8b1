import { Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient } from 'kysely'
import { sendingOn } from './compiled-once.ts'
import type { Schema } from './schema.ts'
import { preparing, type Send, type Trailer } from './statement-sender.ts'

/** A connection with its query builder, and the tenant its session is set to. */
export type Connection = {
  db: Kysely<Schema>
  tenantId: string
  send: Send
  trailer: Trailer
  /** Refuses whatever the query builder is asked for from now on. */
  revoke: () => void
}

/**
 * The query builder of a connection whose session stands at that tenant; `heard` hears of each statement before it is
 * sent.
 */
export function connectionOn(
  send: Send,
  tenantId: string,
  heard: (db: Kysely<Schema>, text: string) => void,
  trailer: Trailer,
): Connection {
  let revoked = false
  const query = preparing((statement) => {
    if (revoked) return Promise.reject(new Error('the connection was given back'))
    heard(db, statement.text)
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
  return { db, tenantId, send, trailer, revoke }
}

/**
 * Whatever a tenant asks for is found by keys that begin with the tenant, whoever it is: a statement is planned once a
 * connection. PostgreSQL left to itself plans a list anew at each call, which costs more than reading it.
 */
const enter = (isLocal: boolean) => `select set_config('moqi.tenant', $1, ${isLocal}),
  set_config('plan_cache_mode', 'force_generic_plan', ${isLocal})`
const enterSession = { name: 'enter', text: enter(false) }
/** Enters a tenant for one transaction. */
export const enterTransaction = { name: 'enter transaction', text: enter(true) }

/**
 * The work's first statements travel together with the tenant that they are judged by, which stands before them. If one
 * of them fails the session stays with the tenant it had, as the group is undone.
 */
export async function asTenant<T>(
  connection: Connection,
  tenantId: string,
  work: (db: Kysely<Schema>) => Promise<T>,
): Promise<T> {
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

import type { PoolConfig } from 'pg'

/**
 * How long the server waits for its database, ms. A connection that has gone silent (fail-over, firewall) is destroyed
 * with what was asked on it; what the database itself refuses to go on with leaves the connection usable.
 */
export const timeLimits = {
  connectionTimeoutMillis: 10_000,
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
  /** Beyond the database's own limit: of a database that answers, that one counts. */
  query_timeout: 40_000,
  statement_timeout: 30_000,
  lock_timeout: 15_000,
  idle_in_transaction_session_timeout: 60_000,
} as const satisfies PoolConfig

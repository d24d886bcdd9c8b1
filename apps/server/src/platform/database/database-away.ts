import { DatabaseError } from 'pg'

/**
 * SQLSTATE classes and codes (PostgreSQL, appendix A): connection, resources, ended by somebody, shutting down, a
 * standby that takes no writes (a fail-over is under way, and we are where nobody leads).
 */
const awayStates = /^(?:08|53|57P|55P03|57014|25P03|25006)/
/** Ended by somebody; or at a standby, where asking again does not help: whoever leads now is somewhere else. */
const lostStates = /^(?:57P|25006)/
const systemCodes = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ENOENT', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENOTFOUND'])
const driverWords =
  /^(?:Connection terminated|Query read timeout|timeout exceeded when trying to connect|Client has encountered a connection error)/

/** Whether work failed because the database is away, full or too slow: it may be asked again in a moment. */
export function isDatabaseAway(error: unknown): boolean {
  if (error instanceof DatabaseError) return awayStates.test(error.code ?? '')
  return isLostConnection(error)
}

/** Whether the connection itself is of no use any more. */
export function isLostConnection(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof DatabaseError) return lostStates.test(error.code ?? '')
  if (driverWords.test(error.message)) return true
  // Only a socket's own faults name the call they came from.
  return (
    'syscall' in error && 'code' in error && systemCodes.has(String(error.code)) && isSocketCall(String(error.syscall))
  )
}

const isSocketCall = (call: string) => ['connect', 'read', 'write', 'getaddrinfo'].includes(call)

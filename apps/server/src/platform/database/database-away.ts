import { DatabaseError } from 'pg'

/** SQLSTATE classes and codes (PostgreSQL, appendix A): connection, resources, ended by somebody, shutting down. */
const awayStates = /^(?:08|53|57P|55P03|57014|25P03)/
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
  if (error instanceof DatabaseError) return (error.code ?? '').startsWith('57P')
  if (driverWords.test(error.message)) return true
  // Only a socket's own faults name the call they came from.
  return (
    'syscall' in error && 'code' in error && systemCodes.has(String(error.code)) && isSocketCall(String(error.syscall))
  )
}

const isSocketCall = (call: string) => ['connect', 'read', 'write', 'getaddrinfo'].includes(call)

import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Beside the database's directory, which belongs to the database's user: for the server's own user alone. */
const fileOf = (directory: string) => `${directory}.password`

/** The password of the embedded database's owner; null while it has none. */
export function readDatabasePassword(directory: string): string | null {
  const file = fileOf(directory)
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : null
}

/** Everybody proves who he is, on the socket too, whatever the file said before. For a database that does not run. */
export function demandPasswords(directory: string): void {
  const lines = ['# The server writes this file at each start.']
  for (const database of ['all', 'replication']) lines.push(`local ${database} all scram-sha-256`)
  writeFileSync(join(directory, 'pg_hba.conf'), `${lines.join('\n')}\n`)
}

/**
 * The owner's password, made when there is none: `setRole` gives it to the role of a database that does not run. It is
 * kept only then, so that an interrupted start makes another one.
 */
export function ensureDatabasePassword(directory: string, setRole: (password: string) => void): string {
  const known = readDatabasePassword(directory)
  if (known !== null) return known
  const made = randomBytes(32).toString('hex')
  setRole(made)
  const file = fileOf(directory)
  writeFileSync(`${file}.new`, `${made}\n`, { mode: 0o600 })
  renameSync(`${file}.new`, file)
  return made
}

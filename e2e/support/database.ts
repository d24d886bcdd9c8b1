import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import type { RunningServer } from './server.ts'

/**
 * Sets up what no page leads to, as the database's owner; answers the number of rows. The socket's folder is the fifth
 * line of postmaster.pid.
 */
export async function inDatabase({ dataDir }: RunningServer, text: string, values: unknown[] = []): Promise<number> {
  const host = readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[4]
  const client = new Client({ host, user: 'moqi_owner', database: 'postgres' })
  await client.connect()
  try {
    return (await client.query(text, values)).rowCount ?? 0
  } finally {
    await client.end()
  }
}

import { Client, type QueryResultRow } from 'pg'
import type { ServerProcess } from '../server-process.ts'
import { openOwner } from '../../apps/server/src/commands/owner-connection.ts'

/** Asks a server's database as its owner; an embedded one by its data directory, whether its server runs or not. */
export async function askOwner<Row extends QueryResultRow>(
  of: string | Pick<ServerProcess, 'dataDir' | 'databaseUrl'>,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const { owner, close } = await openOwner(typeof of === 'string' ? { databaseUrl: null, dataDir: of } : of)
  const client = new Client(owner)
  await client.connect()
  try {
    return (await client.query<Row>(text, values)).rows
  } finally {
    await client.end()
    await close()
  }
}

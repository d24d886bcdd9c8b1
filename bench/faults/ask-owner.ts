import { Client, type QueryResultRow } from 'pg'
import { openOwner } from '../../apps/server/src/commands/owner-connection.ts'

/** Asks the embedded database of a data directory as its owner, whether its server runs or not. */
export async function askOwner<Row extends QueryResultRow>(
  dataDir: string,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const { owner, close } = await openOwner({ databaseUrl: null, dataDir })
  const client = new Client(owner)
  await client.connect()
  try {
    return (await client.query<Row>(text, values)).rows
  } finally {
    await client.end()
    await close()
  }
}

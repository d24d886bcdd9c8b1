import { Client } from 'pg'
import type { StoryServer } from './story-server.ts'

/** Sets up what no page leads to, as the database's owner; answers the number of rows. */
export async function inDatabase({ databaseUrl }: StoryServer, text: string, values: unknown[] = []): Promise<number> {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    return (await client.query(text, values)).rowCount ?? 0
  } finally {
    await client.end()
  }
}

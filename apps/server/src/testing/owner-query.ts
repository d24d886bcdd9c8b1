import { Client } from 'pg'
import type { TestServer } from './test-server.ts'

/** Asks as the database's owner, who alone sees the job store. */
async function ownerQuery(server: TestServer, text: string, values: unknown[] = []) {
  const client = new Client({ connectionString: server.deps.config.databaseUrl ?? '' })
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(text, values)).rows
  } finally {
    await client.end()
  }
}

/** The keys of the jobs that wait for a contract. */
export async function jobKeys(server: TestServer, contractId: string): Promise<string[]> {
  const text = `select key from graphile_worker._private_jobs where key like '%' || $1 || '%'`
  return (await ownerQuery(server, text, [contractId])).map(({ key }) => String(key))
}

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import type { TestServer } from './test-server.ts'

/** Asks as the database's owner, who alone sees the job store. The socket's folder is the fifth line of postmaster.pid. */
async function ownerQuery(server: TestServer, text: string, values: unknown[] = []) {
  const { dataDir } = server.deps.config
  const host = readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[4]
  const client = new Client({ host, user: 'moqi_owner', database: 'postgres' })
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

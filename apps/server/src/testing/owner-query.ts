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

/** Has the worker take up at once what was queued for later under that key. */
export async function bringForward(server: TestServer, key: string): Promise<void> {
  await ownerQuery(server, 'update graphile_worker._private_jobs set run_at = now() where key = $1', [key])
}

/** How long after it was queued the job of that key is due, in ms; null when none waits. */
export async function queuedFor(server: TestServer, key: string): Promise<number | null> {
  const text = `
    select extract(epoch from run_at - created_at) * 1000 as ms
    from graphile_worker._private_jobs where key = $1 and run_at > now()`
  const [row] = await ownerQuery(server, text, [key])
  return row ? Number(row.ms) : null
}

/** Waits until a statement that contains the words waits for a lock. */
export async function lockWaited(server: TestServer, words: string): Promise<void> {
  for (;;) {
    const rows = await ownerQuery(
      server,
      `select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like '%' || $1 || '%'`,
      [words],
    )
    if (rows.length > 0) return
  }
}

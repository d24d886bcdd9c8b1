import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import type { TestServer } from './test-server.ts'

/** So much later a wait is asked about again, in ms. */
const askAgainMs = 5

/** A connection of the database's owner, who alone sees the job store and what others wait for. */
async function asOwner<T>(server: TestServer, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: server.deps.config.databaseUrl ?? '' })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

const ownerQuery = (server: TestServer, text: string, values: unknown[]) =>
  asOwner(server, async (client) => (await client.query<Record<string, unknown>>(text, values)).rows)

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

/** Waits until a statement that contains the words waits for a lock; asks on one connection: each costs a process. */
export async function lockWaited(server: TestServer, words: string): Promise<void> {
  const text = `select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like '%' || $1 || '%'`
  await asOwner(server, async (client) => {
    while ((await client.query(text, [words])).rows.length === 0) await pause(askAgainMs)
  })
}

/**
 * The tables, of whatever schema, in a row of which the text stands; a number by itself, in no longer one and no hash.
 */
export async function tablesThatHold(server: TestServer, text: string): Promise<string[]> {
  return asOwner(server, async (client) => {
    const { rows } = await client.query<{ name: string }>(`
      select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind = 'r' and n.nspname not in ('pg_catalog', 'information_schema')`)
    const pattern = text.replaceAll(/[^\p{L}\d]/gu, String.raw`\$&`)
    const alone = /^\d+$/.test(text) ? `(^|[^0-9A-Za-z])${pattern}($|[^0-9A-Za-z])` : pattern
    const held: string[] = []
    for (const { name } of rows) {
      const found = await client.query(`select 1 from ${name} t where t::text ~ $1 limit 1`, [alone])
      if (found.rowCount) held.push(name)
    }
    return held
  })
}

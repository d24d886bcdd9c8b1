import { Client, type PoolClient, type PoolConfig } from 'pg'
import { setTimeout as pause } from 'node:timers/promises'

/** How long an answer is waited for before the database is asked whether it is at it, ms. */
const doubtMs = 3000
const lookEveryMs = 1000
/** An answer that is on its way needs no longer. */
const graceMs = 300

/**
 * Ends connections that have gone silent: a fail-over, a firewall or a proxy that forgot them carries no byte and
 * closes nothing, which the system takes minutes to notice. What was asked on one fails, and may be asked again.
 */
export type SilenceWatch = {
  /** A statement goes out on a connection; what it answers is called when that is answered, or has failed. */
  asked: (client: PoolClient) => () => void
  /** Whether a connection that nobody uses was last heard of before others were found silent. */
  isDoubtful: (client: PoolClient) => boolean
  close: () => Promise<void>
}

/** Statements that are waited for, and when the connection was last heard of, or asked after it had answered all. */
type Line = { waiting: number; since: number }

/** Asks on a connection of its own, made for it and only then, by the settings of those it watches. */
export function watchSilence(config: PoolConfig): SilenceWatch {
  const lines = new Map<PoolClient, Line>()
  let silentAt = -Infinity
  let looking = Promise.resolve()

  async function look(): Promise<void> {
    const doubted = [...lines].filter(([, line]) => isLate(line))
    if (doubted.length === 0) return
    const seen = new Map(doubted.map(([client, { since }]) => [client, since]))
    const atWork = await backendsAtWork(
      config,
      doubted.map(([client]) => pidOf(client)),
    ).catch(() => null)
    // Whoever cannot ask knows nothing: the limits on statements decide.
    if (atWork === null) return
    await pause(graceMs)
    for (const [client, since] of seen) {
      const line = lines.get(client)
      if (!line || line.since !== since || line.waiting === 0 || atWork.has(pidOf(client))) continue
      silentAt = performance.now()
      client.connection.stream.destroy(new Error('Connection terminated: it has gone silent'))
    }
  }

  const timer = setInterval(() => {
    looking = looking.then(look)
  }, lookEveryMs).unref()

  function lineOf(client: PoolClient): Line {
    const known = lines.get(client)
    if (known) return known
    const line = { waiting: 0, since: performance.now() }
    lines.set(client, line)
    client.once('end', () => lines.delete(client))
    return line
  }

  return {
    asked(client) {
      const line = lineOf(client)
      if (line.waiting++ === 0) line.since = performance.now()
      return () => {
        line.waiting -= 1
        line.since = performance.now()
      }
    },
    isDoubtful: (client) => (lines.get(client)?.since ?? Infinity) < silentAt,
    async close() {
      clearInterval(timer)
      await looking
    },
  }
}

const isLate = ({ waiting, since }: Line) => waiting > 0 && performance.now() - since > doubtMs

/** The id of the process that serves a connection, as PostgreSQL told it (BackendKeyData); untyped by its package. */
const pidOf = (client: Client | PoolClient): number => Number(Reflect.get(client, 'processID'))

/** Which of these processes work on a statement now; null behind a pooler, which lends connections other processes. */
async function backendsAtWork(config: PoolConfig, pids: readonly number[]): Promise<ReadonlySet<number> | null> {
  const client = new Client({ ...config, connectionTimeoutMillis: doubtMs, query_timeout: doubtMs })
  client.on('error', () => {})
  await client.connect()
  try {
    const { rows } = await client.query<{ pid: number; own: boolean }>(
      `select pid, pid = pg_backend_pid() as own from pg_stat_activity
       where pid = any($1::int[]) and state = 'active' or pid = pg_backend_pid()`,
      [pids],
    )
    if (rows.find(({ own }) => own)?.pid !== pidOf(client)) return null
    return new Set(rows.map(({ pid }) => pid))
  } finally {
    await client.end()
  }
}

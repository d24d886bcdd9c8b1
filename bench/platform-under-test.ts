import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Pool, type PoolConfig } from 'pg'
import { type OpenServer, openServer, type Overrides } from '../apps/server/src/open-server.ts'
import { readConfig, suiteSettings } from '../apps/server/src/platform/config.ts'
import { ownerOf, startPostgres } from '../apps/server/src/platform/database/embedded-postgres.ts'
import { tolerateLoss } from '../apps/server/src/platform/database/tolerate-loss.ts'
import type { Deps } from '../apps/server/src/platform/deps.ts'
import type { SuiteName } from '../packages/trust/src/suites/suite.ts'

/** The real server without its network, on a fresh data directory, with the PostgreSQL it embeds. */
export type PlatformUnderTest = {
  deps: Deps
  app: OpenServer['app']
  folder: string
  /** How plain `pg` reaches the same database. */
  owner: PoolConfig
  postmaster: number
  /** Resolves when no job is left that is due or will be in a moment, so that none runs into a measurement. */
  quiet: () => Promise<void>
  close: () => Promise<void>
}

const soonDue = `select 1 from graphile_worker._private_jobs where run_at <= now() + interval '5 seconds' limit 1`
/** What was put off for a moment is due now, and workers are woken as if it had just been queued. */
const bringForward = `
  with forward as (
    update graphile_worker._private_jobs set run_at = now()
    where run_at > now() and run_at <= now() + interval '5 seconds' and locked_at is null and attempts = 0
    returning id)
  select pg_notify('jobs:insert', '{"r":"' || min(id) || '","count":' || count(*) || '}') from forward having count(*) > 0`

/**
 * Opens it with an authority of that suite. The database is started here, as the server would, so that its socket and
 * process are known.
 */
export async function openPlatform(suite: SuiteName, overrides: Overrides = {}): Promise<PlatformUnderTest> {
  const folder = mkdtempSync(join(tmpdir(), 'moqi-bench-'))
  // The database's user is another one than root and has to reach its directory.
  chmodSync(folder, 0o755)
  const postgres = await startPostgres(join(folder, 'postgres'))
  const { host, user, database, password } = postgres
  const databaseUrl = `postgres://${user}:${password ?? ''}@localhost/${database}?host=${encodeURIComponent(host)}`
  const server = await openServer(
    readConfig({ MOQI_DATA: folder, DATABASE_URL: databaseUrl, MOQI_CA_SUITE: suiteSettings[suite] }),
    overrides,
  )
  const owner = ownerOf(postgres)
  const admin = new Pool({ ...owner, max: 1 })
  tolerateLoss(admin)
  return {
    deps: server.deps,
    app: server.app,
    folder,
    owner,
    postmaster: Number(readFileSync(join(folder, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]),
    async quiet() {
      for (;;) {
        // Waiting for it would count what a server at rest uses meanwhile.
        await admin.query(bringForward)
        const { rowCount } = await admin.query(soonDue)
        if (!rowCount) return
        await pause(100)
      }
    },
    async close() {
      await admin.end()
      await server.close()
      await postgres.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

import { chmodSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startPostgres } from '../platform/database/embedded-postgres.ts'
import { makeRunFolder } from './run-folder.ts'

/** The PostgreSQL that the test files of one run share: its socket's directory, its owner, and a folder beside it. */
export type Cluster = { host: string; user: string; folder: string }

declare module 'vitest' {
  interface ProvidedContext {
    cluster: Cluster
  }
}

/** Starts it before the first file of a run; answers what ends it after the last. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = makeRunFolder()
  // Started by root, the database runs as another user, which must be able to get here.
  chmodSync(folder, 0o755)
  const postgres = await startPostgres(join(folder, 'postgres'), { volatile: true })
  project.provide('cluster', { host: postgres.host, user: postgres.user, folder })
  return async () => {
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

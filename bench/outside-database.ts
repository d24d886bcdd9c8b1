import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres } from '../apps/server/src/platform/database/embedded-postgres.ts'
import { openWire } from '../apps/server/src/testing/breakable-wire.ts'

/** A PostgreSQL of its own behind a wire that can be spoiled, as a server reaches one by DATABASE_URL. */
export type OutsideDatabase = {
  url: string
  /** Kills it (SIGKILL, all of it) and starts it again on the same data. */
  kill: () => Promise<void>
  /** From now on no connection that is open carries a byte any more, nor is closed; new ones work. */
  silence: () => void
}

/** Lets `use` have one with nothing in it; it is gone afterwards. */
export async function onDatabase<T>(use: (database: OutsideDatabase) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'moqi-database-'))
  // Started by root, the database runs as another user, which must be able to get here.
  chmodSync(folder, 0o755)
  const directory = join(folder, 'postgres')
  let postgres = await startPostgres(directory)
  const wire = await openWire(() => join(postgres.host, '.s.PGSQL.5432'))
  try {
    return await use({
      url: `postgres://${postgres.user}:${postgres.password ?? ''}@127.0.0.1:${wire.port}/${postgres.database}`,
      async kill() {
        process.kill(Number(readFileSync(join(directory, 'postmaster.pid'), 'utf8').split('\n')[0]), 'SIGKILL')
        await postgres.ended
        postgres = await startPostgres(directory)
      },
      silence: () => wire.silence(),
    })
  } finally {
    wire.close()
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

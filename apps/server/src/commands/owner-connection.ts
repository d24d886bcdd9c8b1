import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '#src/platform/config.ts'
import { readDatabasePassword } from '#src/platform/database/database-password.ts'
import { ownerOf, startPostgres } from '#src/platform/database/embedded-postgres.ts'
import type { OwnerConnection } from '#src/platform/database/migrate.ts'
import { DataInUse, lockData } from '#src/platform/data-lock.ts'

/** How a command beside the server reaches the database as its owner, and what to do when it is done. */
export type OwnerAccess = { owner: OwnerConnection; close: () => Promise<void> }

/**
 * The configured database; else the embedded one, of the server that runs on this data directory or, when none does,
 * started for the command. Throws when there is no database yet.
 */
export async function openOwner({
  databaseUrl,
  dataDir,
}: Pick<Config, 'databaseUrl' | 'dataDir'>): Promise<OwnerAccess> {
  if (databaseUrl) return { owner: { connectionString: databaseUrl }, close: async () => {} }
  const directory = join(dataDir, 'postgres')
  if (!existsSync(join(directory, 'PG_VERSION'))) throw new Error(`${dataDir} 中还没有数据库，请先启动一次服务`)
  const lock = await lockData(dataDir).catch((error: unknown) => {
    if (error instanceof DataInUse) return null
    throw error
  })
  if (!lock) return { owner: runningDatabase(directory), close: async () => {} }
  const postgres = await startPostgres(directory)
  const close = async () => {
    await postgres.stop()
    lock.release()
  }
  return { owner: ownerOf(postgres), close }
}

/** PostgreSQL notes its socket's folder on the fifth line, and its role and database have fixed names. */
function runningDatabase(directory: string): OwnerConnection {
  const host = readFileSync(join(directory, 'postmaster.pid'), 'utf8').split('\n')[4]
  if (!host) throw new Error('服务正在启动或停止，请稍后再试')
  const password = readDatabasePassword(directory)
  return { host, user: 'moqi_owner', database: 'postgres', ...(password !== null && { password }) }
}

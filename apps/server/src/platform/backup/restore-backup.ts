import { createWriteStream, mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { Client } from 'pg'
import type { BlobStore } from '#src/platform/blobs/blob-store.ts'
import { makeTables, type OwnerConnection } from '#src/platform/database/migrate.ts'
import type { BackupFolder } from './backup-folder.ts'
import { readBlob, readStored } from './backup-file.ts'
import { keptNames } from './blob-names.ts'
import { fillTables } from './copy-tables.ts'
import type { Manifest } from './manifest.ts'

/** Where it goes: an empty database, an empty store, a data directory without anything of a server. */
export type RestoreTarget = { owner: OwnerConnection; blobs: Pick<BlobStore, 'put'>; dataDir: string }

/**
 * Makes the tables as they were at the backup's version and fills them, then stores blobs and files. The next start of
 * a server takes the newer steps of the schema. Throws when the database is not empty.
 */
export async function restoreBackup(target: RestoreTarget, folder: BackupFolder, manifest: Manifest): Promise<void> {
  const client = new Client(target.owner)
  await client.connect()
  try {
    await requireEmpty(client)
    await makeTables(target.owner, manifest.migrations)
    await client.query('begin')
    await fillTables(client, folder, manifest.tables)
    for (const name of await keptNames(folder, manifest)) {
      const stored = await target.blobs.put(await readBlob(folder, name))
      if (stored !== name) throw new Error(`blob ${name} was stored as ${stored}`)
    }
    for (const { place, file } of manifest.files) {
      const path = join(target.dataDir, place)
      mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
      await pipeline(readStored(folder, file), createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true }))
    }
    await client.query('commit')
    await client.query('analyze')
  } finally {
    await client.end()
  }
}

async function requireEmpty(client: Client): Promise<void> {
  const { rows } = await client.query<{ free: boolean; tables: number }>(
    `select rolsuper or rolbypassrls as free,
       (select count(*)::int from pg_tables where schemaname in ('public', 'graphile_worker')) as tables
     from pg_roles where rolname = current_user`,
  )
  const [found] = rows
  if (!found?.free) throw new Error('恢复须用不受行级安全约束（BYPASSRLS）的数据库用户：请为此命令另设 DATABASE_URL')
  if (found.tables > 0) throw new Error('数据库不是空的：恢复只能到空的数据库')
}

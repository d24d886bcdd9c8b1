import { createReadStream, existsSync, readdirSync, rmSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { Readable } from 'node:stream'
import { Client } from 'pg'
import { BlobMissing, type BlobStore } from '#src/platform/blobs/blob-store.ts'
import type { OwnerConnection } from '#src/platform/database/migrate.ts'
import type { BackupFolder } from './backup-folder.ts'
import { hasBlob, storeBlob, storeFile } from './backup-file.ts'
import { asLines, blobNames } from './blob-names.ts'
import { copyTables } from './copy-tables.ts'
import { holdBack } from './hold-back.ts'
import { type Manifest, writeManifest } from './manifest.ts'

/** What is backed up: the database, the blobs, and what lies in the data directory beside them. */
export type BackupSource = { owner: OwnerConnection; blobs: Pick<BlobStore, 'get'>; dataDir: string }
/** What was made; `proof` is worth keeping elsewhere, since it changes with every byte. */
export type MadeBackup = { stamp: string; manifest: Manifest; newBlobs: number; proof: string }

/**
 * Backs up a running server. The database is copied as it is at one moment, then the bytes that it names then, unless
 * the folder has them; nothing is freed meanwhile. `at` names the backup. Whatever fails leaves no backup that counts.
 */
export async function makeBackup(
  source: BackupSource,
  folder: BackupFolder,
  { at, withKeys }: { at: Date; withKeys: boolean },
): Promise<MadeBackup> {
  const stamp = at.toISOString().replaceAll(/[-:]|\.\d+/g, '')
  const client = new Client(source.owner)
  await client.connect()
  try {
    await holdBack(client)
    await requireAllRows(client)
    // Before the database: heads signed later would not be in it.
    const heads = await readFile(join(source.dataDir, 'audit', 'heads.jsonl')).catch(() => null)
    await client.query('begin isolation level repeatable read read only')
    const migrations = await client.query<{ name: string }>('select name from kysely_migration order by name')
    const tables = await copyTables(client, folder, stamp)
    const names = await blobNames(client)
    await client.query('commit')
    const newBlobs = await storeBlobs(client, source, folder, names)
    const blobsFile = `${stamp}/blobs.zst`
    const blobs = { file: blobsFile, sha256: await storeFile(folder, blobsFile, asLines(names)), number: names.length }
    const manifest: Manifest = {
      madeAt: at.toISOString(),
      migrations: migrations.rows.map(({ name }) => name),
      tables,
      files: await storeFiles(source.dataDir, folder, stamp, { heads, withKeys }),
      blobs,
      withKeys,
    }
    return { stamp, manifest, newBlobs, proof: writeManifest(folder, stamp, manifest) }
  } catch (error) {
    rmSync(join(folder.path, stamp), { recursive: true, force: true })
    throw error
  } finally {
    await client.end()
  }
}

/** Row-level security hides rows from whoever it binds, the owner too. */
async function requireAllRows(client: Client): Promise<void> {
  const { rows } = await client.query<{ free: boolean }>(
    'select rolsuper or rolbypassrls as free from pg_roles where rolname = current_user',
  )
  if (!rows[0]?.free) throw new Error('备份须用不受行级安全约束（BYPASSRLS）的数据库用户：请为此命令另设 DATABASE_URL')
}

async function storeBlobs(
  client: Client,
  { blobs }: BackupSource,
  folder: BackupFolder,
  names: readonly string[],
): Promise<number> {
  let stored = 0
  for (const name of names) {
    if (hasBlob(folder, name)) continue
    const bytes = await blobs.get(name).catch(async (error: unknown) => {
      // An archive to be downloaded goes with its row.
      if (error instanceof BlobMissing && !(await blobNames(client)).includes(name)) return null
      throw error
    })
    if (bytes === null) continue
    await storeBlob(folder, name, bytes)
    stored += 1
  }
  return stored
}

type Beside = { heads: Buffer | null; withKeys: boolean }

/** Roots, signed heads and pieces of documents; keys only if asked for: they open everything else. */
async function storeFiles(
  dataDir: string,
  folder: BackupFolder,
  stamp: string,
  { heads, withKeys }: Beside,
): Promise<Manifest['files']> {
  const stored: Manifest['files'] = []
  const store = async (place: string, bytes: Readable) => {
    const file = `${stamp}/files/${place}.zst`
    stored.push({ place, file, sha256: await storeFile(folder, file, bytes) })
  }
  if (heads) await store('audit/heads.jsonl', Readable.from([heads]))
  for (const place of ['ca', 'blobs/segments', ...(withKeys ? ['keys'] : [])]) {
    for (const path of filesIn(join(dataDir, place))) await store(relative(dataDir, path), createReadStream(path))
  }
  return stored
}

function filesIn(directory: string): string[] {
  if (!existsSync(directory)) return []
  const found = readdirSync(directory, { recursive: true, withFileTypes: true })
  return found.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
}

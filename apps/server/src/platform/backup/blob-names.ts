import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import type { Client } from 'pg'
import type { BackupFolder } from './backup-folder.ts'
import { readStored } from './backup-file.ts'
import type { Manifest } from './manifest.ts'

const named = `select distinct sha256 from blob_holder where sha256 ~ '^[0-9a-f]{64}$' order by 1`

/** The bytes that the rows of the transaction under way name. */
export async function blobNames(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ sha256: string }>(named)
  return rows.map(({ sha256 }) => sha256)
}

/** As `keptNames` reads them. */
export const asLines = (names: readonly string[]): Readable => Readable.from(names.map((name) => `${name}\n`))

/** The names that a backup keeps. */
export async function keptNames(folder: BackupFolder, { blobs }: Manifest): Promise<string[]> {
  return (await text(readStored(folder, blobs.file))).split('\n').filter(Boolean)
}

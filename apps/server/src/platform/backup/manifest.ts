import { createHmac, hash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { BackupFolder } from './backup-folder.ts'
import { BackupDamaged } from './seal-stream.ts'

/** A file as it lies in the backup: its SHA-256 in hex is that of the stored bytes. */
const Stored = z.object({ file: z.string(), sha256: z.hex() })
const Table = Stored.extend({ table: z.string(), columns: z.array(z.string()), rows: z.number() })

const Manifest = z.object({
  madeAt: z.iso.datetime(),
  migrations: z.array(z.string()),
  /** In the order in which they can be filled. */
  tables: z.array(Table),
  /** Of the data directory, by their place in it. */
  files: z.array(Stored.extend({ place: z.string() })),
  /** The names of the blobs, one a line. */
  blobs: Stored.extend({ number: z.number() }),
  /** Whether the key-encryption key lies in it. */
  withKeys: z.boolean(),
})
/** What a backup consists of. */
export type Manifest = z.output<typeof Manifest>
/** One table of a backup, with the columns that its lines have. */
export type StoredTable = Manifest['tables'][number]

/** What proves the manifest: under the key if there is one, so that nobody without it can write another. */
const proofOf = ({ key }: BackupFolder, text: string) =>
  key ? createHmac('sha256', key).update(text).digest('hex') : hash('sha256', text)

/** Written last: a backup without it does not count. Answers what proves it. */
export function writeManifest(folder: BackupFolder, stamp: string, manifest: Manifest): string {
  const text = `${JSON.stringify(manifest, null, 1)}\n`
  const proof = proofOf(folder, text)
  writeFileSync(join(folder.path, stamp, 'manifest.proof'), proof, { mode: 0o600, flush: true })
  writeFileSync(join(folder.path, stamp, 'manifest.json'), text, { mode: 0o600, flush: true })
  return proof
}

/** Throws `BackupDamaged` for one that was changed. */
export function readManifest(folder: BackupFolder, stamp: string): Manifest {
  const text = readFileSync(join(folder.path, stamp, 'manifest.json'), 'utf8')
  const proof = readFileSync(join(folder.path, stamp, 'manifest.proof'), 'utf8')
  if (proof !== proofOf(folder, text)) throw new BackupDamaged(`${stamp} manifest.json was changed`)
  return Manifest.parse(JSON.parse(text))
}

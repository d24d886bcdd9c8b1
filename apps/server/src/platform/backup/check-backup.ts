import type { BackupFolder } from './backup-folder.ts'
import { checkStored, readBlob } from './backup-file.ts'
import { keptNames } from './blob-names.ts'
import { type Manifest, readManifest } from './manifest.ts'

/** Reads everything that a backup consists of. Throws `BackupDamaged` at the first that is not as it was stored. */
export async function checkBackup(folder: BackupFolder, stamp: string): Promise<Manifest> {
  const manifest = readManifest(folder, stamp)
  for (const stored of [...manifest.tables, ...manifest.files, manifest.blobs]) await checkStored(folder, stored)
  for (const name of await keptNames(folder, manifest)) await readBlob(folder, name)
  return manifest
}

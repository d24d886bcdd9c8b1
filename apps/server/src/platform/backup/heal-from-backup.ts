import { BlobDamaged, type BlobStore } from '#src/platform/blobs/blob-store.ts'
import { hasBlob, readBlob } from './backup-file.ts'
import type { BackupFolder } from './backup-folder.ts'
import { BackupDamaged } from './seal-stream.ts'

/** What became of damaged bytes: back in the store, not in the backup, damaged there too, or kept as they are. */
export type Healed = 'healed' | 'absent' | 'damaged' | 'locked'

/** Puts the bytes of that name back into the store from a backup's folder, if it has them whole. */
export async function healFromBackup(
  { blobs }: { blobs: Pick<BlobStore, 'put'> },
  folder: BackupFolder,
  name: string,
): Promise<Healed> {
  if (!hasBlob(folder, name)) return 'absent'
  try {
    await blobs.put(await readBlob(folder, name))
    return 'healed'
  } catch (error) {
    if (error instanceof BackupDamaged) return 'damaged'
    // A bucket that keeps what it has lets nobody replace it.
    if (error instanceof BlobDamaged) return 'locked'
    throw error
  }
}

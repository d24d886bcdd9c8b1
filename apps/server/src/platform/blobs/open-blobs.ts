import type { Config } from '#src/platform/config.ts'
import type { BlobStore } from './blob-store.ts'
import { fileBlobStore } from './file-blob-store.ts'
import { s3BlobStore } from './s3/s3-blob-store.ts'

/** Opens the store that the settings name: a folder, or a bucket. */
export async function openBlobs({ blobs }: Pick<Config, 'blobs'>, now: () => number): Promise<BlobStore> {
  return typeof blobs === 'string' ? fileBlobStore(blobs) : s3BlobStore(blobs, now)
}

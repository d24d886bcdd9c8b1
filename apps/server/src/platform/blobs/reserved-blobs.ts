import { statSync } from 'node:fs'
import type { Config } from '#src/platform/config.ts'
import type { DiskReserve } from '#src/platform/operation/disk-reserve.ts'
import { type BlobStore, BlobStoreAway } from './blob-store.ts'

/**
 * Blobs on the disk of a reserve: what finds no room is stored in what the reserve gives up, and from then on nothing
 * more is taken until there is room again. On another disk, or in a bucket, they are as they were.
 */
export function reservedBlobs(
  store: BlobStore,
  { config: { blobs, dataDir }, reserve }: { config: Pick<Config, 'blobs' | 'dataDir'>; reserve: DiskReserve },
): BlobStore {
  if (typeof blobs !== 'string' || statSync(blobs).dev !== statSync(dataDir).dev) return store
  return {
    ...store,
    async put(bytes) {
      if (reserve.isGivenUp()) throw new BlobStoreAway('what is left of the disk is kept', { isFull: true })
      try {
        return await store.put(bytes)
      } catch (error) {
        if (!(error instanceof BlobStoreAway && error.isFull && (await reserve.giveUp()))) throw error
        return store.put(bytes)
      }
    },
  }
}

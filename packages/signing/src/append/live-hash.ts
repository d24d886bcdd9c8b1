import { createHash, type Hash } from 'node:crypto'

/** Heads whose hash is still in memory; one is half a kilobyte. */
const capacity = 256
const live = new Map<string, Hash>()

/**
 * A node hash of the document whose SHA-256 is `sha256`, to be added to: five times as quick as resuming a
 * stored state, but lost with the process. Undefined when it is not at hand.
 */
export function liveHash(sha256: string): Hash | undefined {
  const found = live.get(sha256)
  if (!found) return undefined
  live.delete(sha256)
  live.set(sha256, found)
  return found.copy()
}

/** Keeps a hash for the next signature on the same document; the longest unused one is dropped. */
export function keepLiveHash(sha256: string, hash: Hash): void {
  live.delete(sha256)
  live.set(sha256, hash)
  const oldest = live.keys().next().value
  if (live.size > capacity && oldest !== undefined) live.delete(oldest)
}

/** Forgets every live hash, as a new process would start. */
export function forgetLiveHashes(): void {
  live.clear()
}

/** A hash of whole bytes, to be kept. */
export const hashOf = (bytes: Buffer): Hash => createHash('sha256').update(bytes)

/** Answers bytes by name, made at most once while they are kept. */
export type ByteCache = {
  /**
   * `size` (bytes) is what the entry will weigh; what cannot fit is made and not kept. A failure is not kept either.
   */
  get: (key: string, size: number | null, make: () => Promise<Buffer>) => Promise<Buffer>
}

/**
 * Keeps the most recently used bytes in memory, up to `limit` bytes. Callers who ask for a key that is being made
 * share the work, so the parallel range requests of one reader cost one read.
 */
export function byteCache(limit: number): ByteCache {
  const kept = new Map<string, { size: number; bytes: Promise<Buffer> }>()
  let total = 0

  function forget(key: string): void {
    const entry = kept.get(key)
    if (!entry) return
    kept.delete(key)
    total -= entry.size
  }

  function weigh(key: string, entry: { size: number; bytes: Promise<Buffer> }, size: number): void {
    if (kept.get(key) !== entry) return
    total += size - entry.size
    entry.size = size
    // It could never be kept: nothing else should go for it.
    if (size > limit) forget(key)
    for (const oldest of kept.keys()) {
      if (total <= limit) return
      forget(oldest)
    }
  }

  return {
    get(key, size, make) {
      const known = kept.get(key)
      if (known) {
        kept.delete(key)
        kept.set(key, known)
        return known.bytes
      }
      const entry = { size: 0, bytes: make() }
      kept.set(key, entry)
      weigh(key, entry, size ?? 0)
      return entry.bytes.then(
        (bytes) => {
          weigh(key, entry, bytes.length)
          return bytes
        },
        (error: unknown) => {
          if (kept.get(key) === entry) forget(key)
          throw error
        },
      )
    },
  }
}

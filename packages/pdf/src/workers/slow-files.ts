/** Names of what took too long, for a while. */
export interface SlowFiles {
  add(name: string): void
  has(name: string): boolean
}

const most = 1_000
const keptMs = 10 * 60_000

/** Remembers the last thousand for ten minutes each. */
export function slowFiles(now: () => number = () => performance.now()): SlowFiles {
  const until = new Map<string, number>()
  return {
    add(name) {
      until.delete(name)
      until.set(name, now() + keptMs)
      for (const oldest of until.keys()) {
        if (until.size <= most) return
        until.delete(oldest)
      }
    },
    has: (name) => (until.get(name) ?? -Infinity) > now(),
  }
}

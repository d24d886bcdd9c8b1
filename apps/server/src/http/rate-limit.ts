import type { Limit } from '@moqi/api/call'
import { Refusal } from '@moqi/domain/refusal'

/** How much of a limit is left in its window, and in how many seconds that ends. */
export type LimitLeft = { limit: number; remaining: number; reset: number }

/** Counts calls in fixed windows, in this process. Throws `request/too-often` with the seconds to wait. */
export function rateLimiter(now: () => number): (key: string, limit: Limit) => LimitLeft {
  const windows = new Map<string, { until: number; count: number }>()
  let sweepAt = 0

  function sweep(at: number): void {
    if (at < sweepAt) return
    sweepAt = at + 60_000
    for (const [key, { until }] of windows) if (until <= at) windows.delete(key)
  }

  return (key, { count, seconds }) => {
    const at = now()
    sweep(at)
    const window = windows.get(key)
    if (!window || window.until <= at) {
      windows.set(key, { until: at + seconds * 1000, count: 1 })
      return { limit: count, remaining: count - 1, reset: seconds }
    }
    window.count += 1
    const reset = Math.ceil((window.until - at) / 1000)
    if (window.count <= count) return { limit: count, remaining: count - window.count, reset }
    throw new Refusal('request/too-often', { retryAfter: reset, message: `操作过于频繁，请${reset}秒后再试` })
  }
}

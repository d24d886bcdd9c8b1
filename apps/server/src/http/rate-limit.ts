import type { Limit } from '@moqi/api/call'
import { Refusal } from '@moqi/domain/refusal'

/** Counts calls in fixed windows, in this process. Throws `request/too-often` with the seconds to wait. */
export function rateLimiter(now: () => number): (key: string, limit: Limit) => void {
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
      return
    }
    window.count += 1
    if (window.count <= count) return
    const retryAfter = Math.ceil((window.until - at) / 1000)
    throw new Refusal('request/too-often', { retryAfter, message: `操作过于频繁，请${retryAfter}秒后再试` })
  }
}

import { dayMs, endOfDayOf } from '../time/civil-date.ts'

/** Days before a seal's last that its administrators are told. */
export const sealWarningDays = 7
/** As long as a seal may be used at most: what is longer needs no end. */
const mostYears = 10

/** The last moment of a seal's term that ends on the day of `at`; null for a day that is over, or too far off. */
export function sealTermEnd(at: number, now: number): number | null {
  if (!Number.isSafeInteger(at) || at < 0 || at > now + mostYears * 366 * dayMs) return null
  const end = endOfDayOf(at)
  return end < now ? null : end
}

/** Whether a seal's term is over; its last second lasts until the next day's first. */
export const isSealOver = (expireAt: number | null, now: number): boolean => expireAt !== null && now >= expireAt + 1000

/** What is due of a seal's term at `now`: its end, word that it is near, or nothing; and when to look again, ms. */
export function sealTurn(expireAt: number, now: number): { due: 'expire' | 'warn' | null; lookAt: number | null } {
  if (isSealOver(expireAt, now)) return { due: 'expire', lookAt: null }
  const warnAt = expireAt + 1000 - sealWarningDays * dayMs
  return now < warnAt ? { due: null, lookAt: warnAt } : { due: 'warn', lookAt: expireAt + 1000 }
}

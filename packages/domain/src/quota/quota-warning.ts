import { dayMs } from '../time/civil-date.ts'

/** How little is left of what packs in use were given: enough, a tenth, five 份, nothing (domain 5.9). */
function lowMark(left: number, given: number): 0 | 1 | 2 | 3 {
  if (left === 0) return 3
  if (left <= 5) return 2
  return left * 10 <= given ? 1 : 0
}

/** Whether spending has brought a space to less than it was last told of. */
export const becameLow = (before: number, after: number, given: number): boolean =>
  lowMark(after, given) > lowMark(before, given)

const warnedDays = [7, 30] as const

/**
 * Before which of its last days, 30 or 7, the owner of a pack is to be told at `now`; null when it is too early, over,
 * or it was given later than that.
 */
export function endingDays(pack: { givenAt: number; expiresAt: number }, now: number): 7 | 30 | null {
  if (pack.expiresAt <= now) return null
  const days = warnedDays.find((one) => pack.expiresAt - one * dayMs <= now)
  return days === undefined || pack.givenAt > pack.expiresAt - days * dayMs ? null : days
}

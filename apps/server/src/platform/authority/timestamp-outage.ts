import { PlaceholderTooSmall } from '@moqi/pdf/write/increment'
import { AuthorityUnreachable, type TimestampAuthority, TimestampRefusal } from '@moqi/trust/timestamp/request-token'

/**
 * Whether an error says that no time-stamp is to be had now: silence, a wrong answer, a refusal, or one that was larger
 * than all before it again and again.
 */
export const isTimestampOutage = (error: unknown): boolean =>
  error instanceof AuthorityUnreachable || error instanceof TimestampRefusal || error instanceof PlaceholderTooSmall

/** How soon work that waits for a time-stamp asks again, in ms. */
export const timestampRetryMs = 15_000
const restMs = 8000

/**
 * An authority that is not asked again for a few seconds after it could not be reached, so that a hundred signers do
 * not each wait for the same silence. Throws `AuthorityUnreachable` meanwhile.
 */
export function restingAfterOutage(authority: TimestampAuthority, now: () => number): TimestampAuthority {
  let restsUntil = Number.NEGATIVE_INFINITY
  return async (request) => {
    // A clock that was set back makes nobody wait longer.
    if (now() < restsUntil && now() >= restsUntil - restMs)
      throw new AuthorityUnreachable('the authority did not answer a moment ago')
    try {
      const answer = await authority(request)
      restsUntil = Number.NEGATIVE_INFINITY
      return answer
    } catch (error) {
      if (error instanceof AuthorityUnreachable) restsUntil = now() + restMs
      throw error
    }
  }
}

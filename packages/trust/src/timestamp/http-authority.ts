import { boundedAnswer, NoAnswer } from '../http/bounded-answer.ts'
import type { TimestampAuthority } from './request-token.ts'

/** An answer is a token with its certificates: a few kilobytes. */
const largestAnswer = 64 * 1024

/** An authority that could not be reached, or answered with something else than a time-stamp. */
export class AuthorityUnreachable extends Error {
  override name = 'AuthorityUnreachable'
}

/**
 * An RFC 3161 authority over HTTP (§3.4). Throws `AuthorityUnreachable` for any status but 200, another content type,
 * more than 64 KB, or no answer within `timeout` milliseconds; after silence and 5xx it asks `retries` times more.
 * `authorization` is the header's value, if needed.
 */
export function httpAuthority(options: {
  url: string
  timeout: number
  retries?: number
  authorization?: string | undefined
}): TimestampAuthority {
  const { url, timeout, retries = 0, authorization } = options
  return async (request) => {
    try {
      const { bytes } = await boundedAnswer({
        url,
        body: { type: 'application/timestamp-query', bytes: request },
        authorization,
        timeout,
        types: ['application/timestamp-reply'],
        largest: largestAnswer,
        retries,
      })
      return bytes
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error
      throw new AuthorityUnreachable(error.message, { cause: error })
    }
  }
}

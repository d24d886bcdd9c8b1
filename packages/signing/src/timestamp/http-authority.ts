import type { TimestampAuthority } from './request-token.ts'

/** An answer is a token with its certificates: a few kilobytes. */
const largestAnswer = 64 * 1024

/** An authority that could not be reached, or answered with something else than a time-stamp. */
export class AuthorityUnreachable extends Error {
  override name = 'AuthorityUnreachable'
}

/**
 * An RFC 3161 authority over HTTP (§3.4). Throws `AuthorityUnreachable` after `timeout` milliseconds, for any
 * status but 200, another content type, or more than 64 KB. `authorization` is the header's value, if needed.
 */
export function httpAuthority(options: { url: string; timeout: number; authorization?: string }): TimestampAuthority {
  const { url, timeout, authorization } = options
  return async (request) => {
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/timestamp-query', ...(authorization ? { authorization } : {}) },
        body: new Uint8Array(request),
        redirect: 'error',
        signal: AbortSignal.timeout(timeout),
      })
      return await answerOf(response)
    } catch (error) {
      if (error instanceof AuthorityUnreachable) throw error
      throw new AuthorityUnreachable(`no time-stamp within ${timeout} ms`, { cause: error })
    }
  }
}

async function answerOf(response: Response): Promise<Buffer> {
  const type = response.headers.get('content-type')?.split(';')[0]?.trim()
  if (response.status !== 200 || type !== 'application/timestamp-reply') {
    await response.body?.cancel()
    throw new AuthorityUnreachable(`status ${response.status}, content type ${type}`)
  }
  const parts: Uint8Array[] = []
  let length = 0
  for await (const part of response.body ?? []) {
    length += part.length
    if (length > largestAnswer) throw new AuthorityUnreachable(`more than ${largestAnswer} bytes`)
    parts.push(part)
  }
  return Buffer.concat(parts)
}

import { randomBytes } from 'node:crypto'
import { digest, digestAlgorithm, type DigestName } from '../cms/keys.ts'
import { boolean, integer, octets, sequence } from '../asn1/write-der.ts'
import { childrenOf, descend, readStrictDer } from '../asn1/read-der.ts'
import { boundedAnswer, NoAnswer } from '../http/bounded-answer.ts'

/** Sends a DER TimeStampReq to an authority (in process or over HTTP) and returns its DER TimeStampResp. */
export type TimestampAuthority = (request: Buffer) => Promise<Buffer>

/** Why an authority's answer was not taken. */
export type TimestampRefusalReason = 'rejected' | 'other-imprint' | 'other-nonce' | 'unreadable'

/** An authority that refused, or answered something other than what was asked. */
export class TimestampRefusal extends Error {
  override name = 'TimestampRefusal'
  readonly reason: TimestampRefusalReason

  constructor(reason: TimestampRefusalReason, detail: string, options?: ErrorOptions) {
    super(`time-stamp ${reason}: ${detail}`, options)
    this.reason = reason
  }
}

/** Bytes of the largest token of each authority, kept as long as the authority itself. */
const largestTokens = new WeakMap<TimestampAuthority, number>()

/** Bytes of the largest token this authority has given since the process began; undefined before its first. */
export const largestToken = (authority: TimestampAuthority): number | undefined => largestTokens.get(authority)

/** granted, and grantedWithMods (RFC 3161 §2.4.2). */
const grantedStatuses = new Set([0, 1])
const integerTag = 0x02

/**
 * A TimeStampToken (DER) over the digest of `data`. Throws `TimestampRefusal` unless the authority granted it
 * over this very imprint with this nonce; the token's signature is the verifier's business.
 */
export function requestToken(
  authority: TimestampAuthority,
  data: Buffer,
  digestName: DigestName = 'SHA-256',
): Promise<Buffer> {
  return requestTokenOver(authority, digest(digestName, data), digestName)
}

/** The same for bytes of which only the digest is at hand. */
export async function requestTokenOver(
  authority: TimestampAuthority,
  hashed: Buffer,
  digestName: DigestName = 'SHA-256',
): Promise<Buffer> {
  const imprint = sequence(digestAlgorithm[digestName], octets(hashed))
  const nonce = integer(randomBytes(8))
  const answer = await authority(sequence(integer(1), imprint, nonce, boolean(true)))
  const token = grantedToken(answer)
  checkAnswers(token, imprint, nonce)
  largestTokens.set(authority, Math.max(token.length, largestToken(authority) ?? 0))
  return token
}

function grantedToken(answer: Buffer): Buffer {
  const [status, token] = readable(() => {
    const response = childrenOf(readStrictDer(answer))
    const code = response[0] && descend(response[0], 0).content
    return [code?.length === 1 ? code[0] : undefined, response[1]] as const
  })
  if (status === undefined || !grantedStatuses.has(status)) throw new TimestampRefusal('rejected', `status ${status}`)
  if (!token) throw new TimestampRefusal('unreadable', 'granted without a token')
  return token.raw
}

function checkAnswers(token: Buffer, imprint: Buffer, nonce: Buffer): void {
  const fields = readable(() => {
    // ContentInfo → SignedData → EncapsulatedContentInfo → OCTET STRING → TSTInfo
    const content = descend(readStrictDer(token), 1, 0, 2, 1, 0).content
    return childrenOf(readStrictDer(content))
  })
  if (!fields[2]?.raw.equals(imprint)) throw new TimestampRefusal('other-imprint', 'the token is over something else')
  const echoed = fields.slice(5).find(({ tag }) => tag === integerTag)
  if (!echoed?.raw.equals(nonce)) throw new TimestampRefusal('other-nonce', 'the answer belongs to another request')
}

function readable<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    throw new TimestampRefusal('unreadable', error instanceof Error ? error.message : 'not DER', { cause: error })
  }
}

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

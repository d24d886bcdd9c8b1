import { randomBytes } from 'node:crypto'
import { digest, digestAlgorithm, type DigestName } from '../cms/keys.ts'
import { boolean, encode, explicit, integer, octets, sequence } from '../asn1/write-der.ts'
import { childrenOf, descend, readStrictDer, tags } from '../asn1/read-der.ts'
import { boundedAnswer, NoAnswer } from '../http/bounded-answer.ts'

/** Sends a DER TimeStampReq to an authority (in process or over HTTP) and returns its DER TimeStampResp. */
export type TimestampAuthority = (request: Buffer) => Promise<Buffer>

/** Why an authority's answer was not taken. */
export type TimestampRefusalReason = 'rejected' | 'other-imprint' | 'other-nonce' | 'unreadable' | 'unproven'

/** An authority that refused, or answered something other than what was asked. */
export class TimestampRefusal extends Error {
  override name = 'TimestampRefusal'
  readonly reason: TimestampRefusalReason

  constructor(reason: TimestampRefusalReason, detail: string, options?: ErrorOptions) {
    super(`time-stamp ${reason}: ${detail}`, options)
    this.reason = reason
  }
}

/** Whether a time-stamp lies in a signature, which may bring its certificates, or stands for itself. */
type TokenUse = 'inSignature' | 'alone'

/** Bytes of the largest token of each authority by its use, kept as long as the authority itself. */
const largestTokens = new WeakMap<TimestampAuthority, Partial<Record<TokenUse, number>>>()

/**
 * Bytes of the largest token this authority has given for such a use since the process began, or for another;
 * undefined before its first.
 */
export function largestToken(authority: TimestampAuthority, use: TokenUse): number | undefined {
  const known = largestTokens.get(authority)
  return known?.[use] ?? known?.[use === 'alone' ? 'inSignature' : 'alone']
}

function remembered(authority: TimestampAuthority, use: TokenUse, token: Buffer): Buffer {
  const known = largestTokens.get(authority)
  largestTokens.set(authority, { ...known, [use]: Math.max(token.length, known?.[use] ?? 0) })
  return token
}

/** granted, and grantedWithMods (RFC 3161 §2.4.2). */
const grantedStatuses = new Set([0, 1])
const integerTag = 0x02

/**
 * A TimeStampToken (DER) over the digest of `data`, for a signature that brings the certificates `known` (DER), which
 * are left out of the token. Throws `TimestampRefusal` unless the authority granted it over this very imprint with this
 * nonce; the token's signature is the verifier's business.
 */
export async function requestToken(
  authority: TimestampAuthority,
  data: Buffer,
  digestName: DigestName = 'SHA-256',
  known: readonly Buffer[] = [],
): Promise<Buffer> {
  const token = await askToken(authority, digest(digestName, data), digestName)
  return remembered(authority, 'inSignature', withoutCertificates(token, known))
}

/** The same of which only the digest is at hand, and which stands for itself. */
export async function requestTokenOver(
  authority: TimestampAuthority,
  hashed: Buffer,
  digestName: DigestName = 'SHA-256',
): Promise<Buffer> {
  return remembered(authority, 'alone', await askToken(authority, hashed, digestName))
}

async function askToken(authority: TimestampAuthority, hashed: Buffer, digestName: DigestName): Promise<Buffer> {
  const imprint = sequence(digestAlgorithm[digestName], octets(hashed))
  const nonce = integer(randomBytes(8))
  const answer = await authority(sequence(integer(1), imprint, nonce, boolean(true)))
  const token = grantedToken(answer)
  checkAnswers(token, imprint, nonce)
  return token
}

/** The certificates of a message are no part of what it signs (RFC 5652 §5.4). */
function withoutCertificates(token: Buffer, known: readonly Buffer[]): Buffer {
  if (!known.some((certificate) => token.includes(certificate))) return token
  return readable(() => {
    const [type, message] = childrenOf(readStrictDer(token))
    if (!type || !message) return token
    const fields = childrenOf(descend(message, 0)).flatMap((field) => {
      if (field.tag !== tags.context0) return [field.raw]
      const left = childrenOf(field).flatMap(({ raw }) => (known.some((one) => one.equals(raw)) ? [] : [raw]))
      return left.length > 0 ? [encode(tags.context0, ...left)] : []
    })
    return sequence(type.raw, explicit(0, sequence(...fields)))
  })
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

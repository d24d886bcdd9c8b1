/** How a request of an integration is signed; each also names the hash of the body. */
export const signatureAlgorithms = { 'HMAC-SHA256': 'sha256', 'HMAC-SM3': 'sm3' } as const
/** A key of `signatureAlgorithms`. */
export type SignatureAlgorithm = keyof typeof signatureAlgorithms

/** Headers of a signed request, in lower case as HTTP/2 has them. */
export const signedHeaders = {
  appId: 'x-moqi-app-id',
  algorithm: 'x-moqi-algorithm',
  timestamp: 'x-moqi-timestamp',
  nonce: 'x-moqi-nonce',
  bodyHash: 'x-moqi-body-hash',
  signature: 'x-moqi-signature',
} as const

/** How far a request's time may be off the server's, to either side (domain 2.8). */
export const signedWindowMs = 15 * 60_000

/** What is signed of a request. */
export type SignedParts = {
  readonly algorithm: SignatureAlgorithm
  readonly method: string
  /** Path and query exactly as they are sent, without scheme and host. */
  readonly target: string
  readonly appId: string
  /** ms since epoch, in digits. */
  readonly timestamp: string
  readonly nonce: string
  /** The header's value, empty without one. */
  readonly idempotencyKey: string
  /** Base64. */
  readonly bodyHash: string
}

/** The text whose HMAC a request carries: eight lines, in this order. */
export const stringToSign = (parts: SignedParts): string =>
  [
    parts.algorithm,
    parts.method,
    parts.target,
    parts.appId,
    parts.timestamp,
    parts.nonce,
    parts.idempotencyKey,
    parts.bodyHash,
  ].join('\n')

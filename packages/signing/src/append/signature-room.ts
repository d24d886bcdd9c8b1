import type { Identity } from '@moqi/trust/cms/signing-key'
import { PlaceholderTooSmall } from '@moqi/pdf/write/increment'
import { largestToken, type TimestampAuthority } from '@moqi/trust/timestamp/request-token'

/** A time-stamp of an authority that has answered nothing yet. */
const expectedToken = 3 * 1024
/** Signature, signed attributes, algorithms and what wraps them: 350 bytes, and 600 with RSA-2048. */
const wrapping = (keyType: Identity['keyType']) => (keyType === 'RSA' ? 640 : 384)
/** No CMS takes more: an authority that answers with anything is not followed. */
const mostRoom = 64 * 1024
/** How much larger a token may be than the largest before it: its serial number and time vary. */
const slack = 64
/** Placeholders come in few sizes, so that the empty ones can be kept. */
const step = 64

const rounded = (bytes: number) => Math.ceil(bytes / step) * step
const tokenRoom = (timestamps: TimestampAuthority, use: 'inSignature' | 'alone') =>
  (largestToken(timestamps, use) ?? expectedToken) + slack

/** Room in bytes for a CMS of that signer, with a time-stamp as large as this authority's have been, or without one. */
export function signatureRoom(
  { certificate, chain, keyType, issuerAndSerial, signingCertificate }: Identity,
  timestamps?: TimestampAuthority,
): number {
  const own = [certificate, ...chain, issuerAndSerial, signingCertificate].reduce((sum, { length }) => sum + length, 0)
  return rounded(own + wrapping(keyType) + (timestamps ? tokenRoom(timestamps, 'inSignature') : 0))
}

/** Room in bytes for a document time-stamp, and never less than `least`. */
export const timestampRoom = (timestamps: TimestampAuthority, least: number): number =>
  Math.max(least, rounded(tokenRoom(timestamps, 'alone')))

/**
 * Makes something with a placeholder of `room()` bytes. Where that is not enough, as with a time-stamp larger than
 * all before it, it is made once more, with the room that was asked for. Throws `PlaceholderTooSmall` when that is
 * not enough either.
 */
export async function withRoom<Made>(room: () => number, make: (capacity: number) => Promise<Made>): Promise<Made> {
  const capacity = room()
  try {
    return await make(capacity)
  } catch (error) {
    if (!(error instanceof PlaceholderTooSmall) || error.needed > mostRoom) throw error
    return make(Math.max(room(), rounded(error.needed + slack)))
  }
}

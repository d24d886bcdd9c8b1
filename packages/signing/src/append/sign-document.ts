import { signDigest, type GmEdition } from '@moqi/trust/cms/signed-data'
import type { SigningKey } from '@moqi/trust/cms/signing-key'
import { roomForSeal, sealAttribute } from '@moqi/trust/eseal/seal'
import { fillPlaceholder, type Placeholder } from '@moqi/pdf/write/increment'
import type { TimestampAuthority } from '@moqi/trust/timestamp/request-token'
import type { Head } from './layout.ts'
import { type PrepareDeps, type PreparedSignature, prepareSignature } from './prepare-signature.ts'
import type { SignableDocument, SignRequest } from './sign-request.ts'
import { signatureRoom, withRoom } from './signature-room.ts'

/** A signature: the bytes to append, and the head to store if the old one is still the newest. */
export interface Signed {
  increment: Buffer
  head: Head
}

/** Puts a CMS (DER) over `prepared.digest` into its placeholder; throws `PlaceholderTooSmall`. */
export function embedSignature(prepared: PreparedSignature, cms: Buffer): Signed {
  const { finished, before, upToPlaceholder, images, used } = prepared
  const { bytes, placeholder, startxref, nextObject } = finished
  const increment = Buffer.from(bytes)
  fillPlaceholder(increment, placeholder, cms)
  const hashes = upToPlaceholder.copy().update(increment.subarray(placeholder.start))
  const length = before.length + increment.length
  const moved = { length, ...hashes.save(), startxref, nextObject, images, used }
  return { increment, head: { ...before, ...moved, ...placeholdersAfter(before, placeholder) } }
}

/** The places of every CMS, now that one more lies in the increment after `before`. */
export function placeholdersAfter({ holes, length }: Head, { start, end }: Placeholder): Pick<Head, 'holes'> {
  return holes ? { holes: [...holes, [length + start, length + end]] } : {}
}

/**
 * Signs as an append (PAdES B-T with `timestamps`, else B-B): no parse, no reread, at a cost independent of
 * pages, size and history. `capacity` is the room for the CMS in bytes; when absent it is what key and authority are
 * known to need, and the signature is made anew when the authority's first time-stamp needs more. With SM2 it follows
 * GB/T 35275, in the edition asked for, and signs with each of the electronic `seals` (DER) as well (ADR 0007).
 * Throws `SigningRefusal`, `TimestampRefusal`, `PlaceholderTooSmall`, or `UnsupportedKey` for seals with another key
 * than SM2.
 */
export async function signDocument(
  deps: Pick<PrepareDeps, 'font'> & {
    capacity?: number
    key: SigningKey
    timestamps?: TimestampAuthority
    edition?: GmEdition
    seals?: Buffer[]
  },
  document: SignableDocument,
  request: SignRequest,
): Promise<Signed> {
  const { key, seals = [] } = deps
  const { identity } = key
  const forSeals = seals.reduce((sum, seal) => sum + roomForSeal(key, seal), 0)
  const make = async (capacity: number) => {
    const prepared = prepareSignature({ ...deps, capacity, keyType: identity.keyType }, document, request)
    const sealed =
      seals.length > 0 ? [await sealAttribute(key, seals, { dataHash: prepared.digest, at: request.at })] : []
    return embedSignature(prepared, await signDigest(deps, prepared.digest, ...sealed))
  }
  if (deps.capacity !== undefined) return make(deps.capacity + forSeals)
  return withRoom(() => signatureRoom(identity, deps.timestamps) + forSeals, make)
}

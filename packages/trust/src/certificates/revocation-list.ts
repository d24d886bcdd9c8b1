import { signatureAlgorithm } from '../cms/keys.ts'
import { certificateTime, explicit, integer, sequence } from '../asn1/write-der.ts'
import type { Authority } from './authority.ts'
import { authorityKeyIdentifier, crlNumber, reasonCode, signatureBits } from './extensions.ts'

/** CRLReason (RFC 5280 §5.3.1); `unspecified` is written by leaving the reason out. */
const reasons = {
  unspecified: 0,
  keyCompromise: 1,
  cACompromise: 2,
  affiliationChanged: 3,
  superseded: 4,
  cessationOfOperation: 5,
} as const

/** The CRLReason as a number; 0 is left out wherever it may be. */
export const reasonNumber = (reason: RevocationReason): number => reasons[reason]

/** The reason of that name, or undefined. */
export function revocationReason(name: string): RevocationReason | undefined {
  return isReason(name) ? name : undefined
}

const isReason = (name: string): name is RevocationReason => Object.hasOwn(reasons, name)

/** Why a certificate was revoked. */
export type RevocationReason = keyof typeof reasons

/** A certificate taken back, named by its serial number. */
export interface Revoked {
  serial: Buffer
  at: Date
  reason: RevocationReason
}

/** A version 2 CRL (DER) of everything `authority` has revoked; `number` grows with every list. */
export async function createRevocationList(options: {
  authority: Authority
  revoked: Revoked[]
  thisUpdate: Date
  nextUpdate: Date
  number: number
}): Promise<Buffer> {
  const { authority, revoked, thisUpdate, nextUpdate, number } = options
  const algorithm = signatureAlgorithm[authority.key.identity.keyType]
  const body = sequence(
    integer(1),
    algorithm,
    authority.name,
    certificateTime(thisUpdate),
    certificateTime(nextUpdate),
    // An empty list is left out, never written empty (RFC 5280 §5.1.2.6).
    ...(revoked.length > 0 ? [sequence(...revoked.map(entry))] : []),
    explicit(0, sequence(authorityKeyIdentifier(authority.keyIdentifier), crlNumber(number))),
  )
  return sequence(body, algorithm, signatureBits(await authority.key.sign(body)))
}

function entry({ serial, at, reason }: Revoked): Buffer {
  const extensions = reason === 'unspecified' ? [] : [sequence(reasonCode(reasons[reason]))]
  return sequence(integer(serial), certificateTime(at), ...extensions)
}

import { integer, sequence } from '../asn1/der.ts'

/** ECDSA-Sig-Value in DER (RFC 3279 §2.2.3) from r‖s of equal length, which is how tokens and browsers answer. */
export function ecdsaValue(raw: Buffer): Buffer {
  const half = raw.length / 2
  return sequence(integer(raw.subarray(0, half)), integer(raw.subarray(half)))
}

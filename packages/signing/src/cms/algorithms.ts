import type { KeyObject } from 'node:crypto'
import { nothing, oid, sequence } from './der.ts'

/** The key types we sign with, both with SHA-256. */
export type KeyType = 'P-256' | 'RSA'

/** AlgorithmIdentifier of SHA-256 (RFC 5754 §2.2). */
export const sha256Algorithm: Buffer = sequence(oid('2.16.840.1.101.3.4.2.1'), nothing)

/** AlgorithmIdentifier of the signature each key type makes (RFC 5758 §3.2, RFC 4055 §5). */
export const signatureAlgorithm: Readonly<Record<KeyType, Buffer>> = {
  'P-256': sequence(oid('1.2.840.10045.4.3.2')),
  RSA: sequence(oid('1.2.840.113549.1.1.11'), nothing),
}

/** A key on another curve, or of another kind, than we sign with. */
export class UnsupportedKey extends Error {
  override name = 'UnsupportedKey'
}

/** The key's type; throws `UnsupportedKey` for anything but P-256 and RSA of at least 2048 bits. */
export function keyTypeOf(key: KeyObject): KeyType {
  const { namedCurve, modulusLength = 0 } = key.asymmetricKeyDetails ?? {}
  if (key.asymmetricKeyType === 'ec' && namedCurve === 'prime256v1') return 'P-256'
  if (key.asymmetricKeyType === 'rsa' && modulusLength >= 2048) return 'RSA'
  throw new UnsupportedKey(`cannot sign with ${key.asymmetricKeyType} ${namedCurve ?? modulusLength}`)
}

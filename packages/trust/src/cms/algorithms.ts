import { createHash, type KeyObject } from 'node:crypto'
import { nothing, oid, sequence } from '../asn1/der.ts'
import { isSm2, type PrivateKey, type PublicKey } from './keys.ts'

/** The key types we sign with: P-256 and RSA with SHA-256, SM2 with SM3. */
export type KeyType = 'P-256' | 'RSA' | 'SM2'

/** The hash functions we sign with; both give 32 bytes. */
export type DigestName = 'SHA-256' | 'SM3'

/** The hash function that belongs to each key type. */
export const digestOf: Readonly<Record<KeyType, DigestName>> = { 'P-256': 'SHA-256', RSA: 'SHA-256', SM2: 'SM3' }

/** AlgorithmIdentifier of each hash function (RFC 5754 §2.2, GM/T 0006-2012). */
export const digestAlgorithm: Readonly<Record<DigestName, Buffer>> = {
  'SHA-256': sequence(oid('2.16.840.1.101.3.4.2.1'), nothing),
  SM3: sequence(oid('1.2.156.10197.1.401')),
}

/** AlgorithmIdentifier of the signature each key type makes (RFC 5758 §3.2, RFC 4055 §5, GM/T 0006-2012). */
export const signatureAlgorithm: Readonly<Record<KeyType, Buffer>> = {
  'P-256': sequence(oid('1.2.840.10045.4.3.2')),
  RSA: sequence(oid('1.2.840.113549.1.1.11'), nothing),
  SM2: sequence(oid('1.2.156.10197.1.501')),
}

const nodeNames: Readonly<Record<DigestName, string>> = { 'SHA-256': 'sha256', SM3: 'sm3' }

/** The digest of some bytes, in one or more parts. */
export function digest(name: DigestName, ...parts: Uint8Array[]): Buffer {
  const hash = createHash(nodeNames[name])
  for (const part of parts) hash.update(part)
  return hash.digest()
}

/** A key on another curve, or of another kind, than we sign with. */
export class UnsupportedKey extends Error {
  override name = 'UnsupportedKey'
}

/** The key's type; throws `UnsupportedKey` for anything but P-256, SM2, and RSA of at least 2048 bits. */
export function keyTypeOf(key: PublicKey | PrivateKey): KeyType {
  return isSm2(key) ? 'SM2' : nodeKeyType(key)
}

function nodeKeyType(key: KeyObject): KeyType {
  const { namedCurve, modulusLength = 0 } = key.asymmetricKeyDetails ?? {}
  if (key.asymmetricKeyType === 'ec' && namedCurve === 'prime256v1') return 'P-256'
  if (key.asymmetricKeyType === 'rsa' && modulusLength >= 2048) return 'RSA'
  throw new UnsupportedKey(`cannot sign with ${key.asymmetricKeyType} ${namedCurve ?? modulusLength}`)
}

import { createHash, createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto'
import {
  namesSm2,
  namesSm2Private,
  readSm2KeyInfo,
  sm2FromPkcs8,
  sm2KeyInfo,
  type Sm2PrivateKey,
  type Sm2PublicKey,
  sm2ToPkcs8,
} from '../sm2/sm2-key.ts'
import { integer, nothing, oid, sequence } from '../asn1/write-der.ts'

/** A private key in this process; SM2 is kept away from node:crypto. */
export type PrivateKey = KeyObject | Sm2PrivateKey
/** A public key. */
export type PublicKey = KeyObject | Sm2PublicKey

/** Whether a key is one of ours for SM2. */
export function isSm2<K extends Sm2PublicKey | Sm2PrivateKey>(key: KeyObject | K): key is K {
  return 'curve' in key
}

/** The public half. */
export function publicKeyOf(key: PrivateKey): PublicKey {
  return isSm2(key) ? key.publicKey : createPublicKey(key)
}

/** A public key as SubjectPublicKeyInfo in DER. */
export function keyInfoOf(key: PublicKey): Buffer {
  return isSm2(key) ? sm2KeyInfo(key) : key.export({ type: 'spki', format: 'der' })
}

/** The key in a SubjectPublicKeyInfo (DER); throws `DerFault` or what node:crypto throws. */
export function readKeyInfo(keyInfo: Buffer): PublicKey {
  return namesSm2(keyInfo) ? readSm2KeyInfo(keyInfo) : createPublicKey({ key: keyInfo, type: 'spki', format: 'der' })
}

/** A private key as PKCS#8 (DER), for keeping; as secret as the key. */
export function toPkcs8(key: PrivateKey): Buffer {
  return isSm2(key) ? sm2ToPkcs8(key) : key.export({ type: 'pkcs8', format: 'der' })
}

/** A private key from PKCS#8 (DER); throws `DerFault`, `RangeError` or what node:crypto throws. */
export function fromPkcs8(der: Buffer): PrivateKey {
  return namesSm2Private(der) ? sm2FromPkcs8(der) : createPrivateKey({ key: der, type: 'pkcs8', format: 'der' })
}

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

/** ECDSA-Sig-Value in DER (RFC 3279 §2.2.3) from r‖s of equal length, which is how tokens and browsers answer. */
export function ecdsaValue(raw: Buffer): Buffer {
  const half = raw.length / 2
  return sequence(integer(raw.subarray(0, half)), integer(raw.subarray(half)))
}

import { bits, children, decode, DerError, descend, explicit, integer, octets, oid, sequence } from '../asn1/der.ts'
import { numberOf, order, randomScalar, scalarBytes, Sm2Point } from './sm2-curve.ts'

/**
 * A public key. It is never a `KeyObject`: Node takes SM2 keys it made for plain elliptic-curve keys, signs with an
 * empty user id, and may abort the process when it exports one.
 */
export interface Sm2PublicKey {
  curve: 'SM2'
  /** The uncompressed point, 65 bytes. */
  point: Buffer
}

/** A private key with its public half. */
export interface Sm2PrivateKey {
  curve: 'SM2'
  /** d in [1, n−2], 32 bytes, big-endian. */
  scalar: Buffer
  publicKey: Sm2PublicKey
}

/** AlgorithmIdentifier of SM2 keys (GM/T 0006-2012): an elliptic-curve key on sm2p256v1. */
const keyAlgorithm = sequence(oid('1.2.840.10045.2.1'), oid('1.2.156.10197.1.301'))

/** A new key pair. */
export function generateSm2Key(): Sm2PrivateKey {
  return sm2KeyFromScalar(scalarBytes(randomScalar()))
}

/** The key pair of a private scalar; throws `RangeError` outside [1, n−2] (GB/T 32918.1-2016 §6.1). */
export function sm2KeyFromScalar(scalar: Buffer): Sm2PrivateKey {
  const d = numberOf(scalar)
  if (scalar.length !== 32 || d < 1n || d > order - 2n) throw new RangeError('SM2 private key out of range')
  const point = Buffer.from(Sm2Point.BASE.multiply(d).toBytes(false))
  return { curve: 'SM2', scalar: Buffer.from(scalar), publicKey: { curve: 'SM2', point } }
}

/** An SM2 public key as SubjectPublicKeyInfo in DER (GM/T 0010). */
export function sm2KeyInfo({ point }: Sm2PublicKey): Buffer {
  return sequence(keyAlgorithm, bits(point))
}

/** Whether a SubjectPublicKeyInfo (DER) names the SM2 curve; throws `DerError` for what is no such structure. */
export function namesSm2(keyInfo: Buffer): boolean {
  return descend(decode(keyInfo), 0).raw.equals(keyAlgorithm)
}

/** Whether a PKCS#8 (DER) holds a key on the SM2 curve; throws `DerError` for what is no such structure. */
export function namesSm2Private(der: Buffer): boolean {
  return descend(decode(der), 1).raw.equals(keyAlgorithm)
}

/** The key in a SubjectPublicKeyInfo (DER); throws `DerError` unless it is an uncompressed point of the curve. */
export function readSm2KeyInfo(keyInfo: Buffer): Sm2PublicKey {
  const [algorithm, key] = children(decode(keyInfo))
  if (!algorithm?.raw.equals(keyAlgorithm) || key?.tag !== 0x03) throw new DerError('no SM2 public key')
  return sm2KeyFromPoint(key.content.subarray(1))
}

/** The public key of an uncompressed point; throws `DerError` unless it lies on the curve. */
export function sm2KeyFromPoint(point: Buffer): Sm2PublicKey {
  if (point.length !== 65 || point[0] !== 0x04) throw new DerError('SM2 point is not uncompressed')
  try {
    Sm2Point.fromBytes(point).assertValidity()
  } catch (error) {
    throw new DerError('point is not on the SM2 curve', { cause: error })
  }
  return { curve: 'SM2', point: Buffer.from(point) }
}

/** The private key as PKCS#8 (RFC 5208, RFC 5915), as openssl reads and writes it. It is as secret as the key. */
export function sm2ToPkcs8({ scalar, publicKey }: Sm2PrivateKey): Buffer {
  const key = sequence(integer(1), octets(scalar), explicit(1, bits(publicKey.point)))
  return sequence(integer(0), keyAlgorithm, octets(key))
}

/** A private key from PKCS#8 (DER); throws `DerError` or `RangeError`. */
export function sm2FromPkcs8(der: Buffer): Sm2PrivateKey {
  const [, algorithm, wrapped] = children(decode(der))
  if (!algorithm?.raw.equals(keyAlgorithm) || !wrapped) throw new DerError('no SM2 private key')
  return sm2KeyFromScalar(descend(decode(wrapped.content), 1).content)
}

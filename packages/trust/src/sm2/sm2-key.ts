import { bits, explicit, integer, octets, oid, sequence } from '../asn1/write-der.ts'
import { childrenOf, DerFault, descend, readStrictDer } from '../asn1/read-der.ts'
import { randomBytes } from 'node:crypto'
import { createRequire } from 'node:module'
import type { weierstrass, WeierstrassPointCons } from '@noble/curves/abstract/weierstrass.js'

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
  const point = Buffer.from(sm2Points().BASE.multiply(d).toBytes(false))
  return { curve: 'SM2', scalar: Buffer.from(scalar), publicKey: { curve: 'SM2', point } }
}

/** An SM2 public key as SubjectPublicKeyInfo in DER (GM/T 0010). */
export function sm2KeyInfo({ point }: Sm2PublicKey): Buffer {
  return sequence(keyAlgorithm, bits(point))
}

/** Whether a SubjectPublicKeyInfo (DER) names the SM2 curve; throws `DerFault` for what is no such structure. */
export function namesSm2(keyInfo: Buffer): boolean {
  return descend(readStrictDer(keyInfo), 0).raw.equals(keyAlgorithm)
}

/** Whether a PKCS#8 (DER) holds a key on the SM2 curve; throws `DerFault` for what is no such structure. */
export function namesSm2Private(der: Buffer): boolean {
  return descend(readStrictDer(der), 1).raw.equals(keyAlgorithm)
}

/** The key in a SubjectPublicKeyInfo (DER); throws `DerFault` unless it is an uncompressed point of the curve. */
export function readSm2KeyInfo(keyInfo: Buffer): Sm2PublicKey {
  const [algorithm, key] = childrenOf(readStrictDer(keyInfo))
  if (!algorithm?.raw.equals(keyAlgorithm) || key?.tag !== 0x03) throw new DerFault('no SM2 public key')
  return sm2KeyFromPoint(key.content.subarray(1))
}

/** The public key of an uncompressed point; throws `DerFault` unless it lies on the curve. */
export function sm2KeyFromPoint(point: Buffer): Sm2PublicKey {
  if (point.length !== 65 || point[0] !== 0x04) throw new DerFault('SM2 point is not uncompressed')
  try {
    sm2Points().fromBytes(point).assertValidity()
  } catch (error) {
    throw new DerFault('point is not on the SM2 curve', { cause: error })
  }
  return { curve: 'SM2', point: Buffer.from(point) }
}

/** The private key as PKCS#8 (RFC 5208, RFC 5915), as openssl reads and writes it. It is as secret as the key. */
export function sm2ToPkcs8({ scalar, publicKey }: Sm2PrivateKey): Buffer {
  const key = sequence(integer(1), octets(scalar), explicit(1, bits(publicKey.point)))
  return sequence(integer(0), keyAlgorithm, octets(key))
}

/** A private key from PKCS#8 (DER); throws `DerFault` or `RangeError`. */
export function sm2FromPkcs8(der: Buffer): Sm2PrivateKey {
  const [, algorithm, wrapped] = childrenOf(readStrictDer(der))
  if (!algorithm?.raw.equals(keyAlgorithm) || !wrapped) throw new DerFault('no SM2 private key')
  return sm2KeyFromScalar(descend(readStrictDer(wrapped.content), 1).content)
}

/** The recommended curve of GB/T 32918.5-2017 §4. */
const parameters = {
  p: 0xfffffffeffffffffffffffffffffffffffffffff00000000ffffffffffffffffn,
  n: 0xfffffffeffffffffffffffffffffffff7203df6b21c6052b53bbf40939d54123n,
  h: 1n,
  a: 0xfffffffeffffffffffffffffffffffffffffffff00000000fffffffffffffffcn,
  b: 0x28e9fa9e9d9f5e344d5a9e4bcf6509a7f39789f515ab8f92ddbcbd414d940e93n,
  Gx: 0x32c4ae2c1f1981195f9904466a39c9948fe30bbff2660be1715a4589334c74c7n,
  Gy: 0xbc3736a2f4f6779c59bdcee36b692153d0a9877cc62a474002df32e52139f0a0n,
}

let points: WeierstrassPointCons<bigint> | undefined

/** Points of the SM2 curve; their arithmetic is loaded with the first, for most files have no such key. */
export function sm2Points(): WeierstrassPointCons<bigint> {
  points ??= arithmetic().weierstrass(parameters)
  return points
}

const arithmetic = (): { weierstrass: typeof weierstrass } =>
  createRequire(import.meta.url)('@noble/curves/abstract/weierstrass.js')

/** Order of the base point. */
export const order: bigint = parameters.n

/** a ‖ b ‖ xG ‖ yG, as they enter Z (GB/T 32918.2-2016 §5.5). */
export const hashedParameters: Buffer = Buffer.concat(
  [parameters.a, parameters.b, parameters.Gx, parameters.Gy].map(scalarBytes),
)

/** Thirty-two bytes, most significant first. */
export function scalarBytes(value: bigint): Buffer {
  return Buffer.from(value.toString(16).padStart(64, '0'), 'hex')
}

/** The number that big-endian bytes stand for; none stand for 0. */
export function numberOf(bytes: Uint8Array): bigint {
  return BigInt(`0x0${Buffer.from(bytes).toString('hex')}`)
}

/** The least non-negative residue modulo the order. */
export function modOrder(value: bigint): bigint {
  const rest = value % order
  return rest < 0n ? rest + order : rest
}

/** A random number in [1, n−2]: 64 bits more than needed are drawn, so that the remainder is not biased. */
export function randomScalar(): bigint {
  return (numberOf(randomBytes(40)) % (order - 2n)) + 1n
}

import { randomBytes } from 'node:crypto'
import { weierstrass } from '@noble/curves/abstract/weierstrass.js'

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

/** Points of the SM2 curve. */
export const Sm2Point = weierstrass(parameters)

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

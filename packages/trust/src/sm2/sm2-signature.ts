import { createHash } from 'node:crypto'
import { childrenOf, type Der, DerFault, readStrictDer } from '../asn1/read-der.ts'
import { integer, sequence } from '../asn1/write-der.ts'
import {
  hashedParameters,
  modOrder,
  numberOf,
  order,
  randomScalar,
  scalarBytes,
  sm2Points,
  type Sm2PrivateKey,
  type Sm2PublicKey,
} from './sm2-key.ts'

/** The user id that everybody signs and verifies with (GM/T 0009-2012 §10). */
export const defaultUserId = '1234567812345678'

/** Z: the hash of user id, curve and public key that goes before every message (GB/T 32918.2-2016 §5.5). */
export function userHash({ point }: Sm2PublicKey, userId = defaultUserId): Buffer {
  const id = Buffer.from(userId, 'utf8')
  const length = Buffer.alloc(2)
  length.writeUInt16BE(id.length * 8)
  return createHash('sm3').update(length).update(id).update(hashedParameters).update(point.subarray(1)).digest()
}

/** e: what is signed, SM3 over Z and the message. */
function messageHash(user: Buffer, data: Uint8Array): bigint {
  return numberOf(createHash('sm3').update(user).update(data).digest())
}

/**
 * A signer for one key: user hash and inverse are worked out once. It answers with DER `SEQUENCE { r, s }`.
 * `nonce` gives k in [1, n−1], never the same twice; tests alone pass their own.
 */
export function sm2Signer(
  key: Sm2PrivateKey,
  { userId = defaultUserId, nonce = randomScalar }: { userId?: string; nonce?: () => bigint } = {},
): (data: Uint8Array) => Buffer {
  const user = userHash(key.publicKey, userId)
  const inverse = sm2Points().Fn.inv(modOrder(1n + numberOf(key.scalar)))
  return (data) => {
    const e = messageHash(user, data)
    for (;;) {
      const k = nonce()
      const r = modOrder(e + sm2Points().BASE.multiply(k).x)
      // (1+d)⁻¹·(k − r·d) of GB/T 32918.2-2016 §6.1, with one product less.
      const s = modOrder(inverse * modOrder(k + r) - r)
      if (r !== 0n && r + k !== order && s !== 0n) return sequence(integer(scalarBytes(r)), integer(scalarBytes(s)))
    }
  }
}

/** Verifies a DER signature over `data`; anything but strict DER with r and s in [1, n−1] is wrong, not an error. */
export function verifySm2(
  key: Sm2PublicKey,
  data: Uint8Array,
  signature: Buffer,
  userId: string = defaultUserId,
): boolean {
  const pair = readPair(signature)
  if (!pair) return false
  const { r, s } = pair
  const t = modOrder(r + s)
  if (t === 0n) return false
  const sum = sm2Points().BASE.mulAddUnsafe(s, sm2Points().fromBytes(key.point), t)
  return !sum.is0() && modOrder(messageHash(userHash(key, userId), data) + sum.x) === r
}

/** r and s of `SEQUENCE { INTEGER, INTEGER }`, or undefined unless DER and in range. */
function readPair(signature: Buffer): { r: bigint; s: bigint } | undefined {
  try {
    const outer = readStrictDer(signature)
    const [first, second, ...more] = childrenOf(outer)
    if (outer.tag !== 0x30 || outer.raw.length !== signature.length || more.length > 0) return undefined
    const r = positive(first)
    const s = positive(second)
    return r === undefined || s === undefined ? undefined : { r, s }
  } catch (error) {
    if (error instanceof DerFault) return undefined
    throw error
  }
}

/** One leading zero where the next bit is set, and nowhere else: the rule most writers of SM2 break. */
function positive(value: Der | undefined): bigint | undefined {
  if (value?.tag !== 0x02 || !integer(value.content).equals(value.raw)) return undefined
  const number = numberOf(value.content)
  return number > 0n && number < order ? number : undefined
}

import { type KeyObject, verify } from 'node:crypto'
import { verifySm2 } from '../sm2/sm2-signature.ts'
import { ecdsaValue, isSm2, type PublicKey } from './keys.ts'

/**
 * What a key that is elsewhere answered over `data`, as CMS wants it: SHA-256 with ECDSA or RSA (PKCS#1 v1.5), SM3 with
 * SM2 and the user id of GM/T 0009. DER, or r‖s as tokens answer. Null when it is not this key's signature.
 */
export function provenValue(key: PublicKey, data: Buffer, signature: Buffer): Buffer | null {
  if (isProven(key, data, signature)) return signature
  if (signature.length !== 64 || (!isSm2(key) && key.asymmetricKeyType !== 'ec')) return null
  const value = ecdsaValue(signature)
  return isProven(key, data, value) ? value : null
}

const isProven = (key: PublicKey, data: Buffer, value: Buffer): boolean =>
  isSm2(key) ? verifySm2(key, data, value) : isNodeProven(key, data, value)

function isNodeProven(key: KeyObject, data: Buffer, value: Buffer): boolean {
  try {
    return verify('sha256', data, key, value)
  } catch {
    // OpenSSL refuses malformed signature values by an exception.
    return false
  }
}
